//! A crash: everything in memory is lost, and the engine continues from its journals.

use waybill_machines::MachineName;
use waybill_machines::cascade::States;
use waybill_stream::{CallId, OpenCalls};

use super::verify::{self, Replay};
use super::world::World;
use crate::format::Duration;

/// Kills the server and starts it again. Returns the differences between the replayed records and the state that was
/// in memory, as sentences.
///
/// EVT-06: the engine answers each pending call as interrupted; no port is called again unless a machine decides so.
pub(crate) fn crash(
    world: &mut World<'_>,
    down: Duration,
    tab: &str,
) -> Result<Vec<String>, String> {
    let stream = world.session.name().to_owned();
    let entries = world.log.iter().filter(|entry| entry.record.stream() == stream);
    let replay = verify::replay(entries.map(|entry| entry.record.line()));
    let mut found = replay.problems.clone();
    found.extend(differences(world, &replay));
    let records = world.log.len();
    world.crash(down.ms)?;
    world.catch_up(tab)?;
    let refused = world.log[records..].iter().filter_map(|entry| entry.refused.as_ref());
    found.extend(refused.map(|rejection| format!("an interrupted call was refused: {rejection}")));
    Ok(found)
}

fn differences(world: &World<'_>, replay: &Replay) -> Vec<String> {
    let mut found = Vec::new();
    let (live, rebuilt) = (started(world.session.states()), started(replay.stream.states()));
    for key in live.keys().chain(rebuilt.keys().filter(|key| live.get(key).is_none())) {
        if live.get(key) != rebuilt.get(key) {
            let machine: MachineName = key.machine;
            let (live, rebuilt) = (live.get(key), rebuilt.get(key));
            found.push(format!("{machine} was {live:?} and is {rebuilt:?} after the crash"));
        }
    }
    let (live, rebuilt) = (open(world.session.open_calls()), open(replay.stream.open_calls()));
    if live != rebuilt {
        found.push(format!("calls waited {live:?} and wait {rebuilt:?} after the crash"));
    }
    found
}

fn open(calls: &OpenCalls) -> Vec<(CallId, String)> {
    calls.iter().map(|(id, call)| (id, call.root.to_string())).collect()
}

/// The machines that have left their initial state.
fn started(states: &States) -> States {
    let started = states.iter().filter(|(key, state)| **state != key.machine.initial());
    started.map(|(key, state)| (key.clone(), state.clone())).collect()
}
