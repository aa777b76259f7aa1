//! How a machine decides: a pure function of a state, an event and the event's timestamp.
//!
//! Each machine is a set of statig handlers, which are called here as plain functions of the state, without statig's
//! run-time wrapper: the wrapper hides whether an event was handled, runs entry actions again on restoring, and swaps
//! the arguments of `before_transition`. Called this way, an unhandled event comes back as `Super` and becomes a
//! rejection, and restoring a state is only deserialisation.

use std::fmt::Debug;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use statig::Outcome;

use crate::call::Call;
use crate::facts::Facts;
use crate::recorded::{FactsSource, GatheredFacts, Part};
pub use crate::rejection::{Rejection, RejectionCode};
use crate::rules::view_as::View;
use crate::time::Timestamp;

/// How many instances of a machine exist, and so which stream each is recorded in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// One per session.
    Session,
    /// One per browser tab, recorded in its session's stream.
    Tab,
    /// One per object of the installation (an account, a node), in a stream of its own.
    Installation,
}

/// An enum whose variants have names on the wire.
pub trait Named {
    /// Every name, in the order of the variants.
    const NAMES: &'static [&'static str];

    /// The wire name of this value's variant.
    fn name(&self) -> &'static str;
}

/// Implements [`Named`] for an enum. The names are those of the serde tag; a test compares them.
#[macro_export]
macro_rules! named {
    ($type:ty { $($variant:ident = $name:literal),+ $(,)? }) => {
        impl $crate::machine::Named for $type {
            const NAMES: &'static [&'static str] = &[$($name),+];
            fn name(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $name),+ }
            }
        }
    };
}

/// What a handler can read besides state and event, and where it collects the effects that it requests.
#[derive(Debug)]
pub struct Context {
    /// The timestamp of the event.
    pub at: Timestamp,
    calls: Vec<Call>,
    guards: Vec<&'static str>,
    refusal: Option<Rejection>,
}

impl Context {
    fn new(at: Timestamp) -> Self {
        Self { at, calls: Vec::new(), guards: Vec::new(), refusal: None }
    }

    /// Requests an effect.
    pub fn call(&mut self, call: impl Into<Call>) {
        self.calls.push(call.into());
    }

    /// Evaluates a named guard, and records its name if it holds.
    pub fn guard(&mut self, name: &'static str, holds: bool) -> bool {
        if holds {
            self.guards.push(name);
        }
        holds
    }

    /// Rejects the event. The state is unchanged, even if the handler has modified it.
    pub fn refuse<S>(&mut self, rejection: Rejection) -> Outcome<S> {
        self.refusal = Some(rejection);
        Outcome::Handled
    }

    /// Rejects an event with values that a rule of its subject forbids, which every machine names by the same guard.
    pub fn not_allowed<S>(&mut self, rejection: Rejection) -> Outcome<S> {
        self.guard("not_allowed", true);
        self.refuse(rejection)
    }

    /// Rejects an event that the current state does not handle, as every root superstate does.
    pub fn refuse_here<S>(&mut self) -> Outcome<S> {
        self.refuse(Rejection::new(RejectionCode::NotInThisState))
    }
}

/// The context in which a tab's proposal is admitted: facts that the server knows and a browser must not supply.
#[derive(Debug, Clone, Copy)]
pub struct AdmissionContext<'a> {
    /// The facts as the startup machine last gathered them; none if it has not yet.
    pub facts: Option<&'a Facts>,
    /// The view-as of an administrator; none if they see the console as themselves.
    pub view: Option<View>,
    /// The sequence number of the record that contains those facts.
    pub facts_from: Option<u64>,
}

impl AdmissionContext<'_> {
    /// The facts under the current view, which guards and menus decide on.
    pub fn shown(&self) -> Option<Box<Facts>> {
        let shown = |facts: &Facts| self.view.map_or_else(|| facts.clone(), |view| view.of(facts));
        self.facts.map(|facts| Box::new(shown(facts)))
    }
}

