//! XML that others have written, as a tree within bounds. What SAML has no use for, and attacks have, is refused:
//! document types, entities beside the five of XML, comments, processing instructions and CDATA sections. Nothing that
//! a document names is fetched.

use std::sync::Arc;

use quick_xml::Reader;
use quick_xml::escape::{resolve_xml_entity, unescape_with};
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::element::{Attribute, Element, Node, Scope};

/// The longest document, in bytes.
pub(super) const XML_BYTES_MAX: usize = 128 * 1_024;
/// How deep elements may be within each other.
const DEPTH_MAX: usize = 32;
/// The most elements of a document.
const ELEMENTS_MAX: usize = 5_000;
/// The most attributes and declarations of an element.
const ATTRIBUTES_MAX: usize = 32;
/// The most prefixes that are declared at one place. Each element that declares one has all of them.
const SCOPE_MAX: usize = 32;
/// The longest name and the longest namespace, in bytes. Each element that uses a prefix has its namespace.
const NAME_BYTES_MAX: usize = 256;
/// The namespace of the prefix `xml`, which is declared by itself.
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// Why a text is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum XmlError {
    /// It is no XML, or ends too early.
    #[error("it is no well-formed XML")]
    NotXml,
    /// It is longer than any answer.
    #[error("it is longer than {} KiB", XML_BYTES_MAX / 1_024)]
    TooLong,
    /// It is deeper, or has more elements, attributes or namespaces, or longer ones, than any answer.
    #[error("it has too many elements, attributes or namespaces")]
    TooMany,
    /// Its document type could define anything.
    #[error("it has a document type")]
    DocumentType,
    /// An entity is none of XML.
    #[error("it has an entity that XML does not have")]
    Entity,
    /// It has what no answer needs.
    #[error("it has a comment, a processing instruction or a CDATA section")]
    Unusual,
    /// A prefix is not declared, or declared wrongly.
    #[error("it has a prefix that is not declared")]
    Namespace,
}

/// Reads a document.
pub(super) fn parse(text: &str) -> Result<Element, XmlError> {
    if text.len() > XML_BYTES_MAX {
        return Err(XmlError::TooLong);
    }
    let mut reader = Reader::from_str(text);
    let mut tree = Tree::default();
    let mut is_begun = false;
    loop {
        let event = reader.read_event().map_err(|_| XmlError::NotXml)?;
        // A declaration is the first of a document, or is none.
        let is_first = !std::mem::replace(&mut is_begun, true);
        match event {
            Event::Start(start) => tree.open(&start)?,
            Event::Empty(start) => {
                tree.open(&start)?;
                tree.close()?;
            }
            Event::End(_) => tree.close()?,
            Event::Text(part) => {
                let part = part.decode().map_err(|_| XmlError::NotXml)?;
                tree.text(&part.replace("\r\n", "\n").replace('\r', "\n"))?;
            }
            Event::GeneralRef(entity) => tree.text(&resolved(&entity)?)?,
            Event::Decl(_) if is_first => {}
            Event::DocType(_) => return Err(XmlError::DocumentType),
            Event::Comment(_) | Event::PI(_) | Event::CData(_) => return Err(XmlError::Unusual),
            Event::Decl(_) => return Err(XmlError::NotXml),
            Event::Eof => return tree.root(),
        }
    }
}

/// A tree that is being read.
#[derive(Default)]
struct Tree {
    /// The elements that are open, the outermost first.
    open: Vec<Element>,
    root: Option<Element>,
    count: usize,
}

impl Tree {
    fn open(&mut self, start: &BytesStart<'_>) -> Result<(), XmlError> {
        self.count += 1;
        if self.open.len() == DEPTH_MAX || self.count > ELEMENTS_MAX {
            return Err(XmlError::TooMany);
        }
        if self.open.is_empty() && self.root.is_some() {
            return Err(XmlError::NotXml);
        }
        let around = self.open.last().map(|parent| Arc::clone(&parent.scope)).unwrap_or_default();
        self.open.push(element(start, around)?);
        Ok(())
    }

    fn close(&mut self) -> Result<(), XmlError> {
        let closed = self.open.pop().ok_or(XmlError::NotXml)?;
        match self.open.last_mut() {
            Some(parent) => parent.children.push(Node::Element(closed)),
            None => self.root = Some(closed),
        }
        Ok(())
    }

    /// Adds a text to the element that it is in. Outside of the root there are only spaces.
    fn text(&mut self, part: &str) -> Result<(), XmlError> {
        if !part.chars().all(is_allowed) {
            return Err(XmlError::NotXml);
        }
        let Some(parent) = self.open.last_mut() else {
            return if part.trim().is_empty() { Ok(()) } else { Err(XmlError::NotXml) };
        };
        match parent.children.last_mut() {
            Some(Node::Text(text)) => text.push_str(part),
            _ if part.is_empty() => {}
            _ => parent.children.push(Node::Text(part.to_owned())),
        }
        Ok(())
    }

    fn root(self) -> Result<Element, XmlError> {
        self.root.filter(|_| self.open.is_empty()).ok_or(XmlError::NotXml)
    }
}

