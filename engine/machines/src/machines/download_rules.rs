//! The rules of the installation about downloads of packages, as one list that is replaced as a whole.
//!
//! ```text
//! none --set--> ruled --set--> ruled
//! ```
//!
//! A list without rules is a list too, so that the revision never returns to an earlier one: a change names the
//! revision that was read before, and two administrators do not undo each other's changes unawares.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine, Rejection, RejectionCode};
use crate::named;
use crate::rules::download_rules::{
    DownloadAction, DownloadCondition, DownloadRule, DownloadSeverity, check_download_rules,
};
use crate::secret::PersonId;
use crate::time::Timestamp;

/// The state of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "DownloadRulesState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// There were never any.
    None {},
    /// There are rules, or there were some.
    Ruled {
        /// The rules, in the order in which they are judged.
        rules: Vec<DownloadRule>,
        /// Increases with each change; 1 after the first one.
        revision: u64,
        /// When they were changed.
        at: Timestamp,
        /// The user who changed them; none if it was not a user.
        by: Option<PersonId>,
    },
}
named!(State { None = "none", Ruled = "ruled" });

/// The events of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "DownloadRulesEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// All rules are replaced.
    Set {
        /// The rules from now on.
        rules: Vec<DownloadRule>,
        /// The revision of the rules that are replaced; 0 before the first ones.
        revision: u64,
        /// The user who changes them; none if it is not a user.
        by: Option<PersonId>,
    },
}
named!(Event { Set = "set" });

/// The machine of the rules about downloads.
#[derive(Debug, Default)]
pub struct DownloadRules;

#[state_machine(
    initial = "State::None {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl DownloadRules {
    #[state]
    fn none(event: &Event, context: &mut Context) -> Outcome<State> {
        set(0, event, context)
    }

    #[state(local_storage(
        "rules: Vec<DownloadRule>",
        "revision: u64",
        "at: Timestamp",
        "by: Option<PersonId>"
    ))]
    fn ruled(revision: &u64, event: &Event, context: &mut Context) -> Outcome<State> {
        set(*revision, event, context)
    }
}

fn set(known: u64, event: &Event, context: &mut Context) -> Outcome<State> {
    let Event::Set { rules, revision, by } = event;
    if context.guard("edited_meanwhile", *revision != known) {
        return context.refuse(Rejection::new(RejectionCode::EditedMeanwhile));
    }
    if let Err((_, problem)) = check_download_rules(rules) {
        return context.not_allowed(problem.rejection());
    }
    Transition(State::Ruled {
        rules: rules.clone(),
        revision: known.saturating_add(1),
        at: context.at,
        by: by.clone(),
    })
}

impl Machine for DownloadRules {
    const NAME: &'static str = "download_rules";
    const TERMINAL: &'static [&'static str] = &["ruled"];

    // Rules are changed over HTTP.
    crate::installation_machine!(DownloadRules);

    fn examples() -> Vec<Event> {
        let rule = |name: &str, condition, action| DownloadRule {
            name: name.into(),
            enabled: true,
            repositories: vec!["npm-*".into()],
            condition,
            action,
        };
        let licences = DownloadCondition::Licence {
            refused: ["AGPL-3.0-only".to_owned()].into(),
            unknown: true,
        };
        let at_least = DownloadSeverity::High;
        let rules = vec![
            rule("Severe", DownloadCondition::Severity { at_least }, DownloadAction::Refuse),
            rule("Licences", licences, DownloadAction::Warn),
            rule("Too new", DownloadCondition::Age { min_hours: 24 }, DownloadAction::Refuse),
        ];
        let nameless = rule("", DownloadCondition::Age { min_hours: 24 }, DownloadAction::Refuse);
        let set = |rules: &[DownloadRule], revision| Event::Set {
            rules: rules.to_vec(),
            revision,
            by: Some(PersonId("p_ann".into())),
        };
        vec![set(&rules, 0), set(&[], 1), set(&[nameless], 0), set(&rules, 2)]
    }

    /// Further revisions are decided like the third.
    fn abstract_state(state: &State) -> String {
        match state {
            State::None {} => "none".to_owned(),
            State::Ruled { rules, revision, .. } => {
                format!("ruled {} {}", rules.len(), revision.min(&3))
            }
        }
    }
}
