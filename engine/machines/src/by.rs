//! By which means a recorded act was done: the key `by` of a record's event, beside the machine's own fields.
//!
//! No machine sees it, so no decision can depend on it. It is put into an event in one place and taken out again in
//! one, [`put`] and [`split`]. Some machines have a `by` of their own, which holds a person's id; beside the means that
//! id is the key `person` of the same object. Records from before there were means have that id alone, or no `by`.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::secret::Personal;

/// The means of an act, and the address it came from where that is known.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(tag = "means", rename_all = "snake_case", deny_unknown_fields)]
pub enum By {
    /// A browser's session.
    Session {
        /// The id of the session, whose stream is `session/<id>`.
        session: String,
        /// The address of the client, of which the journal has the digest only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        address: Option<Personal>,
    },
    /// An access token.
    Token {
        /// The id of the token.
        token: String,
        /// The address of the client, of which the journal has the digest only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        address: Option<Personal>,
    },
    /// The command line.
    CommandLine {
        /// The user of the operating system.
        os_uid: u32,
    },
}

/// The key in an event.
const KEY: &str = "by";
/// How the key begins where it holds an object, so that few events have to be searched in full.
const BEGIN: &str = "\"by\":{";
/// The key of the machine's own value.
const PERSON: &str = "person";

/// An event as its record has it. Both texts are those of an object.
///
/// # Errors
///
/// If the event is no JSON object, which is a mistake in its machine.
pub fn put(event: String, by: Option<&By>) -> Result<String, serde_json::Error> {
    let Some(by) = by else { return Ok(event) };
    let means = serde_json::to_string(by)?;
    let Members(mut members) = serde_json::from_str(&event)?;
    let joined = match members.iter().find(|(key, _)| key == KEY) {
        Some((_, own)) => format!("{{\"{PERSON}\":{own},{}", &means[1..]),
        None => means,
    };
    let joined: &RawValue = serde_json::from_str(&joined)?;
    match members.iter_mut().find(|(key, _)| key == KEY) {
        Some((_, own)) => *own = joined,
        None => members.push((Cow::Borrowed(KEY), joined)),
    }
    Ok(Members(members).to_string())
}

/// The event of a record as its machine wrote it, and the means, if the record names them.
///
/// # Errors
///
/// If the means have a shape that no build has written.
pub fn split(event: &str) -> Result<(Cow<'_, str>, Option<By>), serde_json::Error> {
    if !event.contains(BEGIN) {
        return Ok((Cow::Borrowed(event), None));
    }
    let Members(mut members) = serde_json::from_str(event)?;
    let found = members.iter().position(|(key, value)| key == KEY && value.get().starts_with('{'));
    let Some(at) = found else { return Ok((Cow::Borrowed(event), None)) };
    let Members(mut parts) = serde_json::from_str(members[at].1.get())?;
    let own = parts.iter().position(|(key, _)| key == PERSON).map(|at| parts.remove(at).1);
    let by = serde_json::from_str(&Members(parts).to_string())?;
    match own {
        Some(own) => members[at].1 = own,
        None => drop(members.remove(at)),
    }
    Ok((Cow::Owned(Members(members).to_string()), Some(by)))
}

/// The members of an object in their order, which records keep. They print as the object.
struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl fmt::Display for Members<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (at, (key, value)) in self.0.iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            // The names of fields need no escape.
            write!(f, "{comma}\"{key}\":{value}")?;
        }
        f.write_str("}")
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(key) = map.next_key::<&str>()? {
                    members.push((Cow::Borrowed(key), map.next_value()?));
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> By {
        let address = Some(Personal::new("ab"));
        By::Session { session: "0192".into(), address }
    }

    #[test]
    fn the_means_are_beside_the_fields_of_the_machine() {
        let event = r#"{"type":"set_admin","admin":true}"#;
        let recorded = put(event.to_owned(), Some(&session())).expect("it is JSON");
        assert_eq!(
            recorded,
            r#"{"type":"set_admin","admin":true,"by":{"means":"session","session":"0192","address":{"personal":"ab"}}}"#
        );
        let (own, by) = split(&recorded).expect("it is JSON");
        assert_eq!((own.as_ref(), by), (event, Some(session())));
    }

    #[test]
    fn the_person_of_a_machine_is_kept_beside_the_means() {
        for event in [
            r#"{"type":"remove","by":"p_ann","at":1}"#,
            r#"{"type":"remove","by":null,"at":{"by":{"x":1}}}"#,
        ] {
            let by = By::CommandLine { os_uid: 1_000 };
            let recorded = put(event.to_owned(), Some(&by)).expect("it is JSON");
            assert!(recorded.contains(r#""means":"command_line","os_uid":1000}"#), "{recorded}");
            let (own, read) = split(&recorded).expect("it is JSON");
            assert_eq!((own.as_ref(), read), (event, Some(by)));
            // As earlier builds wrote it.
            assert_eq!(split(event).expect("it is JSON"), (event.into(), None));
        }
    }

    #[test]
    fn means_that_no_build_has_written_are_not_ignored() {
        for by in [
            r#"{"means":"magic"}"#,
            r#"{"means":"command_line","os_uid":0,"x":1}"#,
            r#"{"person":"p_ann"}"#,
        ] {
            let event = format!(r#"{{"type":"remove","by":{by}}}"#);
            assert!(split(&event).is_err(), "{event}");
        }
    }
}
