//! What every experiment prints in its quick form.

use xtask::cli::{self, Command};
use xtask::experiments;
use xtask::interrupt::Interrupt;

/// What `cargo xtask run NAME --quick --format FORMAT` prints.
fn printed(name: &str, format: &str) -> String {
    let line = ["xtask", "run", name, "--quick", "--format", format];
    let cli = cli::parse(line.map(Into::into)).unwrap();
    let Command::Run(args) = cli.command else {
        panic!("the command line says run");
    };
    let mut out = String::new();
    let mut print = |text: &str| {
        out.push_str(text);
        Ok(())
    };
    xtask::run(&args, &Interrupt::default(), &mut print).unwrap();
    out
}

fn check(kind: &str, format: &str) {
    for info in experiments::infos() {
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_suffix(info.name.replace('/', "-"));
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(kind, printed(info.name, format)));
    }
}

#[test]
fn text() {
    check("text", "text");
}

#[test]
fn json() {
    check("json", "json");
}

#[test]
fn markdown() {
    check("markdown", "markdown");
}
