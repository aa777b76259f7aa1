//! The canonical form of an element (Exclusive XML Canonicalization 1.0, without comments), over which signatures are
//! made. No security rests on its being right: what is read is parsed from these very bytes, whose digest was signed.

use std::collections::{BTreeMap, BTreeSet};

use super::element::{Attribute, Element, Node};

/// The canonical form of an element without one of its children, by the place of that.
///
/// `inclusive` are prefixes whose declarations are taken along even where they are not used (`InclusiveNamespaces`).
pub(super) fn canonical(element: &Element, inclusive: &[&str], without: Option<usize>) -> String {
    let mut out = String::new();
    write(element, &BTreeMap::new(), inclusive, without, &mut out);
    out
}

fn write<'a>(
    element: &'a Element,
    around: &BTreeMap<&'a str, &'a str>,
    inclusive: &[&'a str],
    without: Option<usize>,
    out: &mut String,
) {
    let of_attributes = element.attributes.iter().map(|attribute| attribute.prefix.as_str());
    let mut used: BTreeSet<&str> = of_attributes.filter(|prefix| !prefix.is_empty()).collect();
    used.insert(&element.prefix);
    // The default namespace is taken along also where it is declared to be none.
    used.extend(
        inclusive.iter().filter(|prefix| prefix.is_empty() || element.scope.contains_key(**prefix)),
    );
    // It is declared by itself.
    used.remove("xml");
    let name = qualified(&element.prefix, &element.local);
    out.push('<');
    out.push_str(&name);
    let mut rendered = around.clone();
    for prefix in used {
        let uri = element.scope.get(prefix).map_or("", |uri| &**uri);
        if rendered.get(prefix).copied().unwrap_or_default() == uri {
            continue;
        }
        rendered.insert(prefix, uri);
        out.push_str(if prefix.is_empty() { " xmlns" } else { " xmlns:" });
        out.push_str(prefix);
        push_value(uri, out);
    }
    let mut attributes: Vec<&Attribute> = element.attributes.iter().collect();
    attributes.sort_by(|a, b| (&a.namespace, &a.local).cmp(&(&b.namespace, &b.local)));
    for attribute in attributes {
        out.push(' ');
        out.push_str(&qualified(&attribute.prefix, &attribute.local));
        push_value(&attribute.value, out);
    }
    out.push('>');
    for (place, child) in element.children.iter().enumerate() {
        match child {
            _ if without == Some(place) => {}
            Node::Element(child) => write(child, &rendered, inclusive, None, out),
            Node::Text(text) => push_text(text, out),
        }
    }
    out.push_str("</");
    out.push_str(&name);
    out.push('>');
}

fn qualified(prefix: &str, local: &str) -> String {
    if prefix.is_empty() { local.to_owned() } else { format!("{prefix}:{local}") }
}

fn push_value(value: &str, out: &mut String) {
    out.push_str("=\"");
    for letter in value.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '"' => out.push_str("&quot;"),
            '\t' => out.push_str("&#x9;"),
            '\n' => out.push_str("&#xA;"),
            '\r' => out.push_str("&#xD;"),
            _ => out.push(letter),
        }
    }
    out.push('"');
}

fn push_text(text: &str, out: &mut String) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\r' => out.push_str("&#xD;"),
            _ => out.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::xml::parse;
    use super::*;

    fn form(text: &str) -> String {
        canonical(&parse(text).unwrap(), &[], None)
    }

    /// covers: [SSO-02]
    #[test]
    fn the_form_is_that_of_the_recommendation() {
        for (text, expected) in [
            ("<a/>", "<a></a>"),
            ("<?xml version='1.0'?>\n<a  c='2'\n b = '1' />\n", "<a b=\"1\" c=\"2\"></a>"),
            (
                "<a b='&#9;&#10;&#13;&quot;&amp;&lt;>'/>",
                "<a b=\"&#x9;&#xA;&#xD;&quot;&amp;&lt;>\"></a>",
            ),
            ("<a>&lt;&gt;&amp;\"'&#13;\r\nb</a>", "<a>&lt;&gt;&amp;\"'&#xD;\nb</a>"),
            // Declarations come where they are used first, and no more than that.
            (
                "<a xmlns:z='urn:z' xmlns:y='urn:y'><y:b><y:c z:d='e'/></y:b></a>",
                "<a><y:b xmlns:y=\"urn:y\"><y:c xmlns:z=\"urn:z\" z:d=\"e\"></y:c></y:b></a>",
            ),
            (
                "<a xmlns='urn:a'><b xmlns=''><c xmlns='urn:a'/></b></a>",
                "<a xmlns=\"urn:a\"><b xmlns=\"\"><c xmlns=\"urn:a\"></c></b></a>",
            ),
            // Attributes are in the order of their namespaces, those without one first.
            (
                "<a xmlns:y='urn:1' xmlns:z='urn:0' y:b='1' z:b='2' c='3' xml:lang='en'/>",
                "<a xmlns:y=\"urn:1\" xmlns:z=\"urn:0\" c=\"3\" xml:lang=\"en\" z:b=\"2\" y:b=\"1\"></a>",
            ),
        ] {
            assert_eq!(form(text), expected, "{text}");
            assert_eq!(form(expected), expected, "{text}");
        }
    }

    /// covers: [SSO-02]
    #[test]
    fn a_part_is_written_with_what_is_declared_around_it() {
        let text = "<s:a xmlns:s='urn:s' xmlns:x='urn:x' xmlns='urn:d'><s:b>1<s:c/>2</s:b></s:a>";
        let root = parse(text).unwrap();
        let part = root.elements().next().unwrap();
        let plain = canonical(part, &[], Some(1));
        assert_eq!(plain, "<s:b xmlns:s=\"urn:s\">12</s:b>");
        let with = canonical(part, &["x", "", "unknown"], None);
        let expected =
            "<s:b xmlns=\"urn:d\" xmlns:s=\"urn:s\" xmlns:x=\"urn:x\">1<s:c></s:c>2</s:b>";
        assert_eq!(with, expected);
        let text = "<a xmlns='urn:d'><p:b xmlns:p='urn:p' xmlns=''><c/></p:b></a>";
        let root = parse(text).unwrap();
        let expected = "<a xmlns=\"urn:d\"><p:b xmlns=\"\" xmlns:p=\"urn:p\"><c></c></p:b></a>";
        assert_eq!(canonical(&root, &[""], None), expected);
    }
}
