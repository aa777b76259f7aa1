//! Generates a scenario from the records of one session: steps that lead to the same states.
//!
//! Records contain neither secrets nor names, and the scenario does not need them: whether a secret is correct follows
//! from the recorded answer, and people get made-up names.

mod given;
mod people;
mod restart;
mod trace;
mod write;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use waybill_machines::Timestamp;
use waybill_machines::machine::Named;
use waybill_machines::machines::startup::Fact;
use waybill_machines::rules::package_browser::Level;
use waybill_machines::rules::path_memory::StoredPlace;
use waybill_machines::rules::routes::Place;
use waybill_machines::rules::search::{SearchModel, SearchType, query_string, with_search};

use crate::format::{Duration, FactsChange, fields, names};
use crate::record::given::{given_facts, given_sessions};
use crate::record::people::People;
use crate::record::restart::Restarts;
use crate::record::trace::{Kind, Reading, Trace, read};
use crate::yaml::flow;

/// The head of a generated scenario.
#[derive(Debug, Clone)]
pub struct About {
    /// The sentence that it begins with.
    pub sentence: String,
    /// The requirements that it covers.
    pub covers: Vec<String>,
}

impl Default for About {
    fn default() -> Self {
        let sentence = "what was recorded happens again".into();
        Self { sentence, covers: vec!["SCN-03".into()] }
    }
}

/// Why no scenario can be generated from a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordError {
    /// The line of the trace, from 1.
    pub line: usize,
    /// The reason as a sentence.
    pub message: String,
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {} of the trace: {}", self.line, self.message)
    }
}

impl std::error::Error for RecordError {}

/// Generates a scenario from one session's records, a line each, and from those of the machines of the installation
/// that it changed; the header of a trace may precede them.
///
/// Running the scenario leads through the same states, because every recorded answer becomes a step.
pub fn record<'a>(
    lines: impl IntoIterator<Item = &'a str>,
    about: &About,
) -> Result<String, RecordError> {
    let trace = read(lines)?;
    if let ([only], []) = (trace.session.as_slice(), trace.others.as_slice()) {
        return Err(only.error("nothing happened in this session"));
    }
    let people = People::of(&trace);
    // What the session changed may have begun long before it.
    let streams = trace.others.iter().map(|other| &other.readings).chain([&trace.session]);
    let begins =
        streams.filter_map(|readings| Some(readings.first()?.at)).min().unwrap_or_default();
    let mut writer = ScenarioWriter {
        people,
        steps: String::new(),
        now: begins,
        tabs: BTreeMap::new(),
        passwords: 0,
        links: BTreeMap::new(),
        flow: Value::Null,
    };
    let groups = in_order(&trace);
    let restarts = Restarts::of(&groups);
    let mut done: BTreeSet<usize> = BTreeSet::new();
    for (place, group) in groups.iter().enumerate() {
        if done.contains(&place) {
            continue;
        }
        match restarts.at(place, &groups) {
            Some(covered) => {
                writer.crash(group.records[0].at);
                done.extend(covered);
            }
            None => writer.step(group)?,
        }
    }
    let mut text = String::new();
    let head = |text: &mut String, line: &str| {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{line}");
    };
    head(&mut text, &format!("scenario: {}", flow(&json!(about.sentence))));
    head(&mut text, &format!("covers: {}", flow(&json!(about.covers))));
    head(&mut text, &format!("at: {begins}"));
    head(&mut text, "given:");
    head(&mut text, "  answers: explicit");
    for (fact, value) in given_facts(&trace.session) {
        head(&mut text, &format!("  {fact}: {}", flow(&value)));
    }
    if let Some(sessions) = given_sessions(&trace.session) {
        head(&mut text, &format!("  sessions: {}", flow(&sessions)));
    }
    head(&mut text, &format!("  users: {}", writer.people.given()));
    head(&mut text, "steps:");
    text.push_str(&writer.steps);
    Ok(text)
}

/// The records that become one step.
struct StepRecords<'a> {
    /// The name of the stream in the scenario; none for the session's own.
    stream: Option<&'a str>,
    /// One record and those of the events that machines sent because of it.
    records: &'a [Reading],
    /// These and all later records of their stream.
    following: &'a [Reading],
}

/// Groups the records into steps, in their order.
fn in_order(trace: &Trace) -> Vec<StepRecords<'_>> {
    let others = trace.others.iter().map(|other| (Some(&*other.name), &*other.readings));
    let mut left: Vec<_> = std::iter::once((None, &*trace.session)).chain(others).collect();
    let mut found = Vec::new();
    loop {
        let first = |(_, following): &(_, &[Reading])| following.first().map(|first| first.at);
        // At the same time the session comes first, because it caused the others.
        let next =
            left.iter_mut().filter(|part| first(part).is_some()).min_by_key(|part| first(part));
        let Some((stream, following)) = next else { return found };
        let caused = following[1..].iter().take_while(|next| matches!(next.kind, Kind::Internal));
        let (records, rest) = following.split_at(1 + caused.count());
        found.push(StepRecords { stream: *stream, records, following });
        *following = rest;
    }
}

