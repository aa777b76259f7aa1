//! The metadata of a version, field by field: most of it is passed on as it was sent, and takes no more memory than its
//! text.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use waybill_machines::rules::packages::Summary;

use crate::error::ApiError;

/// The longest field that is looked into, in bytes.
const FIELD_BYTES_MAX: usize = 64 * 1_024;

/// The fields of a version.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Manifest(BTreeMap<String, Box<RawValue>>);

/// The licence of a version, as a text or in the form of old packages.
#[derive(Deserialize)]
#[serde(untagged)]
enum Licence {
    Name(String),
    Typed { r#type: String },
}

/// The keywords of a version, as a list or in one text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Keywords {
    List(Vec<String>),
    Text(String),
}

impl Manifest {
    /// The value of a field, if it is of this type and not too long.
    pub(super) fn get<T: DeserializeOwned>(&self, field: &str) -> Option<T> {
        let value = self.0.get(field)?.get();
        (value.len() <= FIELD_BYTES_MAX).then(|| serde_json::from_str(value).ok()).flatten()
    }

    /// Takes a field of any length out of it, if it is of this type.
    pub(super) fn take<T: DeserializeOwned>(&mut self, field: &str) -> Option<T> {
        serde_json::from_str(self.0.remove(field)?.get()).ok()
    }

    /// A field as it was sent.
    pub(super) fn raw(&self, field: &str) -> Option<&RawValue> {
        self.0.get(field).map(AsRef::as_ref)
    }

    /// Whether a field is a text.
    pub(super) fn has_text(&self, field: &str) -> bool {
        self.raw(field).is_some_and(|value| value.get().starts_with('"'))
    }

    pub(super) fn set<T: Serialize + ?Sized>(
        &mut self,
        field: &str,
        value: &T,
    ) -> Result<(), ApiError> {
        let value = to_raw_value(value).map_err(|_| ApiError::internal())?;
        self.0.insert(field.to_owned(), value);
        Ok(())
    }

    pub(super) fn remove(&mut self, field: &str) {
        self.0.remove(field);
    }

    /// Keeps the fields with these names.
    pub(super) fn keep(&mut self, fields: &[&str]) {
        self.0.retain(|field, _| fields.contains(&field.as_str()));
    }

    /// What searches need of the version.
    pub(super) fn summary(&self) -> Summary {
        let keywords = match self.get("keywords") {
            Some(Keywords::List(words)) => words,
            Some(Keywords::Text(words)) => words.split([',', ' ']).map(str::to_owned).collect(),
            None => Vec::new(),
        };
        let licence = match self.get("license") {
            Some(Licence::Name(name) | Licence::Typed { r#type: name }) => name,
            None => String::new(),
        };
        let description: Option<String> = self.get("description");
        Summary::cut(&description.unwrap_or_default(), &keywords, &licence)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(manifest: &serde_json::Value) -> Manifest {
        serde_json::from_str(&manifest.to_string()).unwrap()
    }

    #[test]
    fn searches_get_what_packages_of_any_age_say() {
        let sent = read(&json!({"description": "A", "keywords": ["a", "b"], "license": "MIT"}));
        assert_eq!(sent.summary(), Summary::cut("A", &["a".into(), "b".into()], "MIT"));
        let old = read(&json!({"keywords": "a, b", "license": {"type": "MIT", "url": "x"}}));
        assert_eq!(old.summary(), Summary::cut("", &["a".into(), "b".into()], "MIT"));
        let wrong = read(&json!({"description": 1, "keywords": [1], "license": []}));
        assert_eq!(wrong.summary(), Summary::default());
    }
}