fn element(start: &BytesStart<'_>, around: Scope) -> Result<Element, XmlError> {
    let name = start.name();
    let (prefix, local) = split(name.as_ref())?;
    let (mut declared, mut attributes) = (Vec::new(), Vec::new());
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|_| XmlError::NotXml)?;
        if declared.len() + attributes.len() == ATTRIBUTES_MAX {
            return Err(XmlError::TooMany);
        }
        let value = value(&attribute.value)?;
        match split(attribute.key.as_ref())? {
            ("", "xmlns") => declared.push((String::new(), value)),
            ("xmlns", prefix) => declared.push((prefix.to_owned(), value)),
            (prefix, local) => attributes.push((prefix.to_owned(), local.to_owned(), value)),
        }
    }
    let scope = with(around, declared)?;
    let mut named = Vec::<Attribute>::new();
    for (prefix, local, value) in attributes {
        // An attribute without a prefix has no namespace, whatever the default is.
        let is_plain = prefix.is_empty();
        let namespace = if is_plain { String::new() } else { namespace_of(&prefix, &scope)? };
        if named.iter().any(|other| other.namespace == namespace && other.local == local) {
            return Err(XmlError::NotXml);
        }
        named.push(Attribute { prefix, local, namespace, value });
    }
    Ok(Element {
        namespace: namespace_of(prefix, &scope)?,
        prefix: prefix.to_owned(),
        local: local.to_owned(),
        attributes: named,
        scope,
        children: Vec::new(),
    })
}

/// A scope with what an element declares.
fn with(around: Scope, declared: Vec<(String, String)>) -> Result<Scope, XmlError> {
    if declared.is_empty() {
        return Ok(around);
    }
    let mut scope = (*around).clone();
    for (prefix, uri) in declared {
        let is_reserved = prefix == "xmlns" || (prefix == "xml") != (uri == XML);
        if is_reserved || (uri.is_empty() && !prefix.is_empty()) {
            return Err(XmlError::Namespace);
        }
        if uri.len() > NAME_BYTES_MAX {
            return Err(XmlError::TooMany);
        }
        if uri.is_empty() {
            scope.remove(prefix.as_str());
        } else {
            scope.insert(prefix.into(), uri.into());
        }
    }
    if scope.len() > SCOPE_MAX {
        return Err(XmlError::TooMany);
    }
    Ok(Arc::new(scope))
}

fn namespace_of(prefix: &str, scope: &Scope) -> Result<String, XmlError> {
    match scope.get(prefix) {
        Some(uri) => Ok(String::from(&**uri)),
        None if prefix.is_empty() => Ok(String::new()),
        None if prefix == "xml" => Ok(XML.to_owned()),
        None => Err(XmlError::Namespace),
    }
}

/// Prefix and local part of a name. SAML and signatures have names of ASCII only.
fn split(name: &[u8]) -> Result<(&str, &str), XmlError> {
    let name = std::str::from_utf8(name).map_err(|_| XmlError::NotXml)?;
    let (prefix, local) = match name.split_once(':') {
        Some((prefix, local)) if is_name(prefix) => (prefix, local),
        Some(_) => return Err(XmlError::NotXml),
        None => ("", name),
    };
    if is_name(local) { Ok((prefix, local)) } else { Err(XmlError::NotXml) }
}

fn is_name(name: &str) -> bool {
    let begins = |first: u8| first.is_ascii_alphabetic() || first == b'_';
    let goes_on = |byte: u8| begins(byte) || byte.is_ascii_digit() || byte == b'-' || byte == b'.';
    name.len() <= NAME_BYTES_MAX
        && name.bytes().next().is_some_and(begins)
        && name.bytes().all(goes_on)
}

/// The value of an attribute, as XML reads it: each literal space is one, and references stand for themselves.
fn value(raw: &[u8]) -> Result<String, XmlError> {
    let raw = std::str::from_utf8(raw).map_err(|_| XmlError::NotXml)?;
    if raw.contains('<') {
        return Err(XmlError::NotXml);
    }
    let raw = raw.replace("\r\n", " ").replace(['\r', '\n', '\t'], " ");
    let value = unescape_with(&raw, resolve_xml_entity).map_err(|_| XmlError::Entity)?;
    if value.chars().all(is_allowed) { Ok(value.into_owned()) } else { Err(XmlError::NotXml) }
}

/// The text of a reference.
fn resolved(entity: &BytesRef<'_>) -> Result<String, XmlError> {
    if let Some(letter) = entity.resolve_char_ref().map_err(|_| XmlError::NotXml)? {
        return Ok(letter.to_string());
    }
    let name = entity.decode().map_err(|_| XmlError::NotXml)?;
    resolve_xml_entity(&name).map(str::to_owned).ok_or(XmlError::Entity)
}