struct ScenarioWriter {
    people: People,
    steps: String,
    now: Timestamp,
    /// The tabs of the trace, and their names in the scenario.
    tabs: BTreeMap<String, String>,
    passwords: u32,
    /// The digests of the keys of links that were opened, and the users whose links they are.
    links: BTreeMap<String, String>,
    /// The digest of the sign-in flow that was begun last, or of the challenge of the last question for authenticators.
    flow: Value,
}

impl ScenarioWriter {
    /// Writes a crash with a restart at this time, from which the effects of the start follow.
    fn crash(&mut self, until: Timestamp) {
        let down = Duration { ms: until.ms_since(self.now).max(0) };
        self.now = self.now.max(until);
        self.write(&format!("crash: {{down: {down}}}"), None, &Value::Null);
    }

    /// Writes one step.
    fn step(&mut self, step: &StepRecords<'_>) -> Result<(), RecordError> {
        let first = &step.records[0];
        let tab = first.tab.clone().map(|tab| self.tab(&tab));
        let wait = Duration { ms: first.at.ms_since(self.now).max(0) };
        self.now = self.now.max(first.at);
        let expect = expectations(step);
        let action = match (&first.kind, step.stream) {
            (Kind::Opening | Kind::Internal, _) => return Ok(()),
            (Kind::Deadline, _) => {
                // Letting time pass is the whole step.
                self.write(&format!("after: {wait}"), None, &expect);
                return Ok(());
            }
            (Kind::Answer { call }, stream) => {
                let mut answer = people::nameless(call, &first.event);
                if stream.is_some() {
                    answer.extend(trace::which(call, &first.event));
                }
                format!("answer: {}", flow(&json!({ call.name(): answer })))
            }
            (Kind::Command, Some(stream)) => self.submission(stream, first),
            (Kind::Command, None) => self.command(step.following)?,
        };
        if wait.ms > 0 {
            self.write(&format!("after: {wait}"), None, &Value::Null);
        }
        self.write(&action, tab.as_deref().filter(|tab| *tab != "t1"), &expect);
        Ok(())
    }

    /// An event for a machine of the installation; people have other ids in a scenario.
    fn submission(&self, stream: &str, reading: &Reading) -> String {
        let fields = reading.fields().filter(|(name, _)| name != "type").collect();
        let fields = self.people.named_in_log(Value::Object(fields));
        format!("{stream}.{}: {}", reading.event_type(), flow(&fields))
    }

    /// The command in the first of these records; its answer shows whether secrets were correct.
    fn command(&mut self, following: &[Reading]) -> Result<String, RecordError> {
        let reading = &following[0];
        let name = format!("{}.{}", reading.machine, reading.event_type());
        let answer = trace::answer_to(following);
        let fields = match name.as_str() {
            "login.submit" => self.sign_in(reading, answer)?,
            "mfa.submit" | "mfa.recover" => json!({"code": people::code_word(answer)}),
            "password.submit" => {
                self.passwords += 1;
                let new = format!("new-password-{}", self.passwords);
                json!({"current": people::current_word(answer), "new": new})
            }
            "cli_login.open" => {
                // The digests of two clients differ, and so do the words in the scenario.
                let digest: String = reading.field("client")?;
                let client: String = digest.chars().take(8).collect();
                json!({"name": reading.event["name"], "client": client})
            }
            "cli_login.submit" => json!({"code": people::client_code_word(answer)}),
            // The answer is the same for all names.
            "forgot_password.submit" => json!({"account": "somebody"}),
            "reset_password.open" => {
                let user = self.people.who_has_link(answer);
                self.links.insert(key_of(reading), user.clone());
                json!({ "user": user })
            }
            "reset_password.submit" => {
                self.passwords += 1;
                let new = format!("new-password-{}", self.passwords);
                let user = self.links.get(&key_of(reading)).cloned();
                json!({"user": user.unwrap_or_else(|| "somebody".into()), "new": new})
            }
            "navigation.go" => {
                let place: Place = reading.field("wanted")?;
                let held = reading.event["held"].as_object().into_iter().flatten();
                let held = held.filter(|(_, value)| **value == true);
                let mut fields: Map<String, Value> =
                    held.map(|(name, value)| (name.clone(), value.clone())).collect();
                fields.insert("path".into(), json!(place.path()));
                fields.insert("trigger".into(), reading.event["trigger"].clone());
                if let Some(stored) = stored_path(&reading.event["held"]["stored"], reading)? {
                    fields.insert("stored".into(), stored);
                }
                Value::Object(fields)
            }
            "packages.open" => {
                let level: Level = reading.field("level")?;
                let search: SearchModel = reading.field("query")?;
                let query = query_string(&search, SearchType::Packages);
                json!({"path": with_search(level.place(), &search, &query).path()})
            }
            "onboarding.describe" => described(&reading.event["details"]),
            "sso.begin" => {
                let flow = &reading.event["flow"];
                self.flow = flow["digest"].clone();
                json!({"provider": flow["provider"], "purpose": flow["purpose"]})
            }
            "sso.callback" => {
                let user = self.people.who_typed(reading, answer);
                json!({"user": user, "flow": self.flow_word(&reading.event["flow"])})
            }
            "sso.denied" => json!({"flow": self.flow_word(&reading.event["flow"])}),
            "passkey.begin" => {
                let ceremony = &reading.event["ceremony"];
                self.flow = ceremony["digest"].clone();
                json!({"purpose": ceremony["purpose"]})
            }
            "passkey.answer" => {
                let user = self.people.who_typed(reading, answer);
                json!({"user": user, "flow": self.flow_word(&reading.event["digest"])})
            }
            "cli_login.deny" | "login.log_out" | "login.revoke" => json!({}),
            "startup.facts_changed" => {
                json!(FactsChange::of(&reading.field::<Vec<Fact>>("facts")?))
            }
            known if names::PROPOSALS.contains(&known) => {
                // Admission may have added fields to those of the proposal.
                let fields = fields::of_proposal(known);
                let proposal = reading.fields().filter(|(name, _)| fields.contains(name)).collect();
                Value::Object(proposal)
            }
            unknown => return Err(reading.error(format!("nobody does {unknown} in a story"))),
        };
        Ok(format!("{name}: {}", flow(&fields)))
    }

