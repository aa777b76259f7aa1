//! A cleanup policy: created under a key, changed, enabled, run and deleted, in a stream of its own (CLEAN-01).
//!
//! ```text
//! absent --create--> existing --change, enable, begin_run, end_run--> existing --delete--> deleted
//! ```
//!
//! The stream is named by an id that is never reused. The service ensures that only one existing policy has a key, and
//! that a run which a stop has ended is recorded as interrupted. What a run removes is in the records of the packages.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine};
use crate::named;
use crate::rules::cleanup::{
    CleanupCriteria, CleanupPolicy as Settings, CleanupProblem, check_cleanup_policy,
};
use crate::rules::repositories::PackageType;
use crate::secret::PersonId;
use crate::time::Timestamp;

/// Why a run began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CleanupTrigger {
    /// A user has requested it.
    Request,
    /// Its schedule.
    Schedule,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CleanupOutcome {
    /// It has looked at everything.
    Completed,
    /// A user has cancelled it.
    Cancelled,
    /// It took as long as it may.
    OutOfTime,
    /// Something could not be removed; the log says why.
    Failed,
    /// The server stopped.
    Interrupted,
}

/// What a run has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CleanupCounts {
    /// The versions that it removed.
    pub versions: u64,
    /// The files that it removed, those of versions too.
    pub files: u64,
    /// Their size in bytes.
    pub bytes: u64,
    /// Versions and files that were selected and spared, since they were used or changed meanwhile.
    pub spared: u64,
}

/// A run of a policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CleanupRun {
    /// Why it began.
    pub trigger: CleanupTrigger,
    /// When it began.
    pub began_at: Timestamp,
    /// Its end; none while it is in progress.
    pub ended: Option<CleanupEnd>,
}

/// The end of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CleanupEnd {
    /// When it ended.
    pub at: Timestamp,
    /// How it ended.
    pub outcome: CleanupOutcome,
    /// What it has done, as far as it is known.
    pub counts: CleanupCounts,
}

/// The state of a policy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "CleanupPolicyState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The policy does not exist.
    Absent {},
    /// The policy exists.
    Existing {
        /// What it removes, and when.
        policy: Box<Settings>,
        /// When it was created.
        created_at: Timestamp,
        /// The user who created it; none if the server did.
        created_by: Option<PersonId>,
        /// Its newest run; none before the first.
        run: Option<CleanupRun>,
    },
    /// The policy was deleted. Its key is free for another one.
    Deleted {
        /// The key that it had.
        key: String,
    },
}
named!(State { Absent = "absent", Existing = "existing", Deleted = "deleted" });

/// The events of a policy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "CleanupPolicyEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The policy is created.
    Create {
        /// What it removes, and when.
        policy: Box<Settings>,
        /// The user who creates it; none for the server.
        by: Option<PersonId>,
    },
    /// What it removes, or when, changes. The key stays.
    Change {
        /// What it removes from now on, and when.
        policy: Box<Settings>,
    },
    /// It runs by itself from now on, or no longer.
    Enable {
        /// Whether it does.
        enabled: bool,
    },
    /// A run begins.
    BeginRun {
        /// Why.
        trigger: CleanupTrigger,
    },
    /// The run ends.
    EndRun {
        /// How.
        outcome: CleanupOutcome,
        /// What it has done.
        counts: CleanupCounts,
    },
    /// The policy is deleted.
    Delete {},
}
named!(Event {
    Create = "create",
    Change = "change",
    Enable = "enable",
    BeginRun = "begin_run",
    EndRun = "end_run",
    Delete = "delete",
});

/// The machine of cleanup policies.
#[derive(Debug, Default)]
pub struct CleanupPolicy;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl CleanupPolicy {
    #[state(superstate = "root")]
    fn absent(event: &Event, context: &mut Context) -> Outcome<State> {
        let Event::Create { policy, by } = event else { return Super };
        if let Err(problem) = check_cleanup_policy(policy) {
            return context.not_allowed(problem.rejection());
        }
        Transition(State::Existing {
            policy: policy.clone(),
            created_at: context.at,
            created_by: by.clone(),
            run: None,
        })
    }

