//! The configuration as shown in a bundle: secrets are recognised by their type, so none can be missed.

use serde::Serialize;
use serde_json::{Map, Value};
use waybill_machines::rules::services::ServiceId;
use waybill_machines::secret::SecretRef;

use super::manifest::Redaction;
use crate::secret::{Secret, SecretBytes};

/// Written in place of a secret.
pub const REDACTED: &str = "[redacted]";

/// A value of the configuration. [`Secret`] cannot be serialized, so the input of [`ShownValue::of`] contains none; a
/// field of that type becomes [`ShownValue::Redacted`] by `into`, without being read.
#[derive(Debug, Clone, PartialEq)]
pub enum ShownValue {
    /// It may be shown.
    Open(Value),
    /// It is set, but may not be shown.
    Redacted,
    /// Values by name.
    Group(Vec<(&'static str, ShownValue)>),
}

impl From<&Secret> for ShownValue {
    fn from(_: &Secret) -> Self {
        Self::Redacted
    }
}

impl From<&SecretBytes> for ShownValue {
    fn from(_: &SecretBytes) -> Self {
        Self::Redacted
    }
}

/// The name of an entry of the vault is not a secret, but is of no use to anyone else.
impl From<&SecretRef> for ShownValue {
    fn from(_: &SecretRef) -> Self {
        Self::Redacted
    }
}

impl<T> From<Option<&T>> for ShownValue
where
    for<'a> ShownValue: From<&'a T>,
{
    fn from(value: Option<&T>) -> Self {
        value.map_or(Self::Open(Value::Null), Self::from)
    }
}

impl ShownValue {
    /// A value that may be shown.
    pub fn of(value: &impl Serialize) -> Self {
        Self::Open(serde_json::to_value(value).unwrap_or(Value::Null))
    }

    /// The JSON; the paths of redacted fields are appended to `fields`.
    fn write(&self, path: &str, fields: &mut Vec<String>) -> Value {
        match self {
            Self::Open(value) => value.clone(),
            Self::Redacted => {
                fields.push(path.to_owned());
                Value::from(REDACTED)
            }
            Self::Group(members) => {
                let write = |(name, member): &(&'static str, Self)| {
                    let below =
                        if path.is_empty() { (*name).to_owned() } else { format!("{path}.{name}") };
                    ((*name).to_owned(), member.write(&below, fields))
                };
                Value::Object(members.iter().map(write).collect::<Map<_, _>>())
            }
        }
    }
}

/// A file of the configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// Its name, without an extension.
    pub name: &'static str,
    /// Its content.
    pub shown: ShownValue,
}

impl Section {
    /// The file's path in a bundle, its text, and its redacted fields.
    pub(super) fn file(&self) -> (String, String, Vec<Redaction>) {
        let file = format!("configuration/{}.json", self.name);
        let mut fields = Vec::new();
        let value = self.shown.write("", &mut fields);
        let text = serde_json::to_string_pretty(&value).unwrap_or_default() + "\n";
        let redaction = |field| Redaction { file: file.clone(), field };
        let redacted = fields.into_iter().map(redaction).collect();
        (file, text, redacted)
    }
}

/// A provider of the configuration of the installation.
pub trait Configuration: Send + Sync + 'static {
    /// The configuration of a service, as it may be shown.
    fn sections(&self, service: ServiceId) -> Vec<Section>;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [EVT-08, BUNDLE-03]
    #[test]
    fn a_secret_is_redacted_by_its_type_and_listed() {
        const PLANTED: &str = "planted-secret-5521";
        // The name does not suggest a secret, and the open value looks like one: only the type decides.
        let harmless = Secret::new(PLANTED);
        let section = Section {
            name: "mail",
            shown: ShownValue::Group(vec![
                ("address", ShownValue::from(&harmless)),
                ("password_minimum_length", ShownValue::of(&12)),
                (
                    "hook",
                    ShownValue::Group(vec![
                        ("colour", ShownValue::from(&SecretBytes::new(PLANTED.into()))),
                        ("key", ShownValue::from(Some(&SecretRef(PLANTED.into())))),
                        ("none", ShownValue::from(None::<&Secret>)),
                    ]),
                ),
            ]),
        };
        let (file, text, redacted) = section.file();
        assert_eq!(file, "configuration/mail.json");
        assert!(!text.contains(PLANTED) && !format!("{section:?}").contains(PLANTED));
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["address"], REDACTED);
        assert_eq!(value["password_minimum_length"], 12);
        assert_eq!(value["hook"]["none"], Value::Null);
        let fields: Vec<&str> = redacted.iter().map(|one| one.field.as_str()).collect();
        assert_eq!(fields, ["address", "hook.colour", "hook.key"]);
    }
}
