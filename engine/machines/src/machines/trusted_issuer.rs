//! An issuer whose tokens are exchanged for access tokens of robots: created under a name, changed, and deleted, in a
//! stream of its own, which also has each exchange (ROBOT-02).
//!
//! ```text
//!                      +--change, exchange--+
//!                      v                    |
//! absent --create--> existing --------------+ --delete--> deleted
//! ```
//!
//! The stream is named by an id that is never reused. An exchange is recorded before the access token is made, and the
//! record of that names it as its cause: an auditor finds for which job a robot was given a token. The token of the job
//! has been verified when the exchange is decided; here the rule is compared once more with what is effective now.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine, Rejection, RejectionCode};
use crate::named;
use crate::rules::trusted_issuers::{
    IssuerFault, IssuerProblem, TrustedIssuer as Settings, check_issuer,
};
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// The longest subject of a token, in bytes.
pub const SUBJECT_BYTES_MAX: usize = 1_024;

/// The state of an issuer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TrustedIssuerState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The issuer is not trusted.
    Absent {},
    /// The issuer is known.
    Existing {
        /// What it is, with its rules.
        issuer: Settings,
        /// When it was created.
        created_at: Timestamp,
        /// The user who created it; none if the server did.
        created_by: Option<PersonId>,
    },
    /// The issuer was deleted. Its name is free for another one.
    Deleted {
        /// The name that it had.
        name: String,
    },
}
named!(State { Absent = "absent", Existing = "existing", Deleted = "deleted" });

/// The events of an issuer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TrustedIssuerEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The issuer is created.
    Create {
        /// What it is, with its rules.
        issuer: Settings,
        /// The user who creates it; none for the server.
        by: Option<PersonId>,
    },
    /// What it is changes. The name stays.
    Change {
        /// What it is from now on.
        issuer: Settings,
    },
    /// A token of the issuer is exchanged for an access token.
    Exchange {
        /// The name of the rule that matches.
        rule: String,
        /// The robot whose access token is made.
        person: PersonId,
        /// The subject of the token: the job, as the issuer names it.
        subject: String,
        /// The SHA-256 of the id of the token, which is used once; none if it has none.
        jti: Option<Digest>,
        /// When the token of the issuer expires.
        presented_until: Timestamp,
        /// How long the access token is valid, in seconds.
        lives_s: u32,
    },
    /// The issuer is deleted.
    Delete {},
}
named!(Event { Create = "create", Change = "change", Exchange = "exchange", Delete = "delete" });

/// The machine of issuers.
#[derive(Debug, Default)]
pub struct TrustedIssuer;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl TrustedIssuer {
    #[state(superstate = "root")]
    fn absent(event: &Event, context: &mut Context) -> Outcome<State> {
        let Event::Create { issuer, by } = event else { return Super };
        if let Err(problem) = check_issuer(issuer) {
            return context.not_allowed(problem.rejection());
        }
        Transition(State::Existing {
            issuer: issuer.clone(),
            created_at: context.at,
            created_by: by.clone(),
        })
    }

    #[state(
        superstate = "root",
        local_storage("issuer: Settings", "created_at: Timestamp", "created_by: Option<PersonId>")
    )]
    fn existing(
        issuer: &Settings,
        created_at: &Timestamp,
        created_by: &Option<PersonId>,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Create { .. } => Super,
            Event::Change { issuer: wanted } => {
                if let Err(problem) = check_change(issuer, wanted) {
                    return context.not_allowed(problem.rejection());
                }
                Transition(State::Existing {
                    issuer: wanted.clone(),
                    created_at: *created_at,
                    created_by: created_by.clone(),
                })
            }
            Event::Exchange { rule, person, subject, lives_s, .. } => {
                // An administrator may have changed the rules since the token was verified.
                let may = may_exchange(issuer, rule, person, *lives_s);
                let is_subject = (1..=SUBJECT_BYTES_MAX).contains(&subject.len());
                if context.guard("exchange_not_allowed", !may || !is_subject) {
                    return context.refuse(Rejection::new(RejectionCode::ExchangeNotAllowed));
                }
                Handled
            }
            Event::Delete {} => Transition(State::Deleted { name: issuer.name.clone() }),
        }
    }

    #[state(superstate = "root", local_storage("name: String"))]
    fn deleted() -> Outcome<State> {
        Super
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

/// The name stays: requests and records name the issuer by it.
fn check_change(known: &Settings, wanted: &Settings) -> Result<(), IssuerProblem> {
    if known.name != wanted.name {
        return Err(IssuerProblem::of(IssuerFault::Fixed));
    }
    check_issuer(wanted)
}

/// Whether a rule of the issuer gives a token of this robot for so long.
fn may_exchange(issuer: &Settings, rule: &str, robot: &PersonId, lives_s: u32) -> bool {
    issuer.enabled
        && issuer
            .rule(rule)
            .is_some_and(|rule| rule.robot == *robot && (1..=rule.expires_in_s).contains(&lives_s))
}

impl Machine for TrustedIssuer {
    const NAME: &'static str = "trusted_issuer";
    const TERMINAL: &'static [&'static str] = &["deleted"];

    // Issuers are changed over HTTP.
    crate::installation_machine!(TrustedIssuer);

    /// Without who created it, which no decision depends on.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Existing { issuer, .. } => {
                let Settings { name, issuer, enabled, rules, .. } = issuer;
                format!("existing {name} {issuer} {enabled} {rules:?}")
            }
            State::Deleted { name } => format!("deleted {name}"),
        }
    }

    fn examples() -> Vec<Event> {
        use crate::rules::trusted_issuers::ExchangeRule;

        let rule = |claim: &str, value: &str, robot: &str| ExchangeRule {
            name: "release".into(),
            claims: [(claim.to_owned(), value.to_owned())].into(),
            robot: PersonId(robot.into()),
            expires_in_s: 900,
        };
        let repository = || vec![rule("repository", "acme/app", "p_ci")];
        let issuer = |name: &str, enabled: bool, rules: Vec<ExchangeRule>| Settings {
            name: name.into(),
            issuer: "https://token.actions.githubusercontent.com".into(),
            audience: "https://waybill.example.org".into(),
            description: String::new(),
            enabled,
            rules,
        };
        let create = |issuer| Event::Create { issuer, by: Some(PersonId("p_ann".into())) };
        let change = |issuer| Event::Change { issuer };
        let exchange = |rule: &str, robot: &str, subject: &str, lives_s: u32| Event::Exchange {
            rule: rule.into(),
            person: PersonId(robot.into()),
            subject: subject.into(),
            jti: Some(Digest("a".repeat(64))),
            presented_until: Timestamp::from_ms(1_767_225_900_000),
            lives_s,
        };
        let job = "repo:acme/app:ref:refs/heads/main";
        vec![
            create(issuer("github", true, repository())),
            create(issuer("GitHub", true, repository())),
            change(issuer("github", true, vec![rule("repository", "acme/app", "p_other")])),
            change(issuer("github", false, repository())),
            change(issuer("github", true, vec![rule("ref", "refs/heads/main", "p_ci")])),
            change(issuer("other", true, repository())),
            exchange("release", "p_ci", job, 900),
            exchange("release", "p_other", job, 60),
            exchange("release", "p_ci", job, 901),
            exchange("release", "p_ci", "", 900),
            exchange("other", "p_ci", job, 900),
            Event::Delete {},
        ]
    }
}
