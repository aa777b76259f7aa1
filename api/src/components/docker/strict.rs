//! Whether all clients read a manifest in the same way.
//!
//! Clients in Go find a field whatever the case of its key, and take the last one; others take the one that is written
//! exactly so, and some the first. So a manifest has each key once, and its known fields have just their names.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::components::path_names::folded;

/// A place in a manifest, whose fields have names of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Manifest,
    Descriptor,
    Platform,
    /// Keys are the author's, and differ by their case.
    Annotations,
    Elsewhere,
}

impl Place {
    const fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Manifest => &[
                "schemaVersion",
                "mediaType",
                "artifactType",
                "config",
                "layers",
                "manifests",
                "subject",
                "annotations",
            ],
            Self::Descriptor => &[
                "mediaType",
                "digest",
                "size",
                "urls",
                "annotations",
                "data",
                "artifactType",
                "platform",
            ],
            Self::Platform => &["architecture", "os", "os.version", "os.features", "variant"],
            Self::Annotations | Self::Elsewhere => &[],
        }
    }

    /// The place of a field's value.
    fn below(self, key: &str) -> Self {
        match (self, key) {
            (Self::Manifest, "config" | "layers" | "manifests" | "subject") => Self::Descriptor,
            (Self::Descriptor, "platform") => Self::Platform,
            (Self::Manifest | Self::Descriptor, "annotations") => Self::Annotations,
            _ => Self::Elsewhere,
        }
    }
}

/// What older manifests have, which clients would read as such.
const OLDER: [&str; 3] = ["fslayers", "history", "signatures"];

/// Checks a manifest.
///
/// # Errors
///
/// Why it is not JSON that everyone reads in the same way.
pub(super) fn check(manifest: &[u8]) -> Result<(), serde_json::Error> {
    let text = std::str::from_utf8(manifest).map_err(serde_json::Error::custom)?;
    let mut json = serde_json::Deserializer::from_str(text);
    Place::Manifest.deserialize(&mut json)?;
    json.end()
}

impl<'de> DeserializeSeed<'de> for Place {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Place {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element_seed(self)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let mut seen = BTreeSet::new();
        while let Some(key) = entries.next_key::<String>()? {
            let same = if self == Self::Annotations { key.clone() } else { folded(&key) };
            let is_other_case = |field: &str| folded(field) == same && field != key;
            if self.fields().iter().any(|field| is_other_case(field)) {
                return Err(A::Error::custom(format_args!(
                    "the field '{key}' is spelled otherwise"
                )));
            }
            if self == Self::Manifest && OLDER.contains(&&*same) {
                return Err(A::Error::custom(format_args!("'{key}' belongs to older manifests")));
            }
            if !seen.insert(same) {
                return Err(A::Error::custom(format_args!("the field '{key}' occurs twice")));
            }
            entries.next_value_seed(self.below(&key))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_has_each_key_once_and_in_its_own_case() {
        for text in [
            r#"{"layers": [{"digest": "a", "annotations": {"a": "1", "A": "2"}}], "x": {"Size": 1}}"#,
            r#"{"annotations": {"layers": "1", "Layers": "2"}}"#,
        ] {
            assert!(check(text.as_bytes()).is_ok(), "{text}");
        }
        let deep = format!("{{\"x\": {}{}}}", "[".repeat(500), "]".repeat(500));
        for text in [
            r#"{"layers": [], "layers": []}"#,
            r#"{"layers": [], "Layers": []}"#,
            r#"{"Subject": {}}"#,
            r#"{"layerſ": []}"#,
            r#"{"layers": [{"digest": "a", "Digest": "b"}]}"#,
            r#"{"manifests": [{"platform": {"OS": "linux"}}]}"#,
            r#"{"annotations": {"a": "1", "a": "2"}}"#,
            r#"{"fsLayers": []}"#,
            r#"{"x": {"y": 1, "Y": 2}}"#,
            r"{} {}",
            &deep,
        ] {
            assert!(check(text.as_bytes()).is_err(), "{text}");
        }
        assert!(check(b"{\"x\": \"\xff\"}").is_err());
    }
}
