//! What the stream of a session says about the session itself.

use waybill_machines::cascade::InstanceKey;
use waybill_machines::facts::Facts;
use waybill_machines::machines::{login, session, startup};
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::{AdmissionContext, AnyState, MachineName, Timestamp};

use crate::records::Who;
use crate::state::StreamState;

impl StreamState {
    /// The life of the session.
    pub fn life(&self) -> session::State {
        match self.states.get(&InstanceKey::session(MachineName::Session)) {
            Some(AnyState::Session(state)) => state.clone(),
            _ => session::State::Fresh {},
        }
    }

    /// Whether nothing has happened in the session yet.
    pub fn is_fresh(&self) -> bool {
        matches!(self.life(), session::State::Fresh {})
    }

    /// Whether the session has ended.
    pub fn is_closed(&self) -> bool {
        let state = self.states.get(&InstanceKey::session(MachineName::Session));
        matches!(state, Some(AnyState::Session(session::State::Closed { .. })))
    }

    /// The digest of the session's cookie, while it is open.
    pub fn token(&self) -> Option<Digest> {
        match self.life() {
            session::State::Open { token, .. } => Some(token),
            session::State::Fresh {} | session::State::Closed { .. } => None,
        }
    }

    /// The person who is signed in.
    pub fn person(&self) -> Option<PersonId> {
        match self.life() {
            session::State::Open { person, .. } => person,
            session::State::Fresh {} | session::State::Closed { .. } => None,
        }
    }

    /// The state of the login machine, once it has moved.
    pub fn login(&self) -> Option<&login::State> {
        match self.states.get(&InstanceKey::session(MachineName::Login))? {
            AnyState::Login(state) => Some(state),
            _ => None,
        }
    }

    /// When the sign-in of the session was completed, while a user is signed in.
    pub fn signed_in_at(&self) -> Option<Timestamp> {
        match self.login()? {
            login::State::SignedIn { since, .. } => Some(*since),
            _ => None,
        }
    }

    /// On whose behalf a user of this session acts.
    pub fn who(&self) -> Who {
        self.person().map_or(Who::Anonymous, Who::Person)
    }

    /// The person who has been authenticated, if only by a password.
    pub fn proven(&self) -> Option<PersonId> {
        let proven = match self.login() {
            Some(login::State::PasswordExpired { person, .. }) => Some(person),
            login => login.and_then(pending_in),
        };
        self.person().or_else(|| proven.cloned())
    }

    /// The facts that start-up has gathered, once it is ready.
    pub fn facts(&self) -> Option<&Facts> {
        match self.states.get(&InstanceKey::session(MachineName::Startup))? {
            AnyState::Startup(startup::State::Ready { facts, .. }) => Some(facts),
            _ => None,
        }
    }

    /// What a tab's proposal is admitted with.
    pub fn admission(&self) -> AdmissionContext<'_> {
        let view = match self.states.get(&InstanceKey::session(MachineName::Startup)) {
            Some(AnyState::Startup(startup::State::Ready { view, .. })) => *view,
            _ => None,
        };
        AdmissionContext { facts: self.facts(), view, facts_from: self.facts_from }
    }
}

/// The person whose password was verified in a sign-in that has not been completed.
pub const fn pending_in(login: &login::State) -> Option<&PersonId> {
    match login {
        login::State::OtpRequired { person, .. } | login::State::EnrolRequired { person, .. } => {
            Some(person)
        }
        _ => None,
    }
}
