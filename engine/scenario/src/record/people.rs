//! The people of a trace with made-up names, and what they typed as it follows from the answers.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use waybill_machines::call::Call;
use waybill_machines::machine::Named;

use super::trace::{Kind, Reading, Trace};
use crate::yaml::flow;

/// The people in a trace.
#[derive(Debug, Default)]
pub(super) struct People {
    users: Vec<User>,
    /// The digests of typed names whose owner is known.
    typed: BTreeMap<String, String>,
}

#[derive(Debug)]
struct User {
    person: String,
    name: String,
    admin: bool,
    mfa: String,
    must_change_password: bool,
}

impl People {
    /// All people whose password was correct at least once, and those whom events of machines of the installation
    /// name: who caused them, or whom a group or permission is about.
    pub(super) fn of(Trace { session: readings, others }: &Trace) -> Self {
        let mut people = Self::default();
        for reading in readings {
            let Kind::Answer { call } = &reading.kind else { continue };
            let finds_user =
                ["access.authenticate", "access.exchange_code", "access.check_passkey"];
            if !finds_user.contains(&call.name()) {
                continue;
            }
            let Some(person) = reading.event["person"].as_str() else { continue };
            let name = people.add(person, &reading.event);
            let request = reading.cause.map(|(seq, _)| seq);
            if let Some(submit) = readings.iter().find(|other| Some(other.seq) == request)
                && let Some(digest) = digest(submit)
            {
                people.typed.insert(digest.to_owned(), name);
            }
        }
        // After those who have signed in, of whom more is known.
        for reading in readings {
            if matches!(&reading.kind, Kind::Answer { call } if call.name() == "access.check_reset_key")
                && let Some(person) = reading.event["person"].as_str()
            {
                people.add(person, &reading.event);
            }
        }
        for reading in others.iter().flat_map(|other| &other.readings) {
            each_person(&reading.event, &mut |person| {
                people.add(person, &json!({"admin": true}));
            });
        }
        people
    }

    fn add(&mut self, person: &str, answer: &Value) -> String {
        if let Some(user) = self.users.iter().find(|user| user.person == person) {
            return user.name.clone();
        }
        let name = format!("user{}", self.users.len() + 1);
        self.users.push(User {
            person: person.to_owned(),
            name: name.clone(),
            admin: answer["admin"].as_bool().unwrap_or_default(),
            mfa: answer["mfa"].as_str().unwrap_or("none").to_owned(),
            must_change_password: answer["outcome"] == "credentials_expired",
        });
        name
    }

    /// The id of a person in the log of the scenario.
    pub(super) fn in_log(&self, person: &str) -> Option<String> {
        let place = self.users.iter().position(|user| user.person == person)?;
        Some(format!("p_{:02}", place + 1))
    }

    /// A value with the ids that its people have in the log of the scenario.
    pub(super) fn named_in_log(&self, value: Value) -> Value {
        match value {
            Value::String(text) => {
                let known = is_person(&text).then(|| self.in_log(&text)).flatten();
                Value::String(known.unwrap_or(text))
            }
            Value::Array(values) => {
                values.into_iter().map(|value| self.named_in_log(value)).collect()
            }
            Value::Object(fields) => {
                let named = fields.into_iter().map(|(field, value)| {
                    let known = is_person(&field).then(|| self.in_log(&field)).flatten();
                    (known.unwrap_or(field), self.named_in_log(value))
                });
                Value::Object(named.collect())
            }
            other => other,
        }
    }

    /// The users for `given`.
    pub(super) fn given(&self) -> String {
        let users: Vec<Value> = self
            .users
            .iter()
            .map(|user| {
                let mut given = json!({"name": user.name});
                if user.admin {
                    given["admin"] = true.into();
                }
                if user.mfa != "none" {
                    given["mfa"] = user.mfa.as_str().into();
                }
                if user.must_change_password {
                    given["must_change_password"] = true.into();
                }
                given
            })
            .collect();
        flow(&Value::Array(users))
    }

    /// The made-up name of the user whose link was opened, or of an unknown user if it does not work.
    pub(super) fn who_has_link(&self, answer: Option<&Reading>) -> String {
        let person = answer.and_then(|answer| answer.event["person"].as_str());
        let known = person.and_then(|person| self.users.iter().find(|user| user.person == person));
        known.map_or_else(|| "somebody".into(), |user| user.name.clone())
    }

    /// The made-up name of the user who sent the form, or of an unknown user if it was refused.
    pub(super) fn who_typed(&self, submit: &Reading, answer: Option<&Reading>) -> String {
        let person = answer.and_then(|answer| answer.event["person"].as_str());
        let by_person = person
            .and_then(|person| self.users.iter().find(|user| user.person == person))
            .map(|user| user.name.clone());
        let by_digest = || digest(submit).and_then(|digest| self.typed.get(digest).cloned());
        by_person.or_else(by_digest).unwrap_or_else(|| "somebody".into())
    }
}

/// The answer for a step: without its type, and without the person, who has another id there.
pub(super) fn nameless(call: &Call, event: &Value) -> Map<String, Value> {
    let call = call.name();
    let fields = event.as_object().cloned().unwrap_or_default();
    let kept = fields
        .into_iter()
        .filter(|(name, value)| name != "type" && name != "person" && !value.is_null());
    let mut kept: Map<String, Value> = kept.collect();
    if call == "access.current_user"
        && let Some(identity) = kept.get_mut("value")
        && let Some(user) = identity["user"].as_object_mut()
    {
        user.remove("person");
    }
    kept
}

/// Every person that a value names, also as the name of a field.
fn each_person(value: &Value, found: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) if is_person(text) => found(text),
        Value::Array(values) => values.iter().for_each(|value| each_person(value, found)),
        Value::Object(fields) => {
            for (field, value) in fields {
                if is_person(field) {
                    found(field);
                }
                each_person(value, found);
            }
        }
        _ => {}
    }
}

/// Whether a text is the id of a person.
fn is_person(text: &str) -> bool {
    let digits = text.strip_prefix("p_").unwrap_or_default();
    digits.len() == 32 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
}

fn digest(submit: &Reading) -> Option<&str> {
    submit.event["attempt"]["account"]["personal"].as_str()
}

fn outcome(answer: Option<&Reading>) -> &str {
    answer.and_then(|answer| answer.event["outcome"].as_str()).unwrap_or_default()
}

fn code(answer: Option<&Reading>) -> &str {
    answer.and_then(|answer| answer.event["notice"]["code"].as_str()).unwrap_or_default()
}

/// Whether the password was correct, as far as the answer shows.
pub(super) fn password_word(answer: Option<&Reading>) -> &'static str {
    if outcome(answer) == "refused" { "wrong" } else { "correct" }
}

/// Whether the code was correct.
pub(super) fn code_word(answer: Option<&Reading>) -> &'static str {
    match (outcome(answer), code(answer)) {
        ("refused", "code_already_used") => "reused",
        ("refused" | "forbidden", _) => "wrong",
        _ => "correct",
    }
}

/// Whether the code of a command-line client was correct.
pub(super) fn client_code_word(answer: Option<&Reading>) -> &'static str {
    match outcome(answer) {
        "wrong_code" => "wrong",
        "refused" => "reused",
        _ => "correct",
    }
}

/// Whether the current password was correct.
pub(super) fn current_word(answer: Option<&Reading>) -> &'static str {
    match (outcome(answer), code(answer)) {
        ("refused", "wrong_password") => "wrong",
        _ => "correct",
    }
}
