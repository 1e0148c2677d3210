//! What every experiment prints in its quick form, in every format and language.

mod page_content;
mod well_formed;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use xtask::cli::{self, Command};
use xtask::interrupt::Interrupt;
use xtask::language::Language;
use xtask::plot::Position;
use xtask::report::{Cell, Precision, Published, Report};
use xtask::{readme, render};

/// The experiments are run once for all of the tests here.
static REPORTS: LazyLock<Vec<Report>> = LazyLock::new(|| readme::reports().unwrap());

fn check(kind: &str, render: impl Fn(&Report) -> String) {
    for report in &*REPORTS {
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_suffix(report.experiment.replace('/', "-"));
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(kind, render(report)));
    }
}

#[test]
fn text() {
    check("text", |report| render::text(report, Language::En));
}

#[test]
fn json() {
    check("json", |report| {
        render::json(std::slice::from_ref(report)).unwrap()
    });
}

#[test]
fn markdown() {
    check("markdown", |report| render::markdown(report, Language::En));
}

/// What `cargo xtask report` writes of them.
#[test]
fn the_page_has_everything_of_every_experiment() {
    for language in [Language::En, Language::Zh] {
        page_content::check(&REPORTS, language);
    }
}

#[test]
fn chinese() {
    check("chinese", |report| render::text(report, Language::Zh));
}

/// `cargo xtask run` prints what the snapshots hold; JSON is in English whatever
/// the language.
#[test]
fn a_run_prints_these_texts() {
    let name = "guandan/published-wild";
    let report = REPORTS.iter().find(|report| report.experiment == name);
    let report = report.unwrap();
    for (format, language, expected) in [
        ("text", "en", render::text(report, Language::En)),
        ("text", "zh", render::text(report, Language::Zh)),
        ("markdown", "en", render::markdown(report, Language::En)),
        ("markdown", "zh", render::markdown(report, Language::Zh)),
        (
            "json",
            "zh",
            render::json(std::slice::from_ref(report)).unwrap(),
        ),
    ] {
        let line = ["xtask", "run", name, "--quick", "--format", format];
        let line = line.into_iter().chain(["--lang", language]);
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
        assert_eq!(out, expected, "{format} {language}");
    }
}

/// Everything that the reports say has a Chinese text.
#[test]
fn nothing_is_left_in_english() {
    let mut missing = BTreeSet::new();
    for report in &*REPORTS {
        for text in texts(report) {
            if !Language::Zh.knows(&text) {
                missing.insert(text);
            }
        }
    }
    let missing: Vec<_> = missing.into_iter().collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// Every text of a report that is rendered in a language.
fn texts(report: &Report) -> Vec<String> {
    let mut texts = vec![report.title.to_owned(), report.source.to_owned()];
    for parameter in &report.parameters {
        texts.extend([parameter.name.to_owned(), parameter.value.clone()]);
    }
    for figure in &report.figures {
        texts.extend([figure.name.clone(), figure.unit.to_owned()]);
        if let Some(Published::Claim(claim)) = figure.published {
            texts.push(claim.to_owned());
        }
        texts.extend(figure.verdict.map(|verdict| verdict.to_string()));
        texts.extend((figure.precision == Precision::Exact).then(|| "exact".to_owned()));
    }
    for table in &report.tables {
        texts.push(table.title.to_owned());
        texts.extend(table.columns.iter().map(|&column| column.to_owned()));
        let cells = table.rows.iter().flatten();
        texts.extend(cells.filter_map(|cell| match cell {
            Cell::Text(text) => Some(text.clone()),
            Cell::Verdict(verdict) => Some(verdict.to_string()),
            Cell::Number(_) => None,
        }));
    }
    for plot in &report.plots {
        let axes = [&plot.x, &plot.y].map(|axis| [axis.label, axis.unit]);
        texts.extend(axes.concat().into_iter().map(str::to_owned));
        texts.push(plot.title.to_owned());
        for curve in &plot.curves {
            texts.push(curve.name.clone());
            texts.extend(curve.points.iter().filter_map(|point| match &point.x {
                Position::Name(name) => Some(name.clone()),
                Position::Number(_) => None,
            }));
        }
    }
    texts.extend(render::summary(report));
    texts.extend(report.notes.iter().cloned());
    texts
}
