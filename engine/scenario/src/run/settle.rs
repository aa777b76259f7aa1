//! What happens by itself: services answer, and deadlines come.

use serde_json::{Map, Value};
use waybill_machines::call::Call;
use waybill_machines::machine::Named;
use waybill_machines::{AnyEvent, AnyState, Rejection, Timestamp};

use super::log::Source;
use super::services;
use super::world::{Waiting, World};
use crate::format::{Action, Answers, Duration, Step};

/// More answers than any story needs: machines that ask again and again must not hang the runner.
const ANSWERS_MAX: usize = 1_000;

/// Answers a call that waits: as the story says, laid over what `given` implies.
pub(crate) fn answer(
    world: &mut World<'_>,
    call: &str,
    said: Option<&Map<String, Value>>,
    tab: &str,
) -> Result<Option<Rejection>, String> {
    let fits = |waiting: &Waiting| {
        waiting.call.name() == call && said.is_none_or(|said| !contradicts(&waiting.call, said))
    };
    let Some(at) = world.waiting.iter().position(fits) else {
        let waiting: Vec<&str> = world.waiting.iter().map(|waiting| waiting.call.name()).collect();
        let waiting =
            if waiting.is_empty() { "no call does".into() } else { waiting.join(", ") + " does" };
        return Err(format!("{call} does not wait for an answer; {waiting}"));
    };
    answer_at(world, at, said, tab)
}

/// Several calls of one name may wait; an answer that repeats a field of the call means the one that has it.
fn contradicts(call: &Call, said: &Map<String, Value>) -> bool {
    let asked = serde_json::to_value(call).unwrap_or_default();
    said.iter().any(|(key, value)| asked.get(key).is_some_and(|asked| asked != value))
}

pub(crate) fn answer_at(
    world: &mut World<'_>,
    at: usize,
    said: Option<&Map<String, Value>>,
    tab: &str,
) -> Result<Option<Rejection>, String> {
    let waiting = world.waiting.remove(at);
    let default = services::answer(&waiting.call, world.given, &mut world.edge)
        .ok_or_else(|| format!("{:?} is answered by nobody", waiting.call))?;
    let value = match said {
        Some(said) => services::merged(&waiting.call, &default, said, &world.edge),
        None => default,
    };
    services::heed(&waiting.call, &value, &mut world.edge);
    answer_with(world, &waiting, value, tab)
}

fn answer_with(
    world: &mut World<'_>,
    waiting: &Waiting,
    mut value: Value,
    tab: &str,
) -> Result<Option<Rejection>, String> {
    let call = waiting.call.name();
    value["type"] = call.into();
    let event = waiting
        .key
        .machine
        .event_from_json(&value.to_string())
        .map_err(|error| format!("{value} is no answer to {call}: {error}"))?;
    respond(world, waiting, event, tab)
}

/// Lets the machine that asked take the answer.
pub(crate) fn respond(
    world: &mut World<'_>,
    waiting: &Waiting,
    event: AnyEvent,
    tab: &str,
) -> Result<Option<Rejection>, String> {
    let is_of_session = waiting.stream == world.session.name;
    let source = Source {
        who: if is_of_session { world.who() } else { waiting.who.clone() },
        cause: Some((waiting.seq, waiting.index, waiting.root)),
        command: None,
    };
    let tab = waiting.key.tab.as_deref().unwrap_or(tab).to_owned();
    let records = world.take(&waiting.stream, waiting.key.clone(), event, &source, &tab)?;
    Ok(world.log[records.start].refused.clone())
}

/// Which calls wait on: those that the step holds, and those that the very next steps answer or cut off.
pub(crate) struct Hold<'a> {
    pub(crate) step: &'a Step,
    pub(crate) later: &'a [Step],
}

impl Hold<'_> {
    /// Marks what the step holds for longer than the next answers.
    pub(crate) fn mark(&self, world: &mut World<'_>) {
        for waiting in &mut world.waiting {
            waiting.held |= self.step.hold.iter().any(|name| name == waiting.call.name());
        }
    }

    /// What the step wants to hold though nobody asked it: a word that does nothing is a mistake.
    pub(crate) fn in_vain(&self, world: &World<'_>) -> Vec<String> {
        let waits = |name: &String| {
            let mut calls = world.waiting.iter().map(|waiting| waiting.call.name());
            calls.any(|call| call == name)
        };
        let idle = self.step.hold.iter().filter(|name| !waits(name));
        idle.map(|name| format!("`hold` names {name}, and no such call waits")).collect()
    }

    fn holds(&self, waiting: &Waiting) -> bool {
        if waiting.held {
            return true;
        }
        for step in self.later {
            match &step.action {
                Action::Answer(answers) => {
                    if answers.iter().any(|(call, _)| call == waiting.call.name()) {
                        return true;
                    }
                }
                // What the step itself holds says how far things come before the crash; else nothing is answered.
                Action::Crash { .. } => return self.step.hold.is_empty(),
                _ => return false,
            }
        }
        false
    }
}

/// Lets the services answer until nothing waits that may be answered.
pub(crate) fn settle(world: &mut World<'_>, tab: &str, hold: &Hold<'_>) -> Result<(), String> {
    if world.given.answers == Answers::Explicit {
        return Ok(());
    }
    for _ in 0..ANSWERS_MAX {
        hold.mark(world);
        let next = world.waiting.iter().position(|waiting| !hold.holds(waiting));
        let Some(at) = next else { return Ok(()) };
        answer_at(world, at, None, tab)?;
    }
    Err(format!("after {ANSWERS_MAX} answers the machines still ask"))
}

/// Time passes, and deadlines come due at their own moments.
pub(crate) fn pass(
    world: &mut World<'_>,
    span: Duration,
    tab: &str,
    hold: &Hold<'_>,
) -> Result<(), String> {
    let until = world.now.plus_ms(span.ms);
    wake(world, until, tab, hold)?;
    world.now = until;
    Ok(())
}

/// Lets every deadline up to a moment come, the earliest first; one that is overdue comes now.
pub(crate) fn wake(
    world: &mut World<'_>,
    until: Timestamp,
    tab: &str,
    hold: &Hold<'_>,
) -> Result<(), String> {
    loop {
        let due = world.streams().flat_map(|stream| {
            stream.states.iter().filter_map(move |(key, state)| {
                let at = state.wake_at().filter(|at| *at <= until)?;
                Some((at, key.clone(), stream.name.clone()))
            })
        });
        let Some((at, key, stream)) = due.min() else { return Ok(()) };
        let Some(event) = key.machine.deadline() else {
            return Err(format!("{} waits for a deadline that is no event", key.machine));
        };
        world.now = world.now.max(at);
        let source = Source { who: "system".into(), ..Source::default() };
        world.take(&stream, key.clone(), event, &source, tab)?;
        let taken = world.streams().find(|other| other.name == stream);
        let state = taken.and_then(|stream| stream.states.get(&key));
        if state.and_then(AnyState::wake_at) == Some(at) {
            return Err(format!("the deadline of {} at {at} stays due", key.machine));
        }
        settle(world, tab, hold)?;
    }
}
