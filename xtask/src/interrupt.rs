//! Ending early on a signal, after the trials that are running.

use std::io;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// Whether the run was asked to end.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicI32>);

impl Interrupt {
    /// Listens to SIGINT (Ctrl-C) and SIGTERM from now on. A second signal ends the
    /// process at once.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn listen(&self) -> io::Result<()> {
        /// Some programs send a signal to a process and to its group, so that it comes
        /// twice.
        const ONE: Duration = Duration::from_secs(1);
        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        let interrupt = self.clone();
        let listen = move || {
            let mut first: Option<Instant> = None;
            for signal in signals.forever() {
                interrupt.0.store(signal, Ordering::SeqCst);
                if first.get_or_insert_with(Instant::now).elapsed() > ONE {
                    process::exit(128 + signal);
                }
            }
        };
        thread::Builder::new()
            .name("signals".to_owned())
            .spawn(listen)?;
        Ok(())
    }

    /// Asks the run to end, as Ctrl-C does.
    pub fn ask(&self) {
        self.0.store(SIGINT, Ordering::SeqCst);
    }

    /// Whether it was asked.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::SeqCst) != 0
    }

    /// The exit status of a program that ended because of it, as shells report it: 130
    /// after Ctrl-C.
    #[must_use]
    pub fn status(&self) -> u8 {
        u8::try_from(128 + self.0.load(Ordering::SeqCst)).unwrap_or(1)
    }
}
