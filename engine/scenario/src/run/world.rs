//! The world of a story while it runs: one session after another, its tabs, its services, and its clock.

use std::collections::BTreeMap;
use std::ops::Range;

use waybill_journal::StreamHead;
use waybill_machines::call::{Call, Clearable, Destination};
use waybill_machines::cascade::{self, Decided, InstanceKey, States};
use waybill_machines::machines::{navigation, session, startup};
use waybill_machines::rules::path_memory::StoredPlace;
use waybill_machines::rules::routes::{Place, place_of};
use waybill_machines::{AnyEvent, AnyState, MachineName, Stamp, Timestamp};

use super::edge::Edge;
use super::log::{self, Entry, Source};
use crate::format::{Given, Scenario, Stored};

/// A tab as its browser knows it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tab {
    /// Where it was told to be, last.
    pub(crate) told: Option<Place>,
    /// What its storage remembers.
    pub(crate) remembered: Option<StoredPlace>,
}

/// A call that nobody has answered yet.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Waiting {
    /// The stream of the machine that asked.
    pub(crate) stream: String,
    /// On whose behalf.
    pub(crate) who: String,
    pub(crate) seq: u64,
    pub(crate) index: u64,
    pub(crate) root: u64,
    pub(crate) key: InstanceKey,
    pub(crate) call: Call,
    /// It stays so until a step answers it.
    pub(crate) held: bool,
}

/// A stream of records and what they lead to: one session, or one machine of the installation.
#[derive(Debug)]
pub(crate) struct Stream {
    pub(crate) name: String,
    pub(crate) states: States,
    pub(crate) closed: bool,
    instances: BTreeMap<InstanceKey, u64>,
    head: Option<StreamHead>,
    facts_from: Option<u64>,
}

#[derive(Debug)]
pub(crate) struct World<'a> {
    pub(crate) given: &'a Given,
    pub(crate) edge: Edge,
    pub(crate) now: Timestamp,
    pub(crate) log: Vec<Entry>,
    pub(crate) session: Stream,
    /// The machines of the installation that something has happened to, by the names of their streams.
    pub(crate) installation: BTreeMap<String, Stream>,
    /// What is still to be answered, in the order in which it was asked.
    pub(crate) waiting: Vec<Waiting>,
    pub(crate) tabs: BTreeMap<String, Tab>,
    sessions: u64,
    commands: u64,
}

impl<'a> World<'a> {
    /// A world in which nothing has happened yet but that a session was opened.
    pub(crate) fn new(scenario: &'a Scenario) -> Result<Self, String> {
        let mut world = Self {
            given: &scenario.given,
            edge: Edge::new(&scenario.given),
            now: scenario.at,
            log: Vec::new(),
            session: Stream::session(0),
            installation: BTreeMap::new(),
            waiting: Vec::new(),
            tabs: BTreeMap::new(),
            sessions: 0,
            commands: 0,
        };
        world.open_session()?;
        world.open_tab("t1");
        let remembered = scenario.given.remembered.as_ref().map(|stored| world.stored(stored));
        if let Some(tab) = world.tabs.get_mut("t1") {
            tab.remembered = remembered;
        }
        Ok(world)
    }

    /// Begins a session with its opening record, as the shell does before a first command.
    fn open_session(&mut self) -> Result<(), String> {
        self.sessions += 1;
        self.session = Stream::session(self.sessions);
        let token = self.edge.token();
        let key = InstanceKey::session(MachineName::Session);
        let event = session::Event::Open { token }.into();
        let source = Source { who: "anonymous".into(), ..Source::default() };
        self.take(&self.session.name.clone(), key, event, &source, "t1").map(drop)
    }

    /// A session that has ended takes nothing more: what comes next begins another one.
    pub(crate) fn retire_closed(&mut self) -> Result<(), String> {
        if self.session.closed { self.open_session() } else { Ok(()) }
    }

    pub(crate) fn open_tab(&mut self, tab: &str) {
        self.tabs.insert(tab.to_owned(), Tab::default());
    }

    pub(crate) fn close_tab(&mut self, tab: &str) {
        self.tabs.remove(tab);
        self.session.states.retain(|key| key.tab.as_deref() != Some(tab));
        self.waiting.retain(|waiting| waiting.key.tab.as_deref() != Some(tab));
    }

    pub(crate) fn next_command(&mut self) -> String {
        self.commands += 1;
        format!("c-{}", self.commands)
    }

