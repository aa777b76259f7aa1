//! Answers of services and deadlines.

use serde_json::{Map, Value};
use waybill_machines::Timestamp;
use waybill_machines::call::Call;

use super::calls::Waiting;
use super::refused::Refused;
use super::services;
use super::world::World;
use crate::format::{Action, Answers, Duration, Step};

/// A limit beyond the needs of any scenario: machines that keep requesting calls must not hang the runner.
const ANSWERS_MAX: usize = 1_000;
/// A limit beyond the needs of any scenario.
const DEADLINES_MAX: usize = 10_000;

/// Answers a pending call: the scenario's fields are merged into the answer that `given` implies.
pub(crate) fn answer(
    world: &mut World<'_>,
    call: &str,
    overrides: Option<&Map<String, Value>>,
    tab: &str,
) -> Result<Option<Refused>, String> {
    let fits = |waiting: &Waiting| {
        waiting.name() == call
            && overrides.is_none_or(|overrides| !contradicts(waiting.call(), overrides))
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
    answer_at(world, at, overrides, tab)
}

/// Several calls of one name may be pending; a field of the call in an answer selects the call that has it.
fn contradicts(call: &Call, overrides: &Map<String, Value>) -> bool {
    let request = serde_json::to_value(call).unwrap_or_default();
    overrides
        .iter()
        .any(|(key, value)| request.get(key).is_some_and(|requested| requested != value))
}

pub(crate) fn answer_at(
    world: &mut World<'_>,
    at: usize,
    overrides: Option<&Map<String, Value>>,
    tab: &str,
) -> Result<Option<Refused>, String> {
    let waiting = world.server.calls().waiting().remove(at);
    let default = services::answer(waiting.call(), world.given, &mut world.edge)
        .ok_or_else(|| format!("{:?} is answered by nobody", waiting.call()))?;
    let mut value = match overrides {
        Some(overrides) => services::merged(waiting.call(), &default, overrides, &world.edge),
        None => default,
    };
    services::apply_answer(waiting.call(), &value, &mut world.edge);
    let call = waiting.name();
    value["type"] = call.into();
    let event = waiting
        .machine()
        .event_from_json(&value.to_string())
        .map_err(|error| format!("{value} is no answer to {call}: {error}"))?;
    let records = world.log.len();
    world.server.run(async { waiting.answer(event) });
    world.catch_up(tab)?;
    Ok(world.log.get(records).and_then(|entry| entry.refused.clone()).map(Refused::from))
}

/// The calls that stay pending: those that the step holds, and those that the next steps answer or interrupt.
pub(crate) struct Hold<'a> {
    pub(crate) step: &'a Step,
    pub(crate) later: &'a [Step],
}

impl Hold<'_> {
    /// Marks the calls that the step holds beyond the next answers.
    pub(crate) fn mark(&self, world: &World<'_>) {
        for waiting in world.server.calls().waiting().iter_mut() {
            waiting.held |= self.step.hold.iter().any(|name| name == waiting.name());
        }
    }

    /// The names in `hold` without a pending call, which are errors in the scenario.
    pub(crate) fn unused(&self, world: &World<'_>) -> Vec<String> {
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
                // With `hold` only those calls are interrupted by the crash; without it none is answered before.
                Action::Crash { .. } => return self.step.hold.is_empty(),
                _ => return false,
            }
        }
        false
    }
}

/// Lets the services answer until no call is pending that may be answered.
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

/// Lets time pass; the engine's alarms go off at their times.
pub(crate) fn pass(
    world: &mut World<'_>,
    span: Duration,
    tab: &str,
    hold: &Hold<'_>,
) -> Result<(), String> {
    wake(world, world.now().plus_ms(span.ms), tab, hold)
}

/// Wakes everything that is due up to a time, the earliest first.
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
