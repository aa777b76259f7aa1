//! Core metadata: the headers of `METADATA` in a wheel and of `PKG-INFO` in a source distribution.

use std::str::FromStr as _;

use pep440_rs::VersionSpecifiers;
use waybill_machines::rules::packages::Summary;

/// The fields that are read here; each may be there once. Others may be there, as often as they are.
const READ: [&str; 7] =
    ["name", "version", "requires-python", "summary", "keywords", "license", "license-expression"];
/// What old tools write for a field that has no value.
const UNKNOWN: &str = "UNKNOWN";

/// What the metadata of a file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CoreMetadata {
    /// The name of the project as its author spells it.
    pub(super) name: String,
    /// The version as its author writes it.
    pub(super) version: String,
    /// The versions of Python that it runs on.
    pub(super) requires_python: Option<String>,
    /// What searches need.
    pub(super) summary: Summary,
}

/// Why metadata cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum MetadataError {
    /// It has another form.
    #[error("The metadata in the file is not valid: it has lines with a name, a colon and a value")]
    NotHeaders,
    /// Clients would differ in which of two values counts.
    #[error("The metadata in the file has the field '{0}' twice")]
    Twice(&'static str),
    /// It does not say what it is about.
    #[error("The metadata in the file has no Name or no Version")]
    NoName,
    /// Clients could not tell which versions of Python it is for.
    #[error("Requires-Python in the metadata in the file is not valid: it is such as '>=3.9'")]
    RequiresPython,
}

impl CoreMetadata {
    /// Reads the headers of a text, up to its first empty line.
    pub(super) fn read(text: &str) -> Result<Self, MetadataError> {
        let mut values: [Option<String>; READ.len()] = Default::default();
        // The field that a line continues, if it is one that is read.
        let mut last = None;
        let mut is_first = true;
        for line in text.split('\n') {
            let line = line.strip_suffix('\r').unwrap_or(line);
            if line.is_empty() {
                break;
            }
            // Some clients begin a new line at each of these.
            if line.contains(['\r', '\0']) {
                return Err(MetadataError::NotHeaders);
            }
            if line.starts_with([' ', '\t']) {
                if is_first {
                    return Err(MetadataError::NotHeaders);
                }
                if let Some(value) = last.and_then(|at: usize| values[at].as_mut()) {
                    value.push('\n');
                    value.push_str(line.trim());
                }
                continue;
            }
            is_first = false;
            let (name, value) = line.split_once(':').ok_or(MetadataError::NotHeaders)?;
            let is_header = |byte: u8| byte.is_ascii_graphic();
            if name.is_empty() || !name.bytes().all(is_header) {
                return Err(MetadataError::NotHeaders);
            }
            last = READ.iter().position(|known| name.eq_ignore_ascii_case(known));
            if let Some(at) = last {
                if values[at].is_some() {
                    return Err(MetadataError::Twice(READ[at]));
                }
                values[at] = Some(value.trim().to_owned());
            }
        }
        let [name, version, requires_python, summary, keywords, licence, expression] =
            values.map(|value| value.filter(|value| !value.is_empty() && value != UNKNOWN));
        let (Some(name), Some(version)) = (name, version) else {
            return Err(MetadataError::NoName);
        };
        let is_valid = |text: &String| VersionSpecifiers::from_str(text).is_ok();
        if !requires_python.as_ref().is_none_or(is_valid) {
            return Err(MetadataError::RequiresPython);
        }
        let licence = expression.or(licence).unwrap_or_default();
        let licence = licence.lines().next().unwrap_or_default();
        let keywords = keywords_of(keywords.as_deref().unwrap_or_default());
        let summary = Summary::cut(&summary.unwrap_or_default(), &keywords, licence);
        Ok(Self { name, version, requires_python, summary })
    }
}

/// Keywords are separated by commas, or by spaces in older metadata.
fn keywords_of(text: &str) -> Vec<String> {
    let by_comma = text.contains(',');
    let is_between = |letter: char| if by_comma { letter == ',' } else { letter.is_whitespace() };
    text.split(is_between).map(str::trim).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_up_to_the_description() {
        let text = "Metadata-Version: 2.4\r\nName: Shop_Core\r\nVersion: 1.0\r\nSummary: A shop\r\n\
            Keywords: cart,shop\r\nLicense-Expression: MIT\r\nRequires-Python: >=3.8, <4\r\n\
            License: A\r\n        B\r\n\r\nVersion: 6.6.6\r\n";
        let read = CoreMetadata::read(text).unwrap();
        assert_eq!((read.name.as_str(), read.version.as_str()), ("Shop_Core", "1.0"));
        assert_eq!(read.requires_python.as_deref(), Some(">=3.8, <4"));
        let keywords = ["cart".to_owned(), "shop".to_owned()];
        assert_eq!(read.summary, Summary::cut("A shop", &keywords, "MIT"));
        let old =
            "Name: a\nVersion: 1\nLicense: UNKNOWN\nKeywords: x y\nClassifier: A\nClassifier: B";
        let read = CoreMetadata::read(old).unwrap();
        assert_eq!(read.summary, Summary::cut("", &["x".into(), "y".into()], ""));
    }

    #[test]
    fn what_clients_could_read_in_two_ways_is_rejected() {
        for (text, error) in [
            ("", MetadataError::NoName),
            ("Name: a\n", MetadataError::NoName),
            ("Name: a\n\nVersion: 1\n", MetadataError::NoName),
            ("Name: a\nVersion: 1\nversion: 2\n", MetadataError::Twice("version")),
            ("Name: a\rVersion: 2\nVersion: 1\n", MetadataError::NotHeaders),
            (" Name: a\nVersion: 1\n", MetadataError::NotHeaders),
            ("Name: a\nVersion: 1\nno header\n", MetadataError::NotHeaders),
            ("Name: a\nVersion: 1\nRequires-Python: new\n", MetadataError::RequiresPython),
        ] {
            assert_eq!(CoreMetadata::read(text), Err(error), "{text}");
        }
    }
}
