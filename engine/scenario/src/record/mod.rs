//! Making a story of what was recorded: the records of one session become steps that lead to the same states.
//!
//! Nothing that a record does not hold can come back, and nobody needs it: secrets become right or wrong by the
//! answer that followed, and people get made-up names.

mod people;
mod trace;
mod write;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use waybill_machines::machines::startup::Fact;
use waybill_machines::rules::path_memory::StoredPlace;
use waybill_machines::rules::routes::Place;
use waybill_machines::{MachineName, Timestamp};

use crate::format::{Duration, FactsChange, names};
use crate::record::people::People;
use crate::record::trace::{Kind, Reading, read};
use crate::yaml::flow;

/// What the story says about itself.
#[derive(Debug, Clone)]
pub struct About {
    /// Its first sentence.
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

/// Why a trace cannot become a story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoStory {
    /// The line of the trace, from 1.
    pub line: usize,
    /// Why.
    pub message: String,
}

impl std::fmt::Display for NoStory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {} of the trace: {}", self.line, self.message)
    }
}

impl std::error::Error for NoStory {}

/// Makes a story from one session's records, a line each; a trace's header may stand before them.
///
/// Running the story leads through the same states, since every answer that came is written as a step.
pub fn record<'a>(
    lines: impl IntoIterator<Item = &'a str>,
    about: &About,
) -> Result<String, NoStory> {
    let readings = read(lines)?;
    if let [only] = readings.as_slice() {
        return Err(only.no_story("nothing happened in this session"));
    }
    let people = People::of(&readings);
    let mut story = Story {
        people,
        steps: String::new(),
        now: readings.first().map_or(Timestamp::default(), |first| first.at),
        tabs: BTreeMap::new(),
        passwords: 0,
    };
    let begins = story.now;
    let mut at = 0;
    while at < readings.len() {
        let told = readings[at + 1..].iter().take_while(|next| matches!(next.kind, Kind::Told));
        let end = at + 1 + told.count();
        story.step(&readings, at..end)?;
        at = end;
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
    head(&mut text, &format!("  users: {}", story.people.given()));
    head(&mut text, "steps:");
    text.push_str(&story.steps);
    Ok(text)
}

struct Story {
    people: People,
    steps: String,
    now: Timestamp,
    /// The tabs of the trace, and what the story calls them.
    tabs: BTreeMap<String, String>,
    passwords: u32,
}

impl Story {
    /// Writes the step of one record and of all that was told because of it.
    fn step(&mut self, readings: &[Reading], range: std::ops::Range<usize>) -> Result<(), NoStory> {
        let first = &readings[range.start];
        let tab = first.tab.clone().map(|tab| self.tab(&tab));
        let wait = Duration { ms: first.at.ms_since(self.now).max(0) };
        self.now = self.now.max(first.at);
        let expect = expectations(&readings[range.clone()], first);
        let action = match &first.kind {
            Kind::Opening | Kind::Told => return Ok(()),
            Kind::Deadline => {
                // Time alone makes a deadline come, so that the waiting is the whole step.
                self.write(&format!("after: {wait}"), None, &expect);
                return Ok(());
            }
            Kind::Answer { call } => {
                let answer = people::nameless(call, &first.event);
                format!("answer: {}", flow(&json!({ call.as_str(): answer })))
            }
            Kind::Command => self.command(readings, range.start)?,
        };
        if wait.ms > 0 {
            self.write(&format!("after: {wait}"), None, &Value::Null);
        }
        self.write(&action, tab.as_deref().filter(|tab| *tab != "t1"), &expect);
        Ok(())
    }

    fn command(&mut self, readings: &[Reading], at: usize) -> Result<String, NoStory> {
        let reading = &readings[at];
        let name = format!("{}.{}", reading.machine, reading.event_type());
        let answer = trace::answer_to(readings, at);
        let fields = match name.as_str() {
            "login.submit" => self.sign_in(reading, answer)?,
            "mfa.submit" | "mfa.recover" => json!({"code": people::code_word(answer)}),
            "password.submit" => {
                self.passwords += 1;
                let new = format!("new-password-{}", self.passwords);
                json!({"current": people::current_word(answer), "new": new})
            }
            "navigation.go" => {
                let place: Place = reading.field("wanted")?;
                json!({"path": path(&place), "trigger": reading.event["trigger"]})
            }
            "onboarding.describe" => described(&reading.event["details"]),
            "login.log_out" | "login.revoke" => json!({}),
            "startup.facts_changed" => {
                json!(FactsChange::of(&reading.field::<Vec<Fact>>("facts")?))
            }
            known if names::PROPOSALS.contains(&known) => {
                // What a tab says of these is what the event holds, but for what the shell stamped on it.
                let said: Map<String, Value> = match known {
                    "idle.activity"
                    | "startup.view_as"
                    | "onboarding.choose"
                    | "onboarding.want"
                    | "onboarding.want_project"
                    | "onboarding.restore"
                    | "log_viewer.select_product"
                    | "log_viewer.select_node"
                    | "log_viewer.select_file"
                    | "log_viewer.feed_lost"
                    | "service_status.ask_removal" => reading.fields_without(&["type"]),
                    "quick_setup.open" => {
                        reading.fields_without(&["type", "supported", "has_landing"])
                    }
                    _ => Map::new(),
                };
                Value::Object(said)
            }
            unknown => return Err(reading.no_story(format!("nobody does {unknown} in a story"))),
        };
        Ok(format!("{name}: {}", flow(&fields)))
    }

    fn sign_in(&self, reading: &Reading, answer: Option<&Reading>) -> Result<Value, NoStory> {
        let attempt = &reading.event["attempt"];
        let mut form = json!({
            "user": self.people.who_typed(reading, answer),
            "password": people::password_word(answer),
            "remember": attempt["remember"],
        });
        let stored: Option<StoredPlace> = serde_json::from_value(attempt["stored"].clone())
            .map_err(|error| reading.no_story(format!("the stored path: {error}")))?;
        if let Some(stored) = stored {
            form["stored"] = json!({"path": path(&stored.place), "at": stored.at});
        }
        Ok(form)
    }

    /// What the story calls a tab; one that was not seen before is opened first.
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

/// What was typed is not in the record, but that something was.
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

/// The state of every machine after a step, or why it was refused.
fn expectations(records: &[Reading], first: &Reading) -> Value {
    if let Some(code) = &first.refused {
        return json!({ "refused": code });
    }
    let mut states: BTreeMap<MachineName, &str> = BTreeMap::new();
    for record in records {
        // A step speaks of its own tab only.
        if record.tab.is_none() || record.tab == first.tab {
            states.insert(record.machine, &record.to);
        }
    }
    json!(states)
}

/// A path that means this place.
fn path(place: &Place) -> String {
    let query: Vec<String> =
        place.query.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let mark = if query.is_empty() { "" } else { "?" };
    format!("{}{mark}{}", place.route.route().path, query.join("&"))
}