/// One machine: its types and its rules. [`statig_machine!`](crate::statig_machine) implements `initial`, `handle` and
/// `superstates` with the statig handlers, and [`installation_machine!`](crate::installation_machine) also what all
/// machines of the installation have in common.
pub trait Machine: Sized + 'static {
    /// The machine's name on the wire and in records.
    const NAME: &'static str;
    /// How many instances exist.
    const SCOPE: Scope;
    /// The version of the shapes in its records: state, event and calls. It is raised with a change that the new types
    /// cannot read and that a default cannot cover; [`Machine::upcast`] then converts older parts.
    const SCHEMA: u32 = 1;
    /// States that have no outgoing transition on purpose.
    const TERMINAL: &'static [&'static str] = &[];
    /// Events that a user sends over HTTP, because they carry a secret or change a cookie.
    const OVER_HTTP: &'static [&'static str] = &[];

    /// The state, tagged by `state`.
    type State: Named + Clone + Eq + Debug + Serialize + DeserializeOwned;
    /// The event, tagged by `type`.
    type Event: Named + Clone + Eq + Debug + Serialize + DeserializeOwned;
    /// What a tab may propose over the socket, tagged by `type`.
    type Proposal: Named + DeserializeOwned + Debug;

    /// The state before the first event.
    fn initial() -> Self::State;

    /// Runs the statig handlers on the event: the state's own first, then those of its superstates.
    fn handle(
        state: &mut Self::State,
        event: &Self::Event,
        cx: &mut Context,
    ) -> Outcome<Self::State>;

    /// The superstates of a state from the innermost out, without the root, which only rejects.
    fn superstates(state: &Self::State) -> Vec<String>;

    /// Turns a tab's proposal into an event, or rejects it for this sender.
    fn admit(
        proposal: Self::Proposal,
        admission: AdmissionContext<'_>,
    ) -> Result<Self::Event, Rejection>;

    /// The time at which [`Machine::deadline`] is due, if the state has a deadline.
    fn wake_at(_state: &Self::State) -> Option<Timestamp> {
        None
    }

    /// The event of an elapsed deadline.
    fn deadline() -> Option<Self::Event> {
        None
    }

    /// The answer to a call whose result is unknown after a crash or a timeout.
    fn interrupted(_call: &Call) -> Option<Self::Event> {
        None
    }

    /// Converts a part of a record of version `from` into the shape of version `from + 1`.
    fn upcast(_from: u32, _part: Part, _value: &mut serde_json::Value) {}

    /// Where the facts are stored that an event is decided with, if its record only refers to them and they are
    /// missing.
    fn facts_source(_event: &Self::Event) -> Option<FactsSource> {
        None
    }

    /// Supplies the facts that [`Machine::facts_source`] asks for.
    fn supply(_event: &mut Self::Event, _gathered: &GatheredFacts) {}

    /// One event for each case that a guard distinguishes, for exploration.
    fn examples() -> Vec<Self::Event>;

    /// The state with timestamps, texts and lists reduced to the cases that matter, so that exploration terminates.
    fn abstract_state(state: &Self::State) -> String {
        state.name().to_owned()
    }
}

/// Implements `initial`, `handle` and `superstates` of a machine with its statig handlers.
///
/// To be used inside `impl Machine`, in the module in which statig generates the `Superstate` enum.
#[macro_export]
macro_rules! statig_machine {
    ($machine:ident) => {
        fn initial() -> State {
            <$machine as statig::blocking::IntoStateMachine>::initial()
        }

        fn handle(
            state: &mut State,
            event: &Event,
            context: &mut $crate::machine::Context,
        ) -> statig::Outcome<State> {
            statig::blocking::StateExt::handle(state, &mut $machine, event, context)
        }

        fn superstates(state: &State) -> Vec<String> {
            fn climb(
                mut superstate: <$machine as statig::blocking::IntoStateMachine>::Superstate<'_>,
                names: &mut Vec<String>,
            ) {
                names.push($crate::machine::variant_name(&superstate));
                if let Some(parent) = statig::blocking::Superstate::superstate(&mut superstate) {
                    climb(parent, names);
                }
            }
            let mut names = Vec::new();
            if let Some(superstate) =
                statig::blocking::State::<$machine>::superstate(&mut state.clone())
            {
                climb(superstate, &mut names);
            }
            names.retain(|name| name != "root");
            names
        }
    };
}

/// Implements what is the same for every machine of the installation: its scope and types, that a tab can propose
/// nothing to it, since the service that owns it makes its events, and what [`statig_machine!`](crate::statig_machine)
/// implements.
#[macro_export]
macro_rules! installation_machine {
    ($machine:ident) => {
        const SCOPE: $crate::machine::Scope = $crate::machine::Scope::Installation;
        type State = State;
        type Event = Event;
        type Proposal = $crate::machines::session::Proposal;

        $crate::statig_machine!($machine);

        fn admit(
            proposal: $crate::machines::session::Proposal,
            _: $crate::machine::AdmissionContext<'_>,
        ) -> Result<Event, $crate::machine::Rejection> {
            match proposal {}
        }
    };
}

/// The outcome of an accepted event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted<S> {
    /// The state after.
    pub state: S,
    /// The requested effects, in order.
    pub calls: Vec<Call>,
    /// The named guards that held.
    pub guards: Vec<&'static str>,
}

impl<S> Accepted<S> {
    /// The same with a state that can be shared.
    pub fn shared(self) -> Accepted<Arc<S>> {
        Accepted { state: Arc::new(self.state), calls: self.calls, guards: self.guards }
    }
}

/// The outcome of a rejected event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The reason, as a code with arguments.
    pub rejection: Rejection,
    /// The named guards that held.
    pub guards: Vec<&'static str>,
}

/// Decides one event on a clone of the state. Live operation and replay both use this function.
pub fn decide<M: Machine>(
    state: &M::State,
    event: &M::Event,
    at: Timestamp,
) -> Result<Accepted<M::State>, Refused> {
    let mut next = state.clone();
    let mut cx = Context::new(at);
    match M::handle(&mut next, event, &mut cx) {
        Outcome::Transition(target) => next = target,
        Outcome::Handled => {}
        // A root superstate handles every event, so this machine has none; rejecting is the safe interpretation.
        Outcome::Super => cx.refusal = Some(Rejection::new(RejectionCode::NotInThisState)),
    }
    match cx.refusal {
        Some(rejection) => Err(Refused { rejection, guards: cx.guards }),
        None => Ok(Accepted { state: next, calls: cx.calls, guards: cx.guards }),
    }
}

/// The name in snake case of the variant that a `Debug` text begins with.
pub fn variant_name(value: &impl Debug) -> String {
    let text = format!("{value:?}");
    let variant = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let mut name = String::new();
    for (index, letter) in variant.char_indices() {
        if letter.is_uppercase() && index > 0 {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    name
}