    /// Whether a browser came back from a provider for the last flow that was begun, or an authenticator has answered
    /// the last question.
    fn flow_word(&self, flow: &Value) -> &'static str {
        if *flow == self.flow { "own" } else { "other" }
    }

    fn sign_in(&self, reading: &Reading, answer: Option<&Reading>) -> Result<Value, RecordError> {
        let attempt = &reading.event["attempt"];
        let mut form = json!({
            "user": self.people.who_typed(reading, answer),
            "password": people::password_word(answer),
            "remember": attempt["remember"],
        });
        if let Some(stored) = stored_path(&attempt["stored"], reading)? {
            form["stored"] = stored;
        }
        if attempt["set_me_up"] == true {
            form["set_me_up"] = json!(true);
        }
        Ok(form)
    }

    /// The name of a tab in the scenario; an unknown one is opened first.
    fn tab(&mut self, tab: &str) -> String {
        if let Some(known) = self.tabs.get(tab) {
            return known.clone();
        }
        let name = format!("t{}", self.tabs.len() + 1);
        if !self.tabs.is_empty() {
            self.write(&format!("open_tab: {name}"), None, &Value::Null);
        }
        self.tabs.insert(tab.to_owned(), name.clone());
        name
    }

    fn write(&mut self, action: &str, tab: Option<&str>, expect: &Value) {
        write::step(&mut self.steps, action, tab, expect);
    }
}

/// The path that the browser had stored, as it sends it.
fn stored_path(recorded: &Value, reading: &Reading) -> Result<Option<Value>, RecordError> {
    let stored: Option<StoredPlace> = serde_json::from_value(recorded.clone())
        .map_err(|error| reading.error(format!("the stored path: {error}")))?;
    Ok(stored.map(|stored| json!({"path": stored.place.path(), "at": stored.at})))
}

/// The digest of the key of a link.
fn key_of(reading: &Reading) -> String {
    reading.event["key"].as_str().unwrap_or_default().to_owned()
}

/// The form of the details: the record shows which texts were typed, but not the texts.
fn described(details: &Value) -> Value {
    let mut form = json!({});
    for (field, value) in details.as_object().into_iter().flatten() {
        match field.as_str() {
            _ if value.is_null() => {}
            "role" => form[field] = value.clone(),
            _ => form[field] = format!("typed-{field}").into(),
        }
    }
    form
}

/// The state of every machine after a step, or the code of its rejection.
fn expectations(step: &StepRecords<'_>) -> Value {
    let first = &step.records[0];
    if let Some(code) = &first.refused {
        return json!({ "refused": code });
    }
    let mut states: BTreeMap<&str, &str> = BTreeMap::new();
    for record in step.records {
        // The expectations of a step are about its own tab only.
        if record.tab.is_none() || record.tab == first.tab {
            states.insert(step.stream.unwrap_or(record.machine.as_str()), &record.to);
        }
    }
    json!(states)
}
