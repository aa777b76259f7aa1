//! What happens by itself: services answer, and deadlines come.

use serde_json::{Map, Value};
use waybill_machines::call::Call;
use waybill_machines::{Rejection, Timestamp};

use super::calls::Waiting;
use super::services;
use super::world::World;
use crate::format::{Action, Answers, Duration, Step};

/// More answers than any scenario needs: machines that ask again and again must not hang the runner.
const ANSWERS_MAX: usize = 1_000;
/// More deadlines than any scenario needs.
const DEADLINES_MAX: usize = 10_000;

/// Answers a call that waits: as the scenario says, laid over what `given` implies.
pub(crate) fn answer(
    world: &mut World<'_>,
    call: &str,
    said: Option<&Map<String, Value>>,
    tab: &str,
) -> Result<Option<Rejection>, String> {
    let fits = |waiting: &Waiting| {
        waiting.name() == call && said.is_none_or(|said| !contradicts(waiting.call(), said))
    };
    let at = {
        let waiting = world.server.calls().waiting();
        waiting.iter().position(fits).ok_or_else(|| {
            let names: Vec<&str> = waiting.iter().map(Waiting::name).collect();
            let names =
                if names.is_empty() { "no call does".into() } else { names.join(", ") + " does" };
            format!("{call} does not wait for an answer; {names}")
        })?
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
    let waiting = world.server.calls().waiting().remove(at);
    let default = services::answer(waiting.call(), world.given, &mut world.edge)
        .ok_or_else(|| format!("{:?} is answered by nobody", waiting.call()))?;
    let mut value = match said {
        Some(said) => services::merged(waiting.call(), &default, said, &world.edge),
        None => default,
    };
    services::heed(waiting.call(), &value, &mut world.edge);
    let call = waiting.name();
    value["type"] = call.into();
    let event = waiting
        .machine()
        .event_from_json(&value.to_string())
        .map_err(|error| format!("{value} is no answer to {call}: {error}"))?;
    let records = world.log.len();
    world.server.run(async { waiting.answer(event) });
    world.catch_up(tab)?;
    Ok(world.log.get(records).and_then(|entry| entry.refused.clone()))
}

/// Which calls wait on: those that the step holds, and those that the very next steps answer or cut off.
pub(crate) struct Hold<'a> {
    pub(crate) step: &'a Step,
    pub(crate) later: &'a [Step],
}

impl Hold<'_> {
    /// Marks what the step holds for longer than the next answers.
    pub(crate) fn mark(&self, world: &World<'_>) {
        for waiting in world.server.calls().waiting().iter_mut() {
            waiting.held |= self.step.hold.iter().any(|name| name == waiting.name());
        }
    }

    /// What the step wants to hold though nobody asked it: a word that does nothing is a mistake.
    pub(crate) fn in_vain(&self, world: &World<'_>) -> Vec<String> {
        let waiting = world.server.calls().waiting();
        let waits = |name: &String| waiting.iter().any(|waiting| waiting.name() == name);
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
                    if answers.iter().any(|(call, _)| call == waiting.name()) {
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
        let next = world.server.calls().waiting().iter().position(|waiting| !hold.holds(waiting));
        let Some(at) = next else { return Ok(()) };
        answer_at(world, at, None, tab)?;
    }
    Err(format!("after {ANSWERS_MAX} answers the machines still ask"))
}

/// Time passes, and what is due by the engine's alarms comes at its own time.
pub(crate) fn pass(
    world: &mut World<'_>,
    span: Duration,
    tab: &str,
    hold: &Hold<'_>,
) -> Result<(), String> {
    wake(world, world.now().plus_ms(span.ms), tab, hold)
}

/// Lets everything that is due up to a time come, the earliest first.
pub(crate) fn wake(
    world: &mut World<'_>,
    until: Timestamp,
    tab: &str,
    hold: &Hold<'_>,
) -> Result<(), String> {
    for _ in 0..DEADLINES_MAX {
        if !world.server.pass(until) {
            return Ok(());
        }
        world.catch_up(tab)?;
        settle(world, tab, hold)?;
    }
    Err(format!("after {DEADLINES_MAX} deadlines more of them are due at {}", world.now()))
}
