//! Reading XML that others have written: its texts by the path of their elements, within bounds.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::escape::{resolve_html5_entity, resolve_xml_entity};
use quick_xml::events::{BytesRef, Event};

/// How deep elements may be within each other.
const DEPTH_MAX: usize = 64;
/// How much of the first line is looked at for the encoding, in bytes.
const DECLARATION_BYTES_MAX: usize = 256;

/// Why a text is not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum XmlError {
    /// It is no XML, or ends too early.
    #[error("is no well-formed XML")]
    NotXml,
    /// Its document type could define anything.
    #[error("has a document type (<!DOCTYPE>), which Maven does not read; remove it")]
    DocumentType,
    /// An entity is neither one of XML nor of HTML.
    #[error("has an entity that XML and HTML do not have")]
    Entity,
    /// It is deeper than any pom.
    #[error("has more than {DEPTH_MAX} elements within each other")]
    TooDeep,
    /// It is in an encoding that is not read.
    #[error("is in another encoding than UTF-8, UTF-16, ISO-8859-1 or US-ASCII; write it in UTF-8")]
    Encoding,
}

/// The text of a file, by its byte order mark or its declaration.
pub(super) fn decoded(bytes: &[u8]) -> Result<Cow<'_, str>, XmlError> {
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let (units, rest) = bytes.as_chunks::<2>();
        let units = units.iter().map(|pair| unit(*pair));
        let text: Result<String, _> = char::decode_utf16(units).collect();
        text.ok().filter(|_| rest.is_empty()).map(Cow::Owned).ok_or(XmlError::Encoding)
    };
    match bytes {
        [0xfe, 0xff, rest @ ..] => return utf16(rest, u16::from_be_bytes),
        [0xff, 0xfe, rest @ ..] => return utf16(rest, u16::from_le_bytes),
        [0, b'<', ..] => return utf16(bytes, u16::from_be_bytes),
        [b'<', 0, ..] => return utf16(bytes, u16::from_le_bytes),
        _ => {}
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let of_utf8 = || std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|_| XmlError::Encoding);
    match declared(bytes).as_deref() {
        None | Some("utf-8" | "utf8") => of_utf8(),
        Some("us-ascii" | "ascii") if bytes.is_ascii() => of_utf8(),
        // Its first 256 characters are those of Unicode.
        Some("iso-8859-1" | "iso8859-1" | "iso8859_1" | "latin1") => {
            Ok(Cow::Owned(bytes.iter().copied().map(char::from).collect()))
        }
        Some(_) => Err(XmlError::Encoding),
    }
}

/// The encoding that the declaration of a document names, in lower case.
fn declared(bytes: &[u8]) -> Option<String> {
    let begin = String::from_utf8_lossy(&bytes[..bytes.len().min(DECLARATION_BYTES_MAX)]);
    let declaration = begin.strip_prefix("<?xml")?.split_once("?>")?.0;
    let value = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|letter| matches!(letter, '"' | '\''))?;
    Some(value[1..].split_once(quote)?.0.to_ascii_lowercase())
}

/// Calls `take` at the end of each element, with the names of the elements from the root to it, between slashes, and its
/// own text.
pub(super) fn visit(text: &str, mut take: impl FnMut(&str, &str)) -> Result<(), XmlError> {
    let mut reader = Reader::from_str(text);
    // The names of the elements that are open, and their texts.
    let (mut path, mut texts) = (String::new(), Vec::<String>::new());
    let mut has_root = false;
    loop {
        let event = reader.read_event().map_err(|_| XmlError::NotXml)?;
        if let Event::Start(element) | Event::Empty(element) = &event {
            if texts.len() == DEPTH_MAX {
                return Err(XmlError::TooDeep);
            }
            if texts.is_empty() && std::mem::replace(&mut has_root, true) {
                return Err(XmlError::NotXml);
            }
            path.push('/');
            let name = element.name();
            path.push_str(std::str::from_utf8(name.as_ref()).map_err(|_| XmlError::NotXml)?);
            texts.push(String::new());
        }
        match event {
            Event::End(_) | Event::Empty(_) => {
                let own = texts.pop().ok_or(XmlError::NotXml)?;
                take(&path[1..], own.trim());
                path.truncate(path.rfind('/').unwrap_or(0));
            }
            Event::Text(part) => add(&mut texts, &part.decode().map_err(|_| XmlError::NotXml)?)?,
            Event::CData(part) => add(&mut texts, &part.decode().map_err(|_| XmlError::NotXml)?)?,
            Event::GeneralRef(entity) => add(&mut texts, &resolved(&entity)?)?,
            Event::DocType(_) => return Err(XmlError::DocumentType),
            Event::Start(_) | Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
            Event::Eof if has_root && texts.is_empty() => return Ok(()),
            Event::Eof => return Err(XmlError::NotXml),
        }
    }
}

