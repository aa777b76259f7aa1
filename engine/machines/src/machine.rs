//! How a machine decides: a pure function of a state, an event and the event's moment.
//!
//! Each machine is a set of statig handlers, which are called here as plain functions of the state, without
//! statig's run-time wrapper: the wrapper hides whether anybody took the event, runs entry actions again on
//! restoring, and swaps the arguments of `before_transition`. Called this way, an event that nobody takes
//! comes back as `Super` and becomes a refusal, and restoring a state is nothing but deserialising it.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use statig::Outcome;

use crate::call::Call;
use crate::facts::Facts;
use crate::recorded::{FactsSource, Gathered, Part};
use crate::rules::view_as::View;
use crate::time::Timestamp;

/// Whose life a machine shares, and so which stream it is recorded in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// One for each session.
    Session,
    /// One for each browser tab, recorded in its session's stream.
    Tab,
    /// One for each thing of the installation, in a stream of its own.
    Installation,
}

/// Types whose variants have the names that the wire uses.
pub trait Named {
    /// Every name, in the order of the type.
    const NAMES: &'static [&'static str];

    /// The name of this value's variant.
    fn name(&self) -> &'static str;
}

/// Writes [`Named`] for an enum. The names are those of the serde tag, which a test compares.
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

/// Why an event was not taken: a code that the catalogue of texts knows, and what to fill into the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Rejection {
    /// A stable code in snake case.
    pub code: String,
    /// What the text of the code mentions.
    #[serde(default)]
    pub args: BTreeMap<String, String>,
}

impl Rejection {
    /// A rejection without arguments.
    pub fn new(code: &str) -> Self {
        Self { code: code.to_owned(), args: BTreeMap::new() }
    }

    /// Adds one argument.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl std::fmt::Display) -> Self {
        self.args.insert(key.to_owned(), value.to_string());
        self
    }
}

impl std::fmt::Display for Rejection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.code)?;
        for (key, value) in &self.args {
            write!(f, " {key}={value}")?;
        }
        Ok(())
    }
}

/// What a handler sees of the world, and where it leaves what it asks for.
#[derive(Debug)]
pub struct Context {
    /// The moment of the event.
    pub at: Timestamp,
    calls: Vec<Call>,
    guards: Vec<&'static str>,
    refusal: Option<Rejection>,
}

impl Context {
    fn new(at: Timestamp) -> Self {
        Self { at, calls: Vec::new(), guards: Vec::new(), refusal: None }
    }

    /// Asks for an effect.
    pub fn call(&mut self, call: impl Into<Call>) {
        self.calls.push(call.into());
    }

    /// Tests a named guard, and notes its name when it decides.
    pub fn guard(&mut self, name: &'static str, holds: bool) -> bool {
        if holds {
            self.guards.push(name);
        }
        holds
    }

    /// Refuses the event. The state stays as it was, whatever the handler did before.
    pub fn refuse<S>(&mut self, rejection: Rejection) -> Outcome<S> {
        self.refusal = Some(rejection);
        Outcome::Handled
    }

    /// Refuses an event that the current state has no use for: what every root superstate does.
    pub fn refuse_here<S>(&mut self) -> Outcome<S> {
        self.refuse(Rejection::new("not_in_this_state"))
    }
}

/// What a tab's proposal is judged with: facts that the shell knows and a browser must not claim.
#[derive(Debug, Clone, Copy)]
pub struct Stamp<'a> {
    /// The facts as the startup machine last gathered them; none while it has not.
    pub facts: Option<&'a Facts>,
    /// Whose eyes an administrator looks with, where they are not their own.
    pub view: Option<View>,
    /// The sequence number of the record that those facts came from.
    pub facts_from: Option<u64>,
}

impl Stamp<'_> {
    /// The facts as they are to be shown: what guards and menus decide on.
    pub fn shown(&self) -> Option<Box<Facts>> {
        let shown = |facts: &Facts| self.view.map_or_else(|| facts.clone(), |view| view.of(facts));
        self.facts.map(|facts| Box::new(shown(facts)))
    }
}

