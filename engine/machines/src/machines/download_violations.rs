//! Downloads that the rules about downloads have refused, in a stream for each day (UTC).
//!
//! ```text
//! none --violate--> violated --violate--> violated        in the stream download_violations/<day>
//! ```
//!
//! A stream of a day, and not more events of `download_rules`: clients cause these records, and the rules, which are in
//! each record of their machine, are neither written again for them nor read behind them. The state has a number and no
//! list, so that a record stays small: which violations the last hour had is in the records themselves, and the service
//! reads it there after a start. The limit keeps a stream at 600 records for each of its hours, whatever clients do.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine, Rejection, RejectionCode};
use crate::named;
use crate::rules::artifacts::PATH_BYTES_MAX;
use crate::rules::download_rules::{DownloadRuleKind, DownloadViolationReason};
use crate::rules::repositories::PackageType;
use crate::secret::PersonId;
use crate::time::Timestamp;

/// How many violations of the installation are recorded within [`DOWNLOAD_VIOLATIONS_WITHIN_MS`].
pub const DOWNLOAD_VIOLATIONS_MAX: u64 = 600;
/// The time for which that is the most, and in which the same violation is recorded once: an hour.
pub const DOWNLOAD_VIOLATIONS_WITHIN_MS: i64 = 60 * 60 * 1_000;

/// A download that a rule has refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DownloadViolation {
    /// The name that the rule has.
    pub rule: String,
    /// What the rule is about.
    pub kind: DownloadRuleKind,
    /// What the version violates.
    pub reason: DownloadViolationReason,
    /// The id of the repository that has the file.
    pub repository: String,
    /// The type of that repository.
    pub package_type: PackageType,
    /// The package.
    pub package: String,
    /// The version of the package.
    pub version: String,
    /// The path of the file that was asked for.
    pub path: String,
    /// The user who asked for it; none without credentials.
    pub person: Option<PersonId>,
}

impl DownloadViolation {
    /// Whether a text of it is longer than what the server stores can be.
    fn is_too_long(&self) -> bool {
        let Self { rule, repository, package, version, path, .. } = self;
        [rule, repository, package, version, path].iter().any(|text| text.len() > PATH_BYTES_MAX)
    }
}

/// The state of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "DownloadViolationsState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// No download was refused.
    None {},
    /// Downloads were refused.
    Violated {
        /// When the hour began in which they are counted.
        since: Timestamp,
        /// How many were recorded in it.
        violations: u64,
    },
}
named!(State { None = "none", Violated = "violated" });

/// The events of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "DownloadViolationsEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// A rule has refused a download.
    Violate {
        /// The download.
        violation: Box<DownloadViolation>,
    },
}
named!(Event { Violate = "violate" });

/// The machine of the downloads that rules have refused.
#[derive(Debug, Default)]
pub struct DownloadViolations;

#[state_machine(
    initial = "State::None {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl DownloadViolations {
    #[state]
    fn none(event: &Event, context: &mut Context) -> Outcome<State> {
        violate(None, event, context)
    }

    #[state(local_storage("since: Timestamp", "violations: u64"))]
    fn violated(
        since: &Timestamp,
        violations: &u64,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        violate(Some((*since, *violations)), event, context)
    }
}

fn violate(
    known: Option<(Timestamp, u64)>,
    event: &Event,
    context: &mut Context,
) -> Outcome<State> {
    let Event::Violate { violation } = event;
    if context.guard("too_long", violation.is_too_long()) {
        return context.refuse(Rejection::new(RejectionCode::TooLong));
    }
    // A clock that was set back begins another hour too.
    let hour = 0..DOWNLOAD_VIOLATIONS_WITHIN_MS;
    let known = known.filter(|(since, _)| hour.contains(&context.at.ms_since(*since)));
    let (since, violations) = known.unwrap_or((context.at, 0));
    if context.guard("too_many", violations >= DOWNLOAD_VIOLATIONS_MAX) {
        return context.refuse_here();
    }
    Transition(State::Violated { since, violations: violations.saturating_add(1) })
}

impl Machine for DownloadViolations {
    const NAME: &'static str = "download_violations";
    const TERMINAL: &'static [&'static str] = &["violated"];

    crate::installation_machine!(DownloadViolations);

    fn examples() -> Vec<Event> {
        let violate = |package: &str, person: Option<&str>| Event::Violate {
            violation: Box::new(DownloadViolation {
                rule: "No critical".into(),
                kind: DownloadRuleKind::Severity,
                reason: DownloadViolationReason::Severity,
                repository: "r1".into(),
                package_type: PackageType::Npm,
                package: package.into(),
                version: "1.0.0".into(),
                path: "shop/-/shop-1.0.0.tgz".into(),
                person: person.map(|person| PersonId(person.into())),
            }),
        };
        vec![
            violate("shop", Some("p_ann")),
            violate("shop", None),
            violate(&"s".repeat(PATH_BYTES_MAX + 1), None),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::decide;

    fn decided(state: &State, at_ms: i64) -> Result<State, RejectionCode> {
        let event = DownloadViolations::examples().remove(0);
        let decided = decide::<DownloadViolations>(state, &event, Timestamp::from_ms(at_ms));
        decided.map(|accepted| accepted.state).map_err(|refused| refused.rejection.code)
    }

    /// covers: [HOOK-04]
    #[test]
    fn an_hour_has_only_so_many_violations() {
        const HOUR_MS: i64 = DOWNLOAD_VIOLATIONS_WITHIN_MS;
        let mut state = State::None {};
        for second in 0..600 {
            state = decided(&state, second * 1_000).expect("a violation within the limit");
        }
        let since = Timestamp::from_ms(0);
        assert_eq!(state, State::Violated { since, violations: DOWNLOAD_VIOLATIONS_MAX });
        assert_eq!(decided(&state, HOUR_MS - 1), Err(RejectionCode::NotInThisState));
        for another in [HOUR_MS, -1] {
            let since = Timestamp::from_ms(another);
            assert_eq!(decided(&state, another), Ok(State::Violated { since, violations: 1 }));
        }
    }
}
