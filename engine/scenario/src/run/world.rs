//! The world of a scenario while it runs: the server, one session after another, and the browser with its tabs.

use std::collections::BTreeMap;

use waybill_engine::{Body, Command, Outbox, Received, Resume, Sent, SessionId, SessionToken};
use waybill_machines::call::{Call, Clearable};
use waybill_machines::machines::navigation;
use waybill_machines::rules::path_memory::StoredPlace;
use waybill_machines::rules::routes::{Place, place_of};
use waybill_machines::{AdmissionContext, AnyEvent, AnyState, MachineName, Timestamp};
use waybill_stream::StreamState;

use super::edge::Edge;
use super::log::Entry;
use super::server::Server;
use crate::format::{Given, Scenario, Stored};

/// A tab in the browser.
#[derive(Debug, Default)]
pub(crate) struct Tab {
    /// The last place that it was sent to.
    pub(crate) place: Option<Place>,
    /// The path in its storage that was requested before signing in.
    pub(crate) remembered: Option<StoredPlace>,
    connection: Option<Connection>,
    /// Where it continues after its connection was closed.
    resume: Option<Resume>,
}

/// A tab's connection to the server.
#[derive(Debug)]
struct Connection {
    number: u64,
    epoch: String,
    outbox: Outbox,
    /// The newest record that it has received.
    seq: u64,
}

pub(crate) struct World<'a> {
    pub(crate) given: &'a Given,
    pub(crate) edge: Edge,
    pub(crate) server: Server,
    pub(crate) log: Vec<Entry>,
    /// The session as it is after the newest record.
    pub(crate) session: StreamState,
    pub(crate) tabs: BTreeMap<String, Tab>,
    id: SessionId,
    /// The cookie of the browser.
    token: SessionToken,
    /// Cookies that the response to a sign-in would set.
    offered: Vec<SessionToken>,
    /// Whether the browser has the flag that logging out sets.
    pub(crate) has_set_me_up: bool,
    seen: (u64, u64),
    commands: u64,
    /// Records that an open tab did not receive, as sentences.
    pub(crate) missed: Vec<String>,
}

impl<'a> World<'a> {
    /// A world with an unused session and one tab.
    pub(crate) fn new(scenario: &'a Scenario) -> Result<Self, String> {
        let edge = Edge::new(&scenario.given);
        let server = Server::start(scenario.at, &edge.facts)?;
        let (id, token) = server.begin();
        let mut world = Self {
            given: &scenario.given,
            edge,
            server,
            log: Vec::new(),
            session: StreamState::new(id.stream()),
            tabs: BTreeMap::new(),
            id,
            token,
            offered: Vec::new(),
            seen: (0, 0),
            commands: 0,
            missed: Vec::new(),
            has_set_me_up: false,
        };
        world.edge.secret_texts.insert(world.token.expose().to_owned());
        world.open_tab("t1")?;
        let remembered = scenario.given.remembered.as_ref().map(|stored| world.stored(stored));
        world.in_tab("t1", |tab| tab.remembered = remembered);
        Ok(world)
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.server.now()
    }

    /// A session that has ended accepts no commands: the browser starts another one.
    pub(crate) fn replace_closed_session(&mut self) -> Result<(), String> {
        if !self.session.is_closed() {
            return Ok(());
        }
        (self.id, self.token) = self.server.begin();
        self.edge.secret_texts.insert(self.token.expose().to_owned());
        self.session = StreamState::new(self.id.stream());
        for tab in self.tabs.values_mut() {
            tab.resume = None;
        }
        self.connect_all()
    }

    pub(crate) fn open_tab(&mut self, tab: &str) -> Result<(), String> {
        self.tabs.insert(tab.to_owned(), Tab::default());
        self.connect_all()
    }

    pub(crate) fn close_tab(&mut self, tab: &str) {
        if let Some(connection) = self.tabs.remove(tab).and_then(|tab| tab.connection) {
            self.server.detach(&self.id, connection.number);
        }
    }

    /// A new cookie that a response may set; the server stores only its digest.
    pub(crate) fn offer_token(&mut self) -> waybill_machines::secret::Digest {
        let token = self.server.token();
        let digest = token.digest();
        self.edge.secret_texts.insert(token.expose().to_owned());
        self.offered.push(token);
        digest
    }

    pub(crate) fn next_command(&mut self) -> String {
        self.commands += 1;
        format!("c-{}", self.commands)
    }