/// One machine: its types and its rules. [`statig_machine!`](crate::statig_machine) supplies `handle` and
/// `superstates` from the statig handlers.
pub trait Machine: Sized + 'static {
    /// The machine's name on the wire and in records.
    const NAME: &'static str;
    /// Whose life it shares.
    const SCOPE: Scope;
    /// The version of the shapes that its records hold: state, event and calls. It grows with a change that the types
    /// of before cannot read and that a default cannot fill in; [`Machine::upcast`] then reads the older ones.
    const SCHEMA: u32 = 1;
    /// States that nothing leads out of, on purpose.
    const TERMINAL: &'static [&'static str] = &[];
    /// Events that a user causes over HTTP, because they carry a secret or change a cookie.
    const OVER_HTTP: &'static [&'static str] = &[];

    /// The small state, tagged by `state`.
    type State: Named + Clone + Eq + Debug + Serialize + DeserializeOwned;
    /// What happened, tagged by `type`.
    type Event: Named + Clone + Eq + Debug + Serialize + DeserializeOwned;
    /// What a tab may propose over the socket, tagged by `type`.
    type Proposal: Named + DeserializeOwned + Debug;

    /// The state before the first event.
    fn initial() -> Self::State;

    /// Lets the statig handlers take the event, the state's own first, then its superstates'.
    fn handle(
        state: &mut Self::State,
        event: &Self::Event,
        cx: &mut Context,
    ) -> Outcome<Self::State>;

    /// The superstates of a state from the innermost out, without the root that only refuses.
    fn superstates(state: &Self::State) -> Vec<String>;

    /// Turns a tab's proposal into an event, or says why this sender may not propose it.
    fn admit(proposal: Self::Proposal, stamp: Stamp<'_>) -> Result<Self::Event, Rejection>;

    /// The moment at which [`Machine::deadline`] is due, if the state waits for one.
    fn wake_at(_state: &Self::State) -> Option<Timestamp> {
        None
    }

    /// The event of a deadline that has come.
    fn deadline() -> Option<Self::Event> {
        None
    }

    /// The answer to a call that a crash cut off.
    fn interrupted(_call: &Call) -> Option<Self::Event> {
        None
    }

    /// Turns a part of a record that version `from` wrote into what version `from + 1` would have written.
    fn upcast(_from: u32, _part: Part, _value: &mut serde_json::Value) {}

    /// Where the facts lie that an event is decided with, if its record only names them and they are missing.
    fn facts_source(_event: &Self::Event) -> Option<FactsSource> {
        None
    }

    /// Supplies the facts that [`Machine::facts_source`] asks for.
    fn supply(_event: &mut Self::Event, _gathered: &Gathered) {}

    /// One event for each class that a guard tells apart, for exploration.
    fn examples() -> Vec<Self::Event>;

    /// The state with times, texts and lists folded to the classes that matter, so that exploring ends.
    fn abstract_state(state: &Self::State) -> String {
        state.name().to_owned()
    }
}

/// Supplies a machine's `initial`, `handle` and `superstates` from its statig handlers.
///
/// To be used inside `impl Machine`, in the module where statig generated the `Superstate` enum.
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

/// What an accepted event led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted<S> {
    /// The state after.
    pub state: S,
    /// The effects asked for, in order.
    pub calls: Vec<Call>,
    /// The named guards that decided.
    pub guards: Vec<&'static str>,
}

/// Why an event led nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The reason, for people and programs.
    pub rejection: Rejection,
    /// The named guards that decided.
    pub guards: Vec<&'static str>,
}

/// Decides one event on a clone of the state. Live and on replay this is the same call.
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
        // A root superstate takes everything, so this is a machine without one; refusing is the safe reading.
        Outcome::Super => cx.refusal = Some(Rejection::new("not_in_this_state")),
    }
    match cx.refusal {
        Some(rejection) => Err(Refused { rejection, guards: cx.guards }),
        None => Ok(Accepted { state: next, calls: cx.calls, guards: cx.guards }),
    }
}

/// The snake-case name of the variant that a `Debug` text begins with.
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