/// Adds a text to the element that it is in. Outside of the root there are only spaces.
fn add(texts: &mut [String], part: &str) -> Result<(), XmlError> {
    match texts.last_mut() {
        Some(text) => text.push_str(part),
        None if part.trim().is_empty() => {}
        None => return Err(XmlError::NotXml),
    }
    Ok(())
}

/// The text of an entity. Those of HTML are known to Maven without a document type.
fn resolved(entity: &BytesRef<'_>) -> Result<String, XmlError> {
    if let Some(letter) = entity.resolve_char_ref().map_err(|_| XmlError::NotXml)? {
        return Ok(letter.to_string());
    }
    let name = entity.decode().map_err(|_| XmlError::NotXml)?;
    let text = resolve_xml_entity(&name).or_else(|| resolve_html5_entity(&name));
    text.map(str::to_owned).ok_or(XmlError::Entity)
}

/// A text that means nothing in XML.
pub(super) fn escaped(text: &str) -> Cow<'_, str> {
    quick_xml::escape::escape(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Result<Vec<(String, String)>, XmlError> {
        let mut all = Vec::new();
        visit(text, |path, text| all.push((path.to_owned(), text.to_owned())))?;
        Ok(all)
    }

    #[test]
    fn texts_are_read_with_the_path_of_their_elements() {
        let text = "<?xml version='1.0'?>\n<!-- a --><a x='1'> <b>1 &lt;&#50;<!-- -->&uuml;</b><c/>\n\
                    <b><![CDATA[<d>]]></b>t</a>\n";
        let expected = [("a/b", "1 <2ü"), ("a/c", ""), ("a/b", "<d>"), ("a", "t")];
        let expected = expected.map(|(path, text)| (path.to_owned(), text.to_owned()));
        assert_eq!(texts(text).unwrap(), expected);
    }

    #[test]
    fn what_is_no_bounded_xml_is_refused() {
        let deep = |depth: usize| "<a>".repeat(depth) + &"</a>".repeat(depth);
        assert!(texts(&deep(DEPTH_MAX)).is_ok());
        let bomb = "<!DOCTYPE a [<!ENTITY b \"c\"><!ENTITY d \"&b;&b;\">]><a>&d;</a>";
        for (text, error) in [
            (bomb, XmlError::DocumentType),
            ("<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>", XmlError::DocumentType),
            ("<a>&b;</a>", XmlError::Entity),
            (&*deep(DEPTH_MAX + 1), XmlError::TooDeep),
            ("", XmlError::NotXml),
            ("a", XmlError::NotXml),
            ("<a>", XmlError::NotXml),
            ("<a></b>", XmlError::NotXml),
            ("<a/></a>", XmlError::NotXml),
            ("<a/><b/>", XmlError::NotXml),
            ("<a></a><a></a>", XmlError::NotXml),
            ("<a/>b", XmlError::NotXml),
            ("<a>&b</a>", XmlError::NotXml),
            ("<a>&#xD800;</a>", XmlError::NotXml),
        ] {
            assert_eq!(texts(text), Err(error), "{text}");
        }
    }

    #[test]
    fn encodings_are_read_or_named() {
        let declaration =
            |encoding: &str| format!("<?xml version=\"1.0\" encoding='{encoding}' ?>");
        let text = format!("{}<a>ü</a>", declaration("UTF-16"));
        let units = |text: &str| format!("\u{feff}{text}").encode_utf16().collect::<Vec<_>>();
        let big: Vec<u8> = units(&text).into_iter().flat_map(u16::to_be_bytes).collect();
        let little: Vec<u8> = units(&text).into_iter().flat_map(u16::to_le_bytes).collect();
        for bytes in [&big, &little, &big[2..].to_vec(), &little[2..].to_vec()] {
            assert_eq!(decoded(bytes).unwrap(), text);
        }
        assert_eq!(decoded(&big[..big.len() - 1]), Err(XmlError::Encoding));
        let with =
            |encoding: &str, bytes: &[u8]| [declaration(encoding).as_bytes(), bytes].concat();
        for encoding in ["ISO-8859-1", "latin1"] {
            let bytes = with(encoding, b"<a>\xfc</a>");
            assert!(decoded(&bytes).unwrap().ends_with("<a>ü</a>"), "{encoding}");
        }
        assert!(decoded(&with("utf-8", "<a>ü</a>".as_bytes())).is_ok());
        assert_eq!(decoded("\u{feff}<a/>".as_bytes()).unwrap(), "<a/>");
        for (encoding, bytes) in [
            ("utf-8", &b"<a>\xfc</a>"[..]),
            ("us-ascii", b"\xfc"),
            ("EBCDIC-CP-US", b""),
            ("utf-7", b""),
        ] {
            assert_eq!(decoded(&with(encoding, bytes)), Err(XmlError::Encoding), "{encoding}");
        }
    }
}
