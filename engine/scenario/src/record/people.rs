//! The people of a trace with made-up names, and what they typed as it follows from the answers.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use waybill_machines::call::Call;
use waybill_machines::machine::Named;

use super::trace::{Kind, Reading, Trace};
use crate::yaml::flow;

/// The field of an event with the person who caused it.
pub(super) const BY: &str = "by";

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
    /// All people whose password was correct at least once, and those who sent events to machines of the
    /// installation.
    pub(super) fn of(Trace { session: readings, others }: &Trace) -> Self {
        let mut people = Self::default();
        for reading in readings {
            let Kind::Answer { call } = &reading.kind else { continue };
            if call.name() != "access.authenticate" {
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
        for reading in others.iter().flat_map(|other| &other.readings) {
            if let Some(person) = reading.event[BY].as_str() {
                people.add(person, &json!({"admin": true}));
            }
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
    let kept = fields.into_iter().filter(|(name, value)| {
        let of_person = call == "access.authenticate" && name == "person";
        name != "type" && !of_person && !value.is_null()
    });
    let mut kept: Map<String, Value> = kept.collect();
    if call == "access.current_user"
        && let Some(identity) = kept.get_mut("value")
        && let Some(user) = identity["user"].as_object_mut()
    {
        user.remove("person");
    }
    kept
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

/// Whether the current password was correct.
pub(super) fn current_word(answer: Option<&Reading>) -> &'static str {
    match (outcome(answer), code(answer)) {
        ("refused", "wrong_password") => "wrong",
        _ => "correct",
    }
}
