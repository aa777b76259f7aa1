//! Idle users (SESS-01): the first activity after 60 s without any checks that the session is still valid. Where the
//! installation limits how long users may be away, the sign-in ends after so long without activity, and a warning comes
//! before.
//!
//! ```text
//! watching --activity after 60 s, or due--> checking --+--> watching
//!                                                      +--> warned --stay--> watching
//!                                                      |           --due--> expired
//!                                                      +--> expired --reset--> watching
//! ```
//!
//! The browser measures the time without activity and reports it with the next activity, and the shell knows when there
//! was activity last. It is asked when a warning would be due, so no tick is recorded.

use statig::prelude::*;

pub use super::idle_types::{Checked, Event, IdleLimit, Proposal, State};
use super::login;
use crate::call::Call;
use crate::machine::{
    AdmissionContext, Context, Machine, Named as _, Rejection, RejectionCode, Scope,
};
use crate::time::{MINUTE_MS, Timestamp};

/// A user without activity for this long is idle, in milliseconds.
pub const IDLE_MS: u64 = 60_000;
/// How long before the end a user who is away is warned, in milliseconds.
pub const WARNED_MS: i64 = 120_000;
/// How often a tab reports activity at most, in milliseconds. The end may come earlier by so much.
pub const ACTIVITY_REPORTED_MS: i64 = 30_000;

impl IdleLimit {
    fn since(idle_minutes: u32, active_at: Timestamp) -> Self {
        Self { idle_minutes, until: active_at.plus_ms(i64::from(idle_minutes) * MINUTE_MS) }
    }

    /// The same after further activity, which may be older than what is recorded.
    fn after(self, active_at: Timestamp) -> Self {
        let since = Self::since(self.idle_minutes, active_at);
        if since.until > self.until { since } else { self }
    }

    /// The same after an activity at this time, which puts off no end that has come.
    fn after_one_at(self, at: Timestamp) -> Self {
        if at < self.until { self.after(at) } else { self }
    }

    fn warned_at(self) -> Timestamp {
        self.until.plus_ms(-WARNED_MS)
    }
}

/// The idle machine.
#[derive(Debug, Default)]
pub struct Idle;

#[state_machine(
    initial = "State::Watching { limit: None }",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Idle {
    #[state(superstate = "root")]
    fn watching(event: &Event, limit: &Option<IdleLimit>, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Activity { idle_ms } => {
                if context.guard("not_away", *idle_ms < IDLE_MS) {
                    return context
                        .refuse(Rejection::new(RejectionCode::NotAway).with("idle_ms", idle_ms));
                }
                context.call(Call::CheckSession {});
                let limit = limit.map(|limit| limit.after_one_at(context.at));
                Transition(State::Checking { limit })
            }
            // Tabs report activity to the shell, which is asked before a warning.
            Event::Due {} => {
                context.call(Call::CheckSession {});
                Transition(State::Checking { limit: *limit })
            }
            _ => Super,
        }
    }

    #[state(superstate = "root")]
    fn checking(event: &Event, limit: &Option<IdleLimit>, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Checked(Checked::Valid { active_at }) => match limit {
                Some(limit) => {
                    away(active_at.map_or(*limit, |active_at| limit.after(active_at)), context)
                }
                None => Transition(State::Watching { limit: None }),
            },
            Event::Checked(Checked::Expired {}) => {
                context.call(Call::tell(login::Event::Expire {}));
                Transition(State::Expired {})
            }
            Event::Checked(Checked::Interrupted {}) => {
                context.call(Call::CheckSession {});
                Handled
            }
            _ => Super,
        }
    }

    #[state(superstate = "root")]
    fn warned(event: &Event, limit: &IdleLimit, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Stay {} => {
                // The server may have been stopped when the end came.
                if context.guard("end_has_come", context.at >= limit.until) {
                    return end(context);
                }
                Transition(State::Watching { limit: Some(limit.after(context.at)) })
            }
            Event::Due {} => end(context),
            _ => Super,
        }
    }

    #[state(superstate = "root")]
    fn expired() -> Outcome<State> {
        Super
    }

    #[superstate]
    fn root(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Reset { idle_minutes } => {
                let limit = idle_minutes.map(|minutes| IdleLimit::since(minutes, context.at));
                Transition(State::Watching { limit })
            }
            _ => context.refuse_here(),
        }
    }
}

/// What becomes of a user whose newest activity is known.
fn away(limit: IdleLimit, context: &mut Context) -> Outcome<State> {
    // The server was stopped when the warning and the end were due.
    if context.guard("away_too_long", context.at >= limit.until) {
        return end(context);
    }
    if context.guard("end_is_near", context.at >= limit.warned_at()) {
        return Transition(State::Warned { limit });
    }
    Transition(State::Watching { limit: Some(limit) })
}

fn end(context: &mut Context) -> Outcome<State> {
    context.call(Call::tell(login::Event::ExpireIdle {}));
    Transition(State::Expired {})
}