    /// The facts that a proposal is admitted with, and the record that set them.
    pub(crate) fn admission(&self) -> AdmissionContext<'_> {
        self.session.admission()
    }

    pub(crate) fn stored(&self, stored: &Stored) -> StoredPlace {
        let ago_ms = stored.ago.map_or(0, |ago| ago.ms);
        StoredPlace {
            place: place_of(&stored.path),
            at: stored.at.unwrap_or(self.now().plus_ms(-ago_ms)),
        }
    }

    /// A command of a tab or a request of its browser.
    pub(crate) fn command(
        &self,
        id: &str,
        machine: MachineName,
        tab: &str,
        body: Body,
    ) -> Result<u64, waybill_engine::Nack> {
        let command = Command {
            paid_by: None,
            id: Some(id.to_owned()),
            machine,
            tab: Some(tab.to_owned()),
            body,
            expected: None,
            who: None,
            presented: Some(self.token.digest()),
        };
        self.server.command(&self.id, command)
    }

    /// Ends the session as another session or an administrator does.
    pub(crate) fn revoke(&self) -> Result<(), waybill_engine::Nack> {
        self.server.end(&self.id)
    }

    /// Kills the server and starts it again. The tabs connect again and continue where they were.
    pub(crate) fn crash(&mut self, down_ms: i64) -> Result<(), String> {
        for tab in self.tabs.values_mut() {
            tab.disconnect();
        }
        self.edge.drop_secrets();
        self.server.crash(down_ms, &self.edge.facts)
    }

    /// Reads what has been recorded and pushed since the last call, and lets the browser act on it. `tab` is the tab
    /// that handles the calls of the whole session.
    pub(crate) fn catch_up(&mut self, tab: &str) -> Result<(), String> {
        let records = self.server.records(self.seen)?;
        self.seen = self.server.count();
        let mut is_changed = false;
        for stored in &records {
            let entry = Entry::read(stored)?;
            if entry.record.stream() == self.session.name() {
                is_changed = true;
                if entry.refused.is_none() {
                    self.browse(&entry, tab);
                }
            }
            self.log.push(entry);
        }
        if let Some(at) = self.offered.iter().position(|token| self.server.opens(token, &self.id)) {
            self.token = self.offered.swap_remove(at);
            self.offered.clear();
        }
        // Inspecting would wake a session that sleeps after a crash, with its deadlines.
        if is_changed {
            self.session = self.server.inspect(&self.id)?;
        }
        self.receive();
        self.connect_all()
    }

    /// Lets the tabs receive the pushed messages.
    fn receive(&mut self) {
        let newest = self.session.seq();
        for (name, tab) in &mut self.tabs {
            let Some(connection) = &mut tab.connection else { continue };
            let mut is_closed = false;
            while let Some(received) = connection.outbox.try_receive() {
                match received {
                    Received::Message(Sent::Text { seq, .. }) => connection.seq = seq,
                    _ => is_closed = true,
                }
            }
            if is_closed || connection.outbox.has_lagged() {
                tab.disconnect();
            } else if connection.seq != newest {
                let seq = connection.seq;
                self.missed.push(format!("{name} was pushed record {seq} and not {newest}"));
            }
        }
    }

    fn connect_all(&mut self) -> Result<(), String> {
        if self.session.is_closed() {
            return Ok(());
        }
        for (name, tab) in &mut self.tabs {
            if tab.connection.is_some() {
                continue;
            }
            let attached = self.server.attach(&self.id, &self.token, name, tab.resume.take());
            let attached = attached.map_err(|nack| format!("{name}: {}", nack.message))?;
            let (number, epoch, outbox, seq) =
                (attached.number, attached.epoch, attached.outbox, attached.seq);
            tab.connection = Some(Connection { number, epoch, outbox, seq });
        }
        Ok(())
    }

    /// Applies a received record in the browser.
    fn browse(&mut self, entry: &Entry, tab: &str) {
        let now = entry.record.view().at;
        if let (Some(own), Some(AnyState::Navigation(navigation::State::Settled { place, .. }))) =
            (&entry.key.tab, &entry.state)
        {
            self.in_tab(own, |tab| tab.place = Some(place.clone()));
        }
        let tab = entry.key.tab.as_deref().unwrap_or(tab);
        for call in &entry.calls {
            match call {
                Call::Navigate { to } => self.in_tab(tab, |tab| tab.place = Some(to.clone())),
                Call::RememberPath { place } => {
                    let stored = StoredPlace { place: place.clone(), at: now };
                    self.in_tab(tab, |tab| tab.remembered = Some(stored));
                }
                Call::RememberSetMeUp {} => self.has_set_me_up = true,
                Call::Clear { what } => {
                    if what.contains(&Clearable::RememberedPath) {
                        self.in_tab(tab, |tab| tab.remembered = None);
                    }
                    self.has_set_me_up &= !what.contains(&Clearable::SetMeUp);
                }
                _ => {}
            }
        }
    }

    /// Changes a tab if it is open: one that was closed does not come back.
    fn in_tab(&mut self, tab: &str, change: impl FnOnce(&mut Tab)) {
        self.tabs.get_mut(tab).map(change);
    }

    /// The state of a machine in this tab.
    pub(crate) fn state(&self, machine: MachineName, tab: &str) -> AnyState {
        self.session.state(&waybill_machines::cascade::InstanceKey::of(machine, Some(tab)))
    }

    /// The state of a machine of the installation.
    pub(crate) fn installation_state(&self, machine: MachineName, stream: &str) -> AnyState {
        self.server.installation_state(machine, stream)
    }

    /// The actor of this session.
    pub(crate) fn who(&self) -> waybill_stream::Who {
        self.session.who()
    }

    /// An event from the server's HTTP layer.
    pub(crate) fn edge_event(event: impl Into<AnyEvent>) -> Body {
        Body::Event(Box::new(event.into()))
    }
}

impl Tab {
    fn disconnect(&mut self) {
        if let Some(Connection { epoch, seq, .. }) = self.connection.take() {
            self.resume = Some(Resume { epoch, seq });
        }
    }
}
