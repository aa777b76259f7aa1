//! What a user lets an application do: consented to, used by tokens, and revoked, in a stream for each user and
//! application (APP-02).
//!
//! ```text
//! absent --consent--> granted --consent, issue, refresh, end--> granted
//!                     granted --revoke--> revoked --consent--> granted
//! ```
//!
//! A sign-in to the application makes a line of tokens. Each refresh token of a line is good for one use: one that was
//! used already may have been copied, so its second use ends the line with everything that was made of it. Other
//! sign-ins go on: an application that has lost an answer and asks again signs its user out on one device alone.

use std::collections::{BTreeMap, BTreeSet};

use statig::prelude::*;

use crate::machine::{Context, Machine, Rejection, RejectionCode};
use crate::rules::applications::ApplicationScope;
use crate::secret::Digest;
use crate::time::Timestamp;

pub use super::application_grant_types::{
    Event, GrantEnded, LINE_LIVES_MS, LineEnded, State, TokenLine,
};

/// How long an access token is good for.
pub const ACCESS_LIVES_MS: i64 = 10 * 60 * 1_000;
/// How long a refresh token is good for that is not used.
pub const REFRESH_LIVES_MS: i64 = 30 * 24 * 60 * 60 * 1_000;
/// The most lines of a grant: with a further one the oldest ends.
pub const LINES_MAX: usize = 10;
/// How many used refresh tokens of a line are recorded. The platform recognises older ones of its own by their MAC.
pub const USED_MAX: usize = 16;

/// The machine of grants.
#[derive(Debug, Default)]
pub struct ApplicationGrant;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl ApplicationGrant {
    #[state(superstate = "root")]
    fn absent(event: &Event, context: &mut Context) -> Outcome<State> {
        let Event::Consent { scopes } = event else { return Super };
        consented(scopes.clone(), BTreeMap::new(), context)
    }