impl Machine for Idle {
    const NAME: &'static str = "idle";
    const SCOPE: Scope = Scope::Session;
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Idle);

    fn admit(proposal: Proposal, admission: AdmissionContext<'_>) -> Result<Event, Rejection> {
        // A visitor has no sign-in that could expire, and their activity is not tracked.
        if admission.facts.is_none_or(|facts| facts.user.is_anonymous()) {
            return Err(Rejection::new(RejectionCode::NotSignedIn));
        }
        Ok(match proposal {
            Proposal::Activity { idle_ms } => Event::Activity { idle_ms },
            Proposal::Stay {} => Event::Stay {},
        })
    }

    fn wake_at(state: &State) -> Option<Timestamp> {
        match state {
            State::Watching { limit } => limit.map(IdleLimit::warned_at),
            State::Warned { limit } => Some(limit.until),
            State::Checking { .. } | State::Expired {} => None,
        }
    }

    fn deadline() -> Option<Event> {
        Some(Event::Due {})
    }

    fn interrupted(call: &Call) -> Option<Event> {
        matches!(call, Call::CheckSession {}).then_some(Event::Checked(Checked::Interrupted {}))
    }

    fn examples() -> Vec<Event> {
        // A minute before the second of the times at which exploration decides events would be an end.
        let active_at = Timestamp::from_ms(1_767_225_600_000 + 40 * 86_400_000 - 29 * MINUTE_MS);
        vec![
            Event::Activity { idle_ms: IDLE_MS },
            Event::Activity { idle_ms: IDLE_MS - 1 },
            Event::Checked(Checked::Valid { active_at: None }),
            Event::Checked(Checked::Valid { active_at: Some(active_at) }),
            Event::Checked(Checked::Expired {}),
            Event::Checked(Checked::Interrupted {}),
            Event::Stay {},
            Event::Due {},
            Event::Reset { idle_minutes: None },
            Event::Reset { idle_minutes: Some(30) },
        ]
    }

    fn abstract_state(state: &State) -> String {
        match state {
            State::Watching { limit } | State::Checking { limit } => {
                format!("{} {}", state.name(), limit.is_some())
            }
            State::Warned { .. } | State::Expired {} => state.name().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::decide;

    const START: Timestamp = Timestamp::from_ms(1_767_225_600_000);

    fn after(state: &State, event: &Event, minutes: i64) -> State {
        let at = START.plus_ms(minutes * MINUTE_MS);
        decide::<Idle>(state, event, at).expect("it is accepted").state
    }

    fn checked(state: &State, active: Option<i64>, minutes: i64) -> State {
        let active_at = active.map(|minutes| START.plus_ms(minutes * MINUTE_MS));
        let checking = after(state, &Event::Due {}, minutes);
        after(&checking, &Event::Checked(Checked::Valid { active_at }), minutes)
    }

    fn wake(state: &State) -> Option<i64> {
        Idle::wake_at(state).map(|at| at.ms_since(START) / MINUTE_MS)
    }

    /// covers: [SESS-01]
    #[test]
    fn the_end_follows_the_newest_activity_and_a_warning_comes_before() {
        let state =
            after(&<Idle as Machine>::initial(), &Event::Reset { idle_minutes: Some(30) }, 0);
        assert_eq!(wake(&state), Some(28));
        let active = checked(&state, Some(20), 28);
        assert_eq!((active.name(), wake(&active)), ("watching", Some(48)));
        // What a tab reported before counts no second time.
        let away = checked(&active, Some(10), 48);
        assert_eq!((away.name(), wake(&away)), ("warned", Some(50)));
        let stayed = after(&away, &Event::Stay {}, 49);
        assert_eq!((stayed.name(), wake(&stayed)), ("watching", Some(77)));
        assert_eq!(after(&away, &Event::Due {}, 50), State::Expired {});
    }

    /// covers: [SESS-01]
    #[test]
    fn a_user_who_was_away_while_the_server_was_stopped_is_not_warned_any_later() {
        let state =
            after(&<Idle as Machine>::initial(), &Event::Reset { idle_minutes: Some(30) }, 0);
        assert_eq!(checked(&state, None, 30), State::Expired {});
        assert_eq!(checked(&state, Some(5), 40), State::Expired {});
        assert_eq!(checked(&state, Some(5), 34).name(), "warned");
    }

    /// covers: [SESS-01]
    #[test]
    fn nothing_puts_off_an_end_that_has_come() {
        let state =
            after(&<Idle as Machine>::initial(), &Event::Reset { idle_minutes: Some(30) }, 0);
        let warned = checked(&state, None, 28);
        assert_eq!(after(&warned, &Event::Stay {}, 29).name(), "watching");
        assert_eq!(after(&warned, &Event::Stay {}, 30), State::Expired {});
        // The server was stopped when the warning was due.
        let back = after(&state, &Event::Activity { idle_ms: IDLE_MS }, 30);
        let valid = Event::Checked(Checked::Valid { active_at: None });
        assert_eq!(after(&back, &valid, 30), State::Expired {});
        let back = after(&state, &Event::Activity { idle_ms: IDLE_MS }, 29);
        assert_eq!(after(&back, &valid, 29).name(), "watching");
    }

    /// covers: [SESS-01]
    #[test]
    fn without_a_limit_nothing_is_due() {
        let state = after(&<Idle as Machine>::initial(), &Event::Reset { idle_minutes: None }, 0);
        assert_eq!(wake(&state), None);
        let back = after(&state, &Event::Activity { idle_ms: IDLE_MS }, 600);
        assert_eq!(
            wake(&after(&back, &Event::Checked(Checked::Valid { active_at: None }), 600)),
            None
        );
    }

    #[test]
    fn records_that_are_older_than_the_limit_are_read() {
        let read = |json: &str| serde_json::from_str::<State>(json).expect("a state");
        assert_eq!(read(r#"{"state":"watching"}"#), State::Watching { limit: None });
        let valid = r#"{"outcome":"valid"}"#;
        let read: Checked = serde_json::from_str(valid).expect("an answer");
        assert_eq!(serde_json::to_string(&read).expect("it is written"), valid);
    }
}