/// Whether XML may have a character.
fn is_allowed(letter: char) -> bool {
    matches!(letter, '\t' | '\n' | '\r')
        || (letter >= ' ' && letter != '\u{fffe}' && letter != '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [SSO-02]
    #[test]
    fn names_and_texts_are_read_with_their_namespaces() {
        let text = "<?xml version=\"1.0\"?>\n<a:b xmlns:a=\"urn:a\" xmlns=\"urn:d\" c=\"1&#10;&lt;\n2\">\
                    <d a:e='f'>x &amp;\r\ny&#x21;</d> <g xmlns=\"\"/></a:b>\n";
        let root = parse(text).unwrap();
        assert!(root.is("urn:a", "b"));
        assert_eq!(root.attribute("c"), Some("1\n< 2"));
        let d = root.only("urn:d", "d").unwrap();
        assert_eq!((d.text().as_deref(), d.attribute("e")), (Some("x &\ny!"), None));
        assert_eq!(d.attributes[0].namespace, "urn:a");
        assert!(root.only("", "g").is_some() && root.only("urn:d", "g").is_none());
        assert_eq!(root.text(), None);
        let mut names = Vec::new();
        root.visit(&mut |element| names.push(element.local.as_str()));
        assert_eq!(names, ["b", "d", "g"]);
    }

    /// covers: [SSO-02]
    #[test]
    fn what_no_answer_needs_is_refused() {
        let deep = |depth: usize| "<a>".repeat(depth) + &"</a>".repeat(depth);
        assert!(parse(&deep(DEPTH_MAX)).is_ok());
        let wide = |count: usize| format!("<a>{}</a>", "<b/>".repeat(count));
        assert!(parse(&wide(ELEMENTS_MAX - 1)).is_ok());
        let many = |count: usize| {
            let attributes =
                (0..count).map(|at| format!(" a{at}='b'")).collect::<Vec<_>>().concat();
            format!("<a{attributes}/>")
        };
        assert!(parse(&many(ATTRIBUTES_MAX)).is_ok());
        let declaring = |count: usize| {
            let outer = (0..20).map(|at| format!(" xmlns:a{at}='urn:b'")).collect::<Vec<_>>();
            let inner = (0..count).map(|at| format!(" xmlns:c{at}='urn:d'")).collect::<Vec<_>>();
            let (outer, inner) = (outer.concat(), inner.concat());
            format!("<a{outer}><a{inner}/></a>")
        };
        assert!(parse(&declaring(SCOPE_MAX - 20)).is_ok());
        let named = |bytes: usize| format!("<a xmlns='urn:{}'/>", "b".repeat(bytes - 4));
        assert!(parse(&named(NAME_BYTES_MAX)).is_ok());
        let bomb = "<!DOCTYPE a [<!ENTITY b \"c\"><!ENTITY d \"&b;&b;\">]><a>&d;</a>";
        for (text, error) in [
            (bomb, XmlError::DocumentType),
            ("<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>", XmlError::DocumentType),
            ("<a>&b;</a>", XmlError::Entity),
            ("<a>&nbsp;</a>", XmlError::Entity),
            ("<a b='&c;'/>", XmlError::Entity),
            ("<a>b<!-- c -->d</a>", XmlError::Unusual),
            ("<!-- b --><a/>", XmlError::Unusual),
            ("<a><?b c?></a>", XmlError::Unusual),
            ("<a><![CDATA[b]]></a>", XmlError::Unusual),
            (&*deep(DEPTH_MAX + 1), XmlError::TooMany),
            (&*wide(ELEMENTS_MAX), XmlError::TooMany),
            (&*many(ATTRIBUTES_MAX + 1), XmlError::TooMany),
            (&*declaring(SCOPE_MAX - 19), XmlError::TooMany),
            (&*named(NAME_BYTES_MAX + 1), XmlError::TooMany),
            (&*format!("<{}/>", "a".repeat(NAME_BYTES_MAX + 1)), XmlError::NotXml),
            (&*" ".repeat(XML_BYTES_MAX + 1), XmlError::TooLong),
            ("<b:a/>", XmlError::Namespace),
            ("<a b:c='d'/>", XmlError::Namespace),
            ("<a xmlns:b=''/>", XmlError::Namespace),
            ("<a xmlns:xml='urn:b'/>", XmlError::Namespace),
            ("<a xmlns:xmlns='urn:b'/>", XmlError::Namespace),
            ("<a b='1' b='2'/>", XmlError::NotXml),
            ("<a xmlns:b='urn:c' xmlns:d='urn:c' b:e='1' d:e='2'/>", XmlError::NotXml),
            ("<a b='<'/>", XmlError::NotXml),
            ("<a b:c:d='e'/>", XmlError::NotXml),
            ("<1/>", XmlError::NotXml),
            ("<a/><?xml version='1.0'?>", XmlError::NotXml),
            ("<a>&#1;</a>", XmlError::NotXml),
            ("<a>&#0;</a>", XmlError::NotXml),
            ("", XmlError::NotXml),
            ("a", XmlError::NotXml),
            ("<a>", XmlError::NotXml),
            ("<a></b>", XmlError::NotXml),
            ("<a/></a>", XmlError::NotXml),
            ("<a/><b/>", XmlError::NotXml),
            ("<a/>b", XmlError::NotXml),
        ] {
            let shown = &text[..text.len().min(80)];
            assert_eq!(parse(text), Err(error), "{shown}");
        }
    }
}