    #[state(
        superstate = "root",
        local_storage(
            "scopes: BTreeSet<ApplicationScope>",
            "consented_at: Timestamp",
            "lines: BTreeMap<String, TokenLine>"
        )
    )]
    fn granted(
        scopes: &BTreeSet<ApplicationScope>,
        consented_at: &Timestamp,
        lines: &BTreeMap<String, TokenLine>,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        let mut lines = lines.clone();
        match event {
            Event::Consent { scopes: further } => {
                return consented(scopes | further, lines, context);
            }
            Event::Issue { line, scopes: wanted, access, refresh } => {
                if context.guard("line_taken", lines.contains_key(line)) {
                    return context.refuse(Rejection::new(RejectionCode::TokenIdTaken));
                }
                let may_refresh = wanted.contains(&ApplicationScope::OfflineAccess);
                let is_too_much = !wanted.is_subset(scopes) || (refresh.is_some() && !may_refresh);
                if context.guard("not_consented_to", is_too_much) {
                    return context.refuse(Rejection::new(RejectionCode::ScopeNotGranted));
                }
                make_room(&mut lines, context.at);
                let begun = TokenLine {
                    began_at: context.at,
                    scopes: wanted.clone(),
                    access: access.clone(),
                    access_until: context.at.plus_ms(ACCESS_LIVES_MS),
                    refresh: refresh.clone(),
                    refresh_until: context.at.plus_ms(REFRESH_LIVES_MS),
                    used: Vec::new(),
                };
                lines.insert(line.clone(), begun);
            }
            Event::Refresh { presented, access, refresh } => {
                if context.guard("reused", lines.values().any(|line| line.used.contains(presented)))
                {
                    return context.refuse(Rejection::new(RejectionCode::NoSuchToken));
                }
                let found =
                    lines.values_mut().find(|line| line.refresh.as_ref() == Some(presented));
                let Some(line) = found else {
                    context.guard("no_such_token", true);
                    return context.refuse(Rejection::new(RejectionCode::NoSuchToken));
                };
                if context.guard("token_expired", line.ends_at() <= context.at) {
                    return context.refuse(Rejection::new(RejectionCode::TokenExpired));
                }
                line.used.push(presented.clone());
                let too_many = line.used.len().saturating_sub(USED_MAX);
                line.used.drain(..too_many);
                line.access = access.clone();
                line.access_until = context.at.plus_ms(ACCESS_LIVES_MS);
                line.refresh = Some(refresh.clone());
                line.refresh_until = context.at.plus_ms(REFRESH_LIVES_MS);
            }
            Event::End { line, why: _ } => {
                if context.guard("no_such_token", lines.remove(line).is_none()) {
                    return context.refuse(Rejection::new(RejectionCode::NoSuchToken));
                }
            }
            Event::Revoke { why } => return Transition(State::Revoked { why: *why }),
        }
        Transition(State::Granted { scopes: scopes.clone(), consented_at: *consented_at, lines })
    }

    #[state(superstate = "root", local_storage("why: GrantEnded"))]
    fn revoked(event: &Event, context: &mut Context) -> Outcome<State> {
        let Event::Consent { scopes } = event else { return Super };
        consented(scopes.clone(), BTreeMap::new(), context)
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

fn consented(
    scopes: BTreeSet<ApplicationScope>,
    lines: BTreeMap<String, TokenLine>,
    context: &mut Context,
) -> Outcome<State> {
    if context.guard("nothing_consented_to", scopes.is_empty()) {
        return context.refuse(Rejection::new(RejectionCode::ScopeNotGranted));
    }
    Transition(State::Granted { scopes, consented_at: context.at, lines })
}

/// Removes the lines of which no token is good any longer, and the oldest one if there are the most.
fn make_room(lines: &mut BTreeMap<String, TokenLine>, at: Timestamp) {
    lines.retain(|_, line| line.goes_on(at));
    while lines.len() >= LINES_MAX {
        let oldest = lines.iter().min_by_key(|(id, line)| (line.began_at, (*id).clone()));
        let Some(id) = oldest.map(|(id, _)| id.clone()) else { return };
        lines.remove(&id);
    }
}

impl Machine for ApplicationGrant {
    const NAME: &'static str = "application_grant";
    const TERMINAL: &'static [&'static str] = &[];

    // Users consent over HTTP.
    crate::installation_machine!(ApplicationGrant);

    /// Without times, and without what was used beyond the newest one of a line.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Granted { scopes, lines, .. } => {
                let lines = lines.iter().map(|(id, line)| {
                    let newest = line.refresh.as_ref().map(|digest| &digest.0[..1]);
                    let used = line.used.last().map(|digest| &digest.0[..1]);
                    format!(" {id} {newest:?} {used:?}")
                });
                let offline = scopes.contains(&ApplicationScope::OfflineAccess);
                format!("granted {offline}{}", lines.collect::<String>())
            }
            State::Revoked { why } => format!("revoked {why:?}"),
        }
    }

    fn examples() -> Vec<Event> {
        use ApplicationScope::{OfflineAccess, Openid};
        let digest = |letter: &str| Digest(letter.repeat(64));
        let consent = |scopes: &[ApplicationScope]| Event::Consent {
            scopes: scopes.iter().copied().collect(),
        };
        let refresh = |presented: &str, refresh: &str| Event::Refresh {
            presented: digest(presented),
            access: digest("c"),
            refresh: digest(refresh),
        };
        let issue = |scopes: &[ApplicationScope], refresh: Option<&str>| Event::Issue {
            line: "l1".into(),
            scopes: scopes.iter().copied().collect(),
            access: digest("c"),
            refresh: refresh.map(digest),
        };
        vec![
            consent(&[Openid]),
            consent(&[Openid, OfflineAccess]),
            consent(&[]),
            issue(&[Openid], None),
            issue(&[Openid, OfflineAccess], Some("a")),
            issue(&[Openid], Some("b")),
            refresh("a", "b"),
            refresh("b", "a"),
            refresh("d", "a"),
            Event::End { line: "l1".into(), why: LineEnded::ByApplication },
            Event::End { line: "l1".into(), why: LineEnded::TokenReused },
            Event::Revoke { why: GrantEnded::ByUser },
            Event::Revoke { why: GrantEnded::ByAdministrator },
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [APP-02]
    #[test]
    fn a_sign_in_ends_without_use_and_after_a_year() {
        let moment = Timestamp::from_ms;
        let mut line = TokenLine {
            began_at: moment(0),
            scopes: BTreeSet::new(),
            access: Digest("a".repeat(64)),
            access_until: moment(ACCESS_LIVES_MS),
            refresh: None,
            refresh_until: moment(REFRESH_LIVES_MS),
            used: Vec::new(),
        };
        assert_eq!(line.ends_at(), moment(REFRESH_LIVES_MS));
        line.refresh_until = moment(LINE_LIVES_MS + 1);
        assert_eq!(line.ends_at(), moment(LINE_LIVES_MS));
        // Without a refresh token it ends with its access token.
        assert!(
            line.goes_on(moment(ACCESS_LIVES_MS - 1)) && !line.goes_on(moment(ACCESS_LIVES_MS))
        );
        line.refresh = Some(Digest("b".repeat(64)));
        assert!(line.goes_on(moment(LINE_LIVES_MS - 1)) && !line.goes_on(moment(LINE_LIVES_MS)));
    }

    /// covers: [APP-02]
    #[test]
    fn old_records_are_read() {
        let end: Event = serde_json::from_str(r#"{"type": "end", "line": "l_1"}"#).expect("an end");
        assert_eq!(end, Event::End { line: "l_1".into(), why: LineEnded::ByApplication });
        for why in ["token_reused", "code_reused"] {
            let state = format!(r#"{{"state": "revoked", "why": "{why}"}}"#);
            assert!(serde_json::from_str::<State>(&state).is_ok(), "{why}");
        }
    }
}