    /// The facts that a proposal is judged with, and the record that they came from.
    pub(crate) fn stamp(&self) -> Stamp<'_> {
        match self.session.states.get(&InstanceKey::session(MachineName::Startup)) {
            Some(AnyState::Startup(startup::State::Ready { facts, view })) => {
                Stamp { facts: Some(facts), view: *view, facts_from: self.session.facts_from }
            }
            _ => Stamp { facts: None, view: None, facts_from: None },
        }
    }

    /// Who acts in this session.
    pub(crate) fn who(&self) -> String {
        match self.session.states.get(&InstanceKey::session(MachineName::Session)) {
            Some(AnyState::Session(session::State::Open { person: Some(person), .. })) => {
                person.0.clone()
            }
            _ => "anonymous".into(),
        }
    }

    pub(crate) fn stored(&self, stored: &Stored) -> StoredPlace {
        let ago_ms = stored.ago.map_or(0, |ago| ago.ms);
        StoredPlace {
            place: place_of(&stored.path),
            at: stored.at.unwrap_or(self.now.plus_ms(-ago_ms)),
        }
    }

    /// Decides an event to its end, writes the records, and lets the browser and the services hear of it.
    pub(crate) fn take(
        &mut self,
        stream: &str,
        key: InstanceKey,
        event: AnyEvent,
        source: &Source,
        tab: &str,
    ) -> Result<Range<usize>, String> {
        let now = self.now;
        let decided = cascade::run(&self.stream(stream).states, key, event, now);
        let first = self.log.len();
        let next = self.stream(stream).head.map_or(0, |head| head.seq) + 1;
        let root = source.cause.map_or(next, |(_, _, root)| root);
        let seqs: Vec<u64> = (next..).take(decided.len()).collect();
        for (at, step) in decided.iter().enumerate() {
            let cause = match step.told_by {
                Some((teller, call)) => {
                    Some((seqs[teller], u64::try_from(call).unwrap_or(u64::MAX), root))
                }
                None => source.cause,
            };
            let command = source.command.as_deref().filter(|_| at == 0);
            self.write(stream, step, &source.who, cause, command)?;
        }
        cascade::apply(&mut self.stream(stream).states, &decided);
        for at in first..self.log.len() {
            self.hear(stream, at, root, source, tab);
        }
        if self.session.closed {
            self.waiting.retain(|waiting| waiting.stream != self.session.name);
        }
        Ok(first..self.log.len())
    }

    /// A stream by its name: the session's, or one of the installation, which begins by being named.
    fn stream(&mut self, name: &str) -> &mut Stream {
        if self.session.name == name {
            return &mut self.session;
        }
        self.installation.entry(name.to_owned()).or_insert_with(|| Stream::named(name.to_owned()))
    }

    fn write(
        &mut self,
        stream: &str,
        step: &Decided,
        who: &str,
        cause: Option<(u64, u64, u64)>,
        command: Option<&str>,
    ) -> Result<(), String> {
        let now = self.now;
        let stream = self.stream(stream);
        let instance = stream.instances.entry(step.key.clone()).or_default();
        *instance += u64::from(step.result.is_ok());
        let place = log::Place {
            stream: &stream.name,
            head: stream.head,
            instance: *instance,
            at: now,
            who,
            cause,
            command,
        };
        let entry = log::entry(step, &place)?;
        stream.head = Some(entry.record.head());
        self.log.push(entry);
        Ok(())
    }

    /// What a new record means outside the machines.
    fn hear(&mut self, stream: &str, at: usize, root: u64, source: &Source, tab: &str) {
        let entry = self.log[at].clone();
        if entry.refused.is_some() {
            return;
        }
        let seq = entry.record.seq();
        let is_of_session = stream == self.session.name;
        let state = self.session.states.get(&entry.key).filter(|_| is_of_session);
        match (&entry.key, state) {
            (_, Some(AnyState::Startup(startup::State::Ready { .. }))) => {
                self.session.facts_from = Some(seq);
            }
            (_, Some(AnyState::Session(session::State::Closed { .. }))) => {
                self.session.closed = true;
            }
            (
                InstanceKey { tab: Some(own), .. },
                Some(AnyState::Navigation(navigation::State::Settled { place, .. })),
            ) => self.tab(own).told = Some(place.clone()),
            _ => {}
        }
        let tab = entry.key.tab.as_deref().unwrap_or(tab).to_owned();
        for (index, call) in entry.calls.iter().enumerate() {
            if call.destination() == Destination::Port {
                self.waiting.push(Waiting {
                    stream: stream.to_owned(),
                    who: source.who.clone(),
                    seq,
                    index: u64::try_from(index).unwrap_or(u64::MAX),
                    root,
                    key: entry.key.clone(),
                    call: call.clone(),
                    held: false,
                });
            }
            if is_of_session {
                self.browse(call, &tab);
            }
        }
    }

    /// What the browser does when it is told to.
    fn browse(&mut self, call: &Call, tab: &str) {
        let now = self.now;
        match call {
            Call::Navigate { to } => self.tab(tab).told = Some(to.clone()),
            Call::RememberPath { place } => {
                self.tab(tab).remembered = Some(StoredPlace { place: place.clone(), at: now });
            }
            Call::Clear { what } if what.contains(&Clearable::RememberedPath) => {
                self.tab(tab).remembered = None;
            }
            _ => {}
        }
    }

    fn tab(&mut self, tab: &str) -> &mut Tab {
        self.tabs.entry(tab.to_owned()).or_default()
    }

    /// What was written for a command, when the same one was taken already.
    pub(crate) fn answered(&self, command: &str) -> Option<&Entry> {
        self.log.iter().find(|entry| entry.command.as_deref() == Some(command))
    }

    /// The state of a machine in this tab.
    pub(crate) fn state(&self, machine: MachineName, tab: &str) -> AnyState {
        let key = InstanceKey::of(machine, Some(tab));
        self.session.states.get(&key).cloned().unwrap_or_else(|| machine.initial())
    }

    /// The state of a machine of the installation.
    pub(crate) fn standing(&self, machine: MachineName, stream: &str) -> AnyState {
        let states = self.installation.get(stream).map(|stream| &stream.states);
        let state = states.and_then(|states| states.get(&InstanceKey::session(machine)));
        state.cloned().unwrap_or_else(|| machine.initial())
    }

    /// All streams that something can happen in.
    pub(crate) fn streams(&self) -> impl Iterator<Item = &Stream> {
        std::iter::once(&self.session).chain(self.installation.values())
    }
}

impl Stream {
    fn session(number: u64) -> Self {
        Self::named(format!("session/story-{number}"))
    }

    fn named(name: String) -> Self {
        Self {
            name,
            states: States::new(),
            closed: false,
            instances: BTreeMap::new(),
            head: None,
            facts_from: None,
        }
    }
}
