//! The README shows what its example prints.

#[path = "../examples/table.rs"]
#[allow(dead_code)] // its `main`
mod example;

#[test]
fn the_readme_shows_what_the_example_prints() {
    let mut printed = Vec::new();
    example::run(&mut printed).expect("the example runs");
    let printed = String::from_utf8(printed).expect("text");
    let shown = format!("```text\n{printed}```\n");
    assert!(
        include_str!("../README.md").contains(&shown),
        "README.md lacks what the example prints:\n{printed}"
    );
}
