//! The world of a story while it runs: one session after another, its tabs, its services, and its clock.

use std::collections::BTreeMap;
use std::ops::Range;

use waybill_journal::StreamHead;
use waybill_machines::call::{Call, Clearable, Destination};
use waybill_machines::cascade::{self, Decided, InstanceKey, States};
use waybill_machines::machines::{navigation, session, startup};
use waybill_machines::rules::path_memory::StoredPlace;
use waybill_machines::rules::routes::{Place, place_of};
use waybill_machines::{AnyEvent, AnyState, MachineName, Scope, Stamp, Timestamp};

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
    pub(crate) seq: u64,
    pub(crate) index: u64,
    pub(crate) root: u64,
    pub(crate) key: InstanceKey,
    pub(crate) call: Call,
    /// It stays so until a step answers it.
    pub(crate) held: bool,
}

/// One session: a stream of records and what they lead to.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) stream: String,
    pub(crate) states: States,
    pub(crate) waiting: Vec<Waiting>,
    pub(crate) closed: bool,
    /// Where its records begin in the story's log.
    pub(crate) first: usize,
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
    pub(crate) session: Session,
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
            session: Session::numbered(0, 0),
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
        self.session = Session::numbered(self.sessions, self.log.len());
        let token = self.edge.token();
        let tabs: Vec<String> = self.tabs.keys().cloned().collect();
        for tab in tabs {
            self.session.enter(&tab);
        }
        let key = InstanceKey::session(MachineName::Session);
        let event = session::Event::Open { token }.into();
        self.take(key, event, &Source { who: "anonymous".into(), ..Source::default() }, "t1")
            .map(drop)
    }

    /// A session that has ended takes nothing more: what comes next begins another one.
    pub(crate) fn retire_closed(&mut self) -> Result<(), String> {
        if self.session.closed { self.open_session() } else { Ok(()) }
    }

    pub(crate) fn open_tab(&mut self, tab: &str) {
        self.tabs.insert(tab.to_owned(), Tab::default());
        self.session.enter(tab);
    }

    pub(crate) fn close_tab(&mut self, tab: &str) {
        self.tabs.remove(tab);
        self.session.states.retain(|key| key.tab.as_deref() != Some(tab));
        self.session.waiting.retain(|waiting| waiting.key.tab.as_deref() != Some(tab));
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
        key: InstanceKey,
        event: AnyEvent,
        source: &Source,
        tab: &str,
    ) -> Result<Range<usize>, String> {
        let decided = cascade::run(&self.session.states, key, event, self.now);
        let first = self.log.len();
        let seq_of = |at: usize| u64::try_from(at - self.session.first + 1).unwrap_or(u64::MAX);
        let root = source.cause.map_or(seq_of(first), |(_, _, root)| root);
        let seqs: Vec<u64> = (first..first + decided.len()).map(seq_of).collect();
        for (at, step) in decided.iter().enumerate() {
            let cause = match step.told_by {
                Some((teller, call)) => {
                    Some((seqs[teller], u64::try_from(call).unwrap_or(u64::MAX), root))
                }
                None => source.cause,
            };
            let command = source.command.as_deref().filter(|_| at == 0);
            self.write(step, &source.who, cause, command)?;
        }
        cascade::apply(&mut self.session.states, &decided);
        for at in first..self.log.len() {
            self.hear(at, root, tab);
        }
        if self.session.closed {
            self.session.waiting.clear();
        }
        Ok(first..self.log.len())
    }

    fn write(
        &mut self,
        step: &Decided,
        who: &str,
        cause: Option<(u64, u64, u64)>,
        command: Option<&str>,
    ) -> Result<(), String> {
        let instance = self.session.instances.entry(step.key.clone()).or_default();
        *instance += u64::from(step.result.is_ok());
        let place = log::Place {
            stream: &self.session.stream,
            head: self.session.head,
            instance: *instance,
            at: self.now,
            who,
            cause,
            command,
        };
        let entry = log::entry(step, &place)?;
        self.session.head = Some(entry.record.head());
        self.log.push(entry);
        Ok(())
    }

    /// What a new record means outside the machines.
    fn hear(&mut self, at: usize, root: u64, tab: &str) {
        let entry = self.log[at].clone();
        if entry.refused.is_some() {
            return;
        }
        let seq = entry.record.seq();
        match (&entry.key, self.session.states.get(&entry.key)) {
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
                self.session.waiting.push(Waiting {
                    seq,
                    index: u64::try_from(index).unwrap_or(u64::MAX),
                    root,
                    key: entry.key.clone(),
                    call: call.clone(),
                    held: false,
                });
            }
            self.browse(call, &tab);
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
}

impl Session {
    fn numbered(number: u64, first: usize) -> Self {
        Self {
            stream: format!("session/story-{number}"),
            states: States::new(),
            waiting: Vec::new(),
            closed: false,
            first,
            instances: BTreeMap::new(),
            head: None,
            facts_from: None,
        }
    }

    /// A tab's machines are there from the moment that it is: they hear what all tabs are told.
    fn enter(&mut self, tab: &str) {
        for machine in MachineName::ALL.iter().filter(|name| name.profile().scope == Scope::Tab) {
            let key = InstanceKey::of(*machine, Some(tab));
            self.states.insert(key, machine.initial());
        }
    }
}
