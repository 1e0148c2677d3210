//! Ending early on a signal, after the trials that are running.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Whether the run was asked to end.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicUsize>);

impl Interrupt {
    /// Listens to SIGINT (Ctrl-C) and SIGTERM from now on. The second signal ends
    /// the process at once.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn listen(&self) -> io::Result<()> {
        let armed = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal arms what the second one fires.
            flag::register_conditional_shutdown(signal, status(signal), Arc::clone(&armed))?;
            flag::register(signal, Arc::clone(&armed))?;
            flag::register_usize(signal, Arc::clone(&self.0), signal as usize)?;
        }
        Ok(())
    }

    /// Asks the run to end, as Ctrl-C does.
    pub fn ask(&self) {
        self.0.store(SIGINT as usize, Ordering::SeqCst);
    }

    /// Whether it was asked.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::SeqCst) != 0
    }

    /// The exit status of a program that ended because of it: 130 after Ctrl-C.
    #[must_use]
    pub fn status(&self) -> u8 {
        u8::try_from(status(self.0.load(Ordering::SeqCst) as i32)).unwrap_or(1)
    }
}

/// As shells report a program that a signal ended.
const fn status(signal: i32) -> i32 {
    128 + signal
}
