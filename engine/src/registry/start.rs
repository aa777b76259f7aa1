//! Starting an engine: what it is made of, and the tasks of a server beside it.

use std::path::PathBuf;
use std::sync::Arc;

use tokio::runtime::Handle;
use waybill_journal::Journal;
use waybill_platform::limits::Budgets;
use waybill_platform::readings::Readings;
use waybill_platform::trace;
use waybill_platform::vault::Vault;
use waybill_stream::LoadError;

use super::shared::Shared;
use super::{Engine, SessionsJournal};
use crate::clock::Clock;
use crate::identity::{Ids, RandomIds};
use crate::installation::{Family, InstallationTopic};
use crate::perform::{Performer, Ports, Services};

/// What an engine is made of.
pub struct Parts<P> {
    /// The journal of sessions.
    pub sessions: SessionsJournal,
    /// The journal of the platform, for the machines of the installation.
    pub platform: Arc<dyn Journal>,
    /// What performs the calls of machines.
    pub performer: Arc<P>,
    /// The source of the time.
    pub clock: Arc<dyn Clock>,
    /// The source of ids.
    pub ids: Arc<dyn Ids>,
    /// Names the history of the journals; it changes only when that is replaced, as by a restore.
    pub epoch: String,
    /// The machines of the installation that run; see [`crate::FAMILIES`].
    pub families: &'static [Family],
    /// The file that the index of sessions is kept in; without one a start reads the whole journal.
    pub saved: Option<PathBuf>,
    /// What clients may use.
    pub budgets: Arc<Budgets>,
    /// What the runners of users' streams run on, wherever their inputs come from; the runtime of the first, if none.
    pub runtime: Option<Handle>,
}

/// What a server starts an engine with.
pub struct Start {
    /// The journal of sessions.
    pub sessions: SessionsJournal,
    /// The journal of the platform, for the machines of the installation.
    pub platform: Arc<dyn Journal>,
    /// Where personal values are stored.
    pub vault: Arc<Vault>,
    /// The services behind the console.
    pub ports: Ports,
    /// The address of the platform as browsers reach it, with one slash at its end; none without a server.
    pub base_url: Option<String>,
    /// The source of the time.
    pub clock: Arc<dyn Clock>,
    /// Names the history of the journals; it changes only when that is replaced, as by a restore.
    pub epoch: String,
    /// Whether the services know the facts of the installation, so that sessions with others receive them. A command
    /// that only changes an account has no configuration.
    pub publishes_facts: bool,
    /// The machines of the installation that run; see [`crate::FAMILIES`].
    pub families: &'static [Family],
    /// The file that the index of sessions is kept in; without one a start reads the whole journal.
    pub saved: Option<PathBuf>,
    /// What clients may use.
    pub budgets: Arc<Budgets>,
}

impl Engine {
    /// Starts the engine of a server: reads which sessions are open, ends what a crash interrupted, sets alarms.
    ///
    /// # Errors
    ///
    /// [`LoadError`], if the journal of sessions cannot be read.
    pub fn start(start: Start) -> Result<Self, LoadError> {
        let Start {
            sessions,
            platform,
            vault,
            ports,
            base_url,
            clock,
            epoch,
            publishes_facts,
            families,
            saved,
            budgets,
        } = start;
        let changes = ports.accounts.changes();
        let readings = Readings::new(Arc::clone(&platform));
        let performer = Services::new(ports, vault, readings, base_url, publishes_facts);
        let performer = Arc::new(performer);
        let ids = Arc::new(RandomIds);
        let kept_in = saved.clone();
        let parts = Parts {
            sessions,
            platform,
            performer,
            clock,
            ids,
            epoch,
            families,
            saved: kept_in,
            budgets,
            runtime: Handle::try_current().ok(),
        };
        let engine = Self::new(parts)?;
        if let Some(path) = saved {
            tokio::spawn(engine.clone().save_regularly(path));
        }
        engine.register_topic(Arc::new(InstallationTopic::of(&engine)));
        // It has begun; on a busy machine a health check may come before its task runs.
        engine.shared.deadlines_pulse.beat(engine.now());
        tokio::spawn(engine.clone().wake_what_is_due());
        tokio::spawn(engine.clone().follow_accounts(changes));
        tokio::spawn(engine.clone().follow_facts());
        // Of a command that ends sessions, this may end them first.
        tokio::spawn(trace::within(trace::current(), engine.clone().recover_after_start()));
        Ok(engine)
    }
}

impl<P: Performer> Engine<P> {
    /// An engine that does nothing by itself: recovery and deadlines are up to the caller.
    ///
    /// # Errors
    ///
    /// [`LoadError`], if the journal of sessions cannot be read.
    pub fn new(parts: Parts<P>) -> Result<Self, LoadError> {
        Ok(Self { shared: Arc::new(Shared::new(parts)?) })
    }
}