    #[state(
        superstate = "root",
        local_storage(
            "policy: Box<Settings>",
            "created_at: Timestamp",
            "created_by: Option<PersonId>",
            "run: Option<CleanupRun>"
        )
    )]
    fn existing(
        policy: &Settings,
        created_at: &Timestamp,
        created_by: &Option<PersonId>,
        run: &Option<CleanupRun>,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        let existing = |policy: Settings, run: Option<CleanupRun>| {
            Transition(State::Existing {
                policy: Box::new(policy),
                created_at: *created_at,
                created_by: created_by.clone(),
                run,
            })
        };
        let running = run.filter(|run| run.ended.is_none());
        match event {
            Event::Create { .. } => Super,
            Event::Change { policy: wanted } => {
                if let Err(problem) = check_change(policy, wanted) {
                    return context.not_allowed(problem.rejection());
                }
                existing(wanted.as_ref().clone(), *run)
            }
            Event::Enable { enabled } => {
                existing(Settings { enabled: *enabled, ..policy.clone() }, *run)
            }
            Event::BeginRun { .. } | Event::Delete {}
                if context.guard("running", running.is_some()) =>
            {
                context.refuse(CleanupProblem::Running.rejection())
            }
            Event::BeginRun { trigger } => {
                let begun = CleanupRun { trigger: *trigger, began_at: context.at, ended: None };
                existing(policy.clone(), Some(begun))
            }
            Event::EndRun { outcome, counts } => {
                let Some(running) = running else {
                    return context.refuse(CleanupProblem::NotRunning.rejection());
                };
                let end = CleanupEnd { at: context.at, outcome: *outcome, counts: *counts };
                existing(policy.clone(), Some(CleanupRun { ended: Some(end), ..running }))
            }
            Event::Delete {} => Transition(State::Deleted { key: policy.key.clone() }),
        }
    }

    #[state(superstate = "root", local_storage("key: String"))]
    fn deleted() -> Outcome<State> {
        Super
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

fn check_change(known: &Settings, wanted: &Settings) -> Result<(), CleanupProblem> {
    if known.key == wanted.key { check_cleanup_policy(wanted) } else { Err(CleanupProblem::Fixed) }
}

impl Machine for CleanupPolicy {
    const NAME: &'static str = "cleanup_policy";
    const TERMINAL: &'static [&'static str] = &["deleted"];

    // Policies are changed over HTTP.
    crate::installation_machine!(CleanupPolicy);

    /// Without what is removed and what runs did, which no decision depends on.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Existing { policy, run, .. } => {
                let runs = match run {
                    None => "not run",
                    Some(CleanupRun { ended: None, .. }) => "running",
                    Some(CleanupRun { ended: Some(_), .. }) => "has run",
                };
                format!("existing {} {} {runs}", policy.key, policy.enabled)
            }
            State::Deleted { key } => format!("deleted {key}"),
        }
    }

    fn examples() -> Vec<Event> {
        let policy = |key: &str, keep_last: Option<u32>| {
            Box::new(Settings {
                key: key.into(),
                description: "old versions".into(),
                cron: "0 2 * * *".into(),
                duration_minutes: 60,
                enabled: true,
                skips_trash: false,
                project_key: Some("shop".into()),
                criteria: CleanupCriteria {
                    package_types: BTreeSet::from([PackageType::Npm]),
                    repositories: Some(BTreeSet::from(["r1".into()])),
                    excluded_repositories: BTreeSet::from(["r2".into()]),
                    leaves_projects_out: false,
                    includes: vec!["@acme/*".into()],
                    excludes: vec!["@acme/shop".into()],
                    created_before_days: keep_last.map(|_| 30),
                    unused_days: keep_last.map(|_| 90),
                    keep_last,
                },
            })
        };
        let create = |key: &str, keep_last| Event::Create {
            policy: policy(key, keep_last),
            by: Some(PersonId("p_ann".into())),
        };
        let end = |outcome| Event::EndRun {
            outcome,
            counts: CleanupCounts { versions: 2, files: 3, bytes: 84, spared: 1 },
        };
        vec![
            create("old-versions", Some(3)),
            create("old-versions", None),
            Event::Change { policy: policy("old-versions", Some(5)) },
            Event::Change { policy: policy("other", Some(5)) },
            Event::Enable { enabled: false },
            Event::Enable { enabled: true },
            Event::BeginRun { trigger: CleanupTrigger::Request },
            Event::BeginRun { trigger: CleanupTrigger::Schedule },
            end(CleanupOutcome::Completed),
            end(CleanupOutcome::Cancelled),
            end(CleanupOutcome::OutOfTime),
            end(CleanupOutcome::Failed),
            end(CleanupOutcome::Interrupted),
            Event::Delete {},
        ]
    }
}
