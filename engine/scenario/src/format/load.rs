//! Parses a file into a scenario, and checks it as a whole.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Action, Scenario, Stored, expectations};
use crate::fault::{Fault, LocatedError, Position, unknown};
use crate::requirements::Requirements;
use crate::yaml::{self, Node};

/// The tab that is open from the beginning.
pub(crate) const FIRST_TAB: &str = "t1";

/// A scenario with the text that it was read from.
#[derive(Debug, Clone)]
pub struct Document {
    /// The file, as the caller named it.
    pub file: String,
    /// The text of the file.
    pub text: String,
    /// The scenario in it.
    pub scenario: Scenario,
    tree: Node,
}

/// Parses a scenario. Without requirements, the ids that it covers are not checked.
pub fn parse(
    file: &str,
    text: &str,
    requirements: Option<&Requirements>,
) -> Result<Document, Fault> {
    let read = || {
        let tree = yaml::parse(text)?;
        check_first_line(&tree)?;
        let scenario: Scenario = yaml::from_node(&tree)?;
        check(&scenario, &tree, requirements)?;
        Ok((scenario, tree))
    };
    let (scenario, tree) = read().map_err(|error: LocatedError| error.in_file(file))?;
    Ok(Document { file: file.to_owned(), text: text.to_owned(), scenario, tree })
}

impl Document {
    /// The file as JSON, which editors validate against the schema.
    pub fn to_json(&self) -> serde_json::Value {
        self.tree.to_json()
    }

    /// The position of a step.
    pub fn step_position(&self, step: usize) -> Position {
        self.step(step).map_or(Position::START, |node| node.position)
    }

    /// The first line of a step, as written in the file.
    pub fn step_text(&self, step: usize) -> &str {
        let line = self.step_position(step).line;
        self.text.lines().nth(line.saturating_sub(1)).unwrap_or_default().trim()
    }

    /// The bytes of the value of a key of a step's `expect`.
    pub(crate) fn expected(&self, step: usize, key: &str) -> Option<Range<usize>> {
        let node = self.step(step)?.get("expect")?.get(key)?;
        Some(node.bytes.clone())
    }

    /// The bytes of a step's whole `expect`.
    pub(crate) fn expect(&self, step: usize) -> Option<Range<usize>> {
        Some(self.step(step)?.get("expect")?.bytes.clone())
    }

    fn step(&self, step: usize) -> Option<&Node> {
        self.tree.get("steps")?.items().get(step)
    }
}

fn check_first_line(tree: &Node) -> Result<(), LocatedError> {
    let yaml::Value::Map(entries) = &tree.value else {
        return Err(LocatedError::new(tree.position, "expected `scenario:` and a sentence"));
    };
    match entries.first() {
        Some((key, _)) if key.text() == Some("scenario") && key.position == Position::START => {
            Ok(())
        }
        Some((key, _)) => {
            let message = "the first line must be `scenario:` and a sentence that tells the story";
            Err(LocatedError::new(key.position, message))
        }
        None => Err(LocatedError::new(tree.position, "expected `scenario:` and a sentence")),
    }
}

fn check(
    scenario: &Scenario,
    tree: &Node,
    requirements: Option<&Requirements>,
) -> Result<(), LocatedError> {
    let place = |key: &str| tree.get(key).map_or(tree.position, |node| node.position);
    if scenario.scenario.trim().is_empty() {
        return Err(LocatedError::new(
            place("scenario"),
            "expected a sentence that tells the story",
        ));
    }
    if scenario.covers.is_empty() {
        return Err(LocatedError::new(place("covers"), "expected the requirements that it proves"));
    }
    let ids = tree.get("covers").map(Node::items).unwrap_or_default();
    for (id, node) in scenario.covers.iter().zip(ids) {
        if let Some(error) = requirements.and_then(|known| known.unknown_id_message(id)) {
            return Err(LocatedError::new(node.position, error));
        }
    }
    if scenario.steps.is_empty() {
        return Err(LocatedError::new(place("steps"), "expected at least one step"));
    }
    check_given(scenario, tree)?;
    check_steps(scenario, tree)
}

fn check_given(scenario: &Scenario, tree: &Node) -> Result<(), LocatedError> {
    let given = tree.get("given");
    let place = |key: &str| {
        given.and_then(|node| node.get(key)).map_or(tree.position, |node| node.position)
    };
    let names: Vec<&str> = scenario.given.users.iter().map(|user| user.name.as_str()).collect();
    if let Some(twice) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
        let node = given.and_then(|node| node.get("users")?.items().get(twice.0));
        let position = node.map_or(tree.position, |node| node.position);
        return Err(LocatedError::new(position, format!("there is a user `{}` already", twice.1)));
    }
    if let Some(name) = &scenario.given.signed_in
        && !names.contains(&name.as_str())
    {
        return Err(LocatedError::new(place("signed_in"), unknown("user", name, &names)));
    }
    scenario.given.remembered.as_ref().map_or(Ok(()), |stored| {
        check_stored(stored).map_err(|message| LocatedError::new(place("remembered"), message))
    })
}

fn check_stored(stored: &Stored) -> Result<(), &'static str> {
    match (&stored.at, &stored.ago) {
        (Some(_), Some(_)) => Err("a stored path has either `at` or `ago`"),
        _ => Ok(()),
    }
}

/// Tabs must be open where they are named; the scenario chooses their names.
fn check_steps(scenario: &Scenario, tree: &Node) -> Result<(), LocatedError> {
    let nodes = tree.get("steps").map(Node::items).unwrap_or_default();
    let mut open = BTreeSet::from([FIRST_TAB.to_owned()]);
    for (step, node) in scenario.steps.iter().zip(nodes) {
        let place = |key: &str| node.get(key).map_or(node.position, |node| node.position);
        let known: Vec<&str> = open.iter().map(String::as_str).collect();
        let must_be_open = |tab: &str, key: &str| {
            let message = || unknown("open tab", tab, &known);
            if open.contains(tab) { Ok(()) } else { Err(LocatedError::new(place(key), message())) }
        };
        if let (Some(expect), Some(node)) = (&step.expect, node.get("expect")) {
            expectations::check(expect, node)?;
        }
        if let Some(tab) = &step.tab {
            must_be_open(tab, "tab")?;
        }
        match &step.action {
            Action::LoginSubmit(submit) => {
                submit
                    .stored
                    .as_ref()
                    .map_or(Ok(()), check_stored)
                    .map_err(|message| LocatedError::new(place("login.submit"), message))?;
            }
            Action::OpenTab(tab) => {
                if !tab.starts_with('t') || !tab.chars().all(|c| c.is_ascii_alphanumeric()) {
                    let message = format!("a tab is named like t2, and not `{tab}`");
                    return Err(LocatedError::new(place("open_tab"), message));
                }
                if !open.insert(tab.clone()) {
                    let message = format!("the tab `{tab}` is open already");
                    return Err(LocatedError::new(place("open_tab"), message));
                }
            }
            Action::CloseTab(tab) => {
                must_be_open(tab, "close_tab")?;
                open.remove(tab);
            }
            _ => {}
        }
    }
    Ok(())
}
