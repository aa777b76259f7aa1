//! The [`Performer`] of the server: the services of the platform.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use waybill_machines::secret::{PersonId, Personal};
use waybill_machines::{AnyEvent, Timestamp};
use waybill_platform::access::canonical;
use waybill_platform::handles::Handles;
use waybill_platform::readings::Readings;
use waybill_platform::secret::Secret;
use waybill_platform::streams::ChangeContext;
use waybill_platform::vault::Vault;

use super::{Performer, Ports, Task, Viewer, perform};
use crate::common_facts::CommonFacts;
use crate::git::{GitRequests, is_recorded_url};
use crate::identity::SessionId;

/// The services of the platform, with the secrets that are waiting to be passed to them.
pub struct Services {
    /// The ports behind which the services are.
    pub ports: Ports,
    pub(crate) vault: Arc<Vault>,
    pub(crate) handles: Handles,
    /// Records who reads what only some may read.
    pub(crate) readings: Readings,
    /// The tests and scans of Git integrations, by user.
    pub(crate) git_requests: GitRequests,
    /// The address of the platform, unless it is too long for records.
    pub(crate) base_url: Option<String>,
    /// The recovery codes of the last enrolment of each session and whose they are, until its page fetches them.
    recovery_codes: Mutex<HashMap<SessionId, (PersonId, Vec<Secret>)>>,
    /// Whether the services are the source of the facts of the installation.
    pub(crate) publishes_facts: bool,
}

impl Services {
    pub(crate) fn new(
        ports: Ports,
        vault: Arc<Vault>,
        readings: Readings,
        base_url: Option<String>,
        publishes_facts: bool,
    ) -> Self {
        Self {
            ports,
            vault,
            handles: Handles::default(),
            readings,
            git_requests: GitRequests::default(),
            base_url: base_url.filter(|url| is_recorded_url(url)),
            recovery_codes: Mutex::default(),
            publishes_facts,
        }
    }

    /// Keeps recovery codes of a user until the session's page fetches them.
    pub(crate) fn keep_recovery_codes(
        &self,
        session: SessionId,
        owner: PersonId,
        codes: Vec<Secret>,
    ) {
        let mut kept = self.recovery_codes.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert(session, (owner, codes));
    }

    /// Removes the recovery codes of a session, and returns those of this user.
    pub(crate) fn take_recovery_codes(
        &self,
        session: &SessionId,
        person: Option<&PersonId>,
    ) -> Vec<Secret> {
        let mut kept = self.recovery_codes.lock().unwrap_or_else(PoisonError::into_inner);
        let codes = kept.remove(session).filter(|(owner, _)| Some(owner) == person);
        codes.map(|(_, codes)| codes).unwrap_or_default()
    }
}

impl Performer for Services {
    async fn perform(self: Arc<Self>, task: Task) -> Option<AnyEvent> {
        perform(&self, task).await
    }

    async fn common_facts(&self, at: Timestamp) -> Option<CommonFacts> {
        if !self.publishes_facts {
            return None;
        }
        let ports = &self.ports;
        let visitor = ports.user_data.current_user(None, ChangeContext::system(at)).await.ok()?;
        Some(CommonFacts {
            anonymous_allowed: visitor.anonymous_allowed,
            anonymous_ui_blocked: visitor.anonymous_ui_blocked,
            single_sign_on: ports.settings.sign_in().await.ok()?.single_sign_on(),
            licence: ports.licences.effective(at).await.ok()?.licence,
            services: ports.topology.services().await.ok()?,
            installation: ports.settings.console().await.ok()?,
        })
    }

    async fn viewer(&self, person: Option<PersonId>) -> Viewer {
        let Some(person) = person else { return Viewer::default() };
        let user = self.ports.accounts.user(person.clone()).await.ok().flatten();
        let own_name = user.and_then(|user| user.name);
        Viewer { person: Some(person), own_name, sees_addresses: false }
    }

    fn reveal(&self, digest: &str, viewer: &Viewer) -> Option<String> {
        let person = viewer.person.as_ref()?;
        let personal = Personal::new(digest);
        let value = self.vault.reveal(&personal).ok().flatten()?;
        let value = value.expose();
        let own_name = viewer.own_name.as_deref();
        let is_own = own_name
            .is_some_and(|own| value == own || canonical(own).as_deref() == Some(value))
            || self.vault.owner(&personal).as_ref() == Some(person);
        is_own.then(|| value.to_owned())
    }

    fn reveal_address(&self, digest: &str) -> Option<String> {
        let value = self.vault.reveal(&Personal::new(digest)).ok().flatten()?;
        Some(value.expose().to_owned())
    }

    async fn address(&self, person: PersonId, address: IpAddr) -> Option<Personal> {
        let (vault, text) = (Arc::clone(&self.vault), address.to_canonical().to_string());
        if let Some(known) = vault.known_address(&person, &text) {
            return Some(known);
        }
        let stored = tokio::task::spawn_blocking(move || vault.address(&person, &text)).await;
        // The runtime ends, or the work panicked, which is in the log.
        stored
            .ok()?
            .inspect_err(|error| tracing::warn!(%error, "an act is recorded without its address"))
            .ok()
    }

    fn session_ended(&self, session: &SessionId) {
        drop(self.take_recovery_codes(session, None));
    }
}
