//! Pages and drawings as programs parse them.

use roxmltree::{Document, Node, ParsingOptions};

pub(crate) fn parse(xml: &str) -> Document<'_> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(xml, options).unwrap()
}

/// The elements of a name in a part of a page.
pub(crate) fn elements<'a>(node: Node<'a, 'a>, name: &str) -> Vec<Node<'a, 'a>> {
    let all = node.descendants();
    all.filter(|node| node.is_element() && node.tag_name().name() == name)
        .collect()
}
