//! The pending calls of a scenario's machines, which are answered by steps or by the services of the scenario.

use std::future::Future;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;
use waybill_engine::{CommonFacts, Performer, SessionId, Task, Viewer};
use waybill_machines::call::Call;
use waybill_machines::facts::Facts;
use waybill_machines::machine::Named as _;
use waybill_machines::secret::{PersonId, Personal};
use waybill_machines::{AnyEvent, MachineName, Timestamp};

/// A pending call.
pub(crate) struct Waiting {
    /// The call and the machine that requests it.
    pub(crate) task: Task,
    /// Whether it waits for a step that answers it.
    pub(crate) held: bool,
    reply: oneshot::Sender<AnyEvent>,
}

impl Waiting {
    /// The name of the call.
    pub(crate) fn name(&self) -> &'static str {
        self.task.call.name()
    }

    pub(crate) fn call(&self) -> &Call {
        &self.task.call
    }

    pub(crate) fn machine(&self) -> MachineName {
        self.task.machine
    }

    /// Answers the call.
    pub(crate) fn answer(self, event: AnyEvent) {
        // The log shows whether the machine accepts the answer.
        let _ = self.reply.send(event);
    }
}

/// The [`Performer`] of a scenario.
pub(crate) struct Calls {
    waiting: Mutex<Vec<Waiting>>,
    facts: Mutex<CommonFacts>,
}

impl Calls {
    pub(crate) fn new(facts: &Facts) -> Self {
        Self { waiting: Mutex::default(), facts: Mutex::new(common(facts)) }
    }

    /// The pending calls in the order in which they were requested, without those that the engine has cancelled.
    pub(crate) fn waiting(&self) -> MutexGuard<'_, Vec<Waiting>> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|waiting| !waiting.reply.is_closed());
        waiting
    }

    /// Replaces the facts that the engine reads from now on.
    pub(crate) fn set_facts(&self, facts: &Facts) {
        *self.facts.lock().unwrap_or_else(PoisonError::into_inner) = common(facts);
    }
}

fn common(facts: &Facts) -> CommonFacts {
    CommonFacts {
        anonymous_allowed: facts.anonymous_allowed,
        anonymous_ui_blocked: facts.anonymous_ui_blocked,
        single_sign_on: facts.single_sign_on.clone(),
        licence: facts.licence,
        services: facts.services.clone(),
        installation: facts.installation.clone(),
    }
}

impl Performer for Calls {
    fn perform(
        self: Arc<Self>,
        task: Task,
    ) -> impl Future<Output = Option<AnyEvent>> + Send + 'static {
        let (reply, answer) = oneshot::channel();
        self.waiting().push(Waiting { task, held: false, reply });
        async move { answer.await.ok() }
    }

    async fn common_facts(&self, _at: Timestamp) -> Option<CommonFacts> {
        Some(self.facts.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }

    async fn viewer(&self, _person: Option<PersonId>) -> Viewer {
        Viewer::default()
    }

    fn reveal(&self, _digest: &str, _viewer: &Viewer) -> Option<String> {
        None
    }

    async fn address(&self, _person: PersonId, _address: IpAddr) -> Option<Personal> {
        None
    }

    fn session_ended(&self, _session: &SessionId) {}
}
