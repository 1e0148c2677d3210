//! The README's session is what the program prints.

mod common;

/// The arguments of a command line, in which `'` quotes.
fn arguments(line: &str) -> Vec<String> {
    let mut arguments = Vec::new();
    for (place, part) in line.split('\'').enumerate() {
        if place % 2 == 1 {
            arguments.push(part.to_string());
        } else {
            arguments.extend(part.split_whitespace().map(ToString::to_string));
        }
    }
    arguments
}

#[test]
fn the_session_of_the_readme_is_what_the_program_prints() {
    let mut commands = 0;
    let blocks = include_str!("../README.md").split("```console\n").skip(1);
    for block in blocks.filter_map(|block| block.split("```").next()) {
        for entry in block.split("$ cards ").skip(1) {
            let (line, shown) = entry.split_once('\n').expect("a line of its own");
            let arguments = arguments(line);
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let output = common::cards(&arguments).output().unwrap();
            let printed = [output.stdout, output.stderr].concat();
            assert_eq!(String::from_utf8(printed).unwrap(), shown, "cards {line}");
            commands += 1;
        }
    }
    assert!(commands >= 4, "{commands} commands");
}
