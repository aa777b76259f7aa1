//! What applications and grants are in the journal, and back.

use waybill_machines::machines::application::State as ApplicationState;
use waybill_machines::machines::application_grant::{
    ACCESS_LIVES_MS, State as GrantState, TokenLine,
};
use waybill_machines::rules::applications::{ApplicationProblem, ApplicationScope};
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::{AnyState, MachineName, Refused, RejectionCode, Timestamp};

use super::{ApplicationError, CodeRequest, IssuedTokens, StoredApplication, StoredGrant};
use crate::access::Token;
use crate::keyed::StoredByKey;
use crate::secret::Secret;

impl StoredByKey for StoredApplication {
    const MACHINE: MachineName = MachineName::Application;
    const STREAMS: &'static str = "application/";
    const IDS: &'static str = "app";

    fn of(id: &str, state: &AnyState) -> Option<Self> {
        let AnyState::Application(ApplicationState::Registered {
            application,
            secret,
            registered_at,
            registered_by,
        }) = state
        else {
            return None;
        };
        Some(Self {
            client: id.to_owned(),
            settings: application.clone(),
            registered_at: *registered_at,
            registered_by: registered_by.clone(),
            secret: secret.clone(),
        })
    }

    fn id(&self) -> &str {
        &self.client
    }

    fn key(&self) -> String {
        self.client.clone()
    }
}

impl StoredByKey for StoredGrant {
    const MACHINE: MachineName = MachineName::ApplicationGrant;
    const STREAMS: &'static str = "application_grant/";
    const IDS: &'static str = "grant";

    fn of(id: &str, state: &AnyState) -> Option<Self> {
        let (client, person) = id.split_once('/')?;
        let AnyState::ApplicationGrant(GrantState::Granted { scopes, consented_at, lines }) = state
        else {
            return None;
        };
        Some(Self {
            id: id.to_owned(),
            client: client.to_owned(),
            person: PersonId(person.to_owned()),
            scopes: scopes.clone(),
            consented_at: *consented_at,
            lines: lines.clone(),
        })
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn key(&self) -> String {
        self.id.clone()
    }
}

impl StoredApplication {
    /// Whether it may refresh its tokens while a user is away.
    pub(super) fn may_refresh(&self) -> bool {
        let offline = [ApplicationScope::OfflineAccess].into();
        !self.settings.permitted(&offline).is_empty()
    }

    /// Whether a line of tokens goes on at a time.
    pub(super) fn keeps(&self, line: &TokenLine, at: Timestamp) -> bool {
        line.goes_on(at) && (at < line.access_until || self.may_refresh())
    }
}

impl StoredGrant {
    /// The digests of all its tokens, used refresh tokens too.
    pub(super) fn digests(&self) -> impl Iterator<Item = &Digest> {
        self.lines
            .values()
            .flat_map(|line| [&line.access].into_iter().chain(&line.refresh).chain(&line.used))
    }

    /// When the sign-ins to the application began that go on at a time.
    pub fn sign_ins(
        &self,
        application: &StoredApplication,
        at: Timestamp,
    ) -> impl Iterator<Item = Timestamp> {
        let ongoing = self.lines.values().filter(move |line| application.keeps(line, at));
        ongoing.map(|line| line.began_at)
    }

    /// When the application last got a token for one of its sign-ins; `None` if all of them have ended.
    pub fn last_used_at(&self) -> Option<Timestamp> {
        self.lines.values().map(|line| line.access_until.plus_ms(-ACCESS_LIVES_MS)).max()
    }

    /// What was issued on a line, as far as the application may have that at present.
    pub(super) fn tokens(
        &self,
        application: &StoredApplication,
        line: &str,
        access: Token,
        refresh: Option<Secret>,
        request: Option<CodeRequest>,
    ) -> Result<IssuedTokens, ApplicationError> {
        let line = self.lines.get(line).ok_or(ApplicationError::NotGood)?;
        Ok(IssuedTokens {
            access,
            access_until: line.access_until,
            refresh,
            person: self.person.clone(),
            scopes: application.settings.permitted(&line.scopes),
            request,
        })
    }
}

/// The key of a grant.
pub(super) fn key_of(client: &str, person: &PersonId) -> String {
    format!("{client}/{}", person.0)
}

/// Why a machine refuses a change.
pub(super) fn refused(refused: &Refused) -> ApplicationError {
    match refused.rejection.code {
        RejectionCode::ApplicationFixed => ApplicationError::Fixed,
        RejectionCode::ApplicationName => ApplicationError::Problem(ApplicationProblem::Name),
        RejectionCode::ApplicationDescription => {
            ApplicationError::Problem(ApplicationProblem::Description)
        }
        RejectionCode::ApplicationCallback => {
            ApplicationError::Problem(ApplicationProblem::Callback)
        }
        RejectionCode::ApplicationScopes => ApplicationError::Problem(ApplicationProblem::Scopes),
        _ => ApplicationError::NotGood,
    }
}
