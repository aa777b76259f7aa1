//! A crash: everything in memory is gone, and the records alone say where the session stands.

use waybill_machines::MachineName;
use waybill_machines::cascade::States;

use super::settle::respond;
use super::verify::{self, Replay};
use super::world::{Stream, Waiting, World};
use crate::format::Duration;

/// Stops the server and starts it again. What the rebuilt session differs in, as sentences.
///
/// EVT-06: each call that was asked for and not answered ends as interrupted; no port is asked again unless a
/// machine decides so.
pub(crate) fn crash(
    world: &mut World<'_>,
    down: Duration,
    tab: &str,
) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for stream in world.streams() {
        let entries = world.log.iter().filter(|entry| entry.record.stream() == stream.name);
        let replay = verify::replay(entries.map(|entry| entry.record.line()));
        found.extend(replay.problems.iter().cloned());
        found.extend(differences(world, stream, &replay));
    }
    world.edge.forget();
    world.now = world.now.plus_ms(down.ms);
    let cut_off = std::mem::take(&mut world.waiting);
    for waiting in cut_off {
        let Some(event) = waiting.key.machine.interrupted(&waiting.call) else {
            let machine = waiting.key.machine;
            return Err(format!("{machine} cannot be told that {:?} was cut off", waiting.call));
        };
        if let Some(rejection) = respond(world, &waiting, event, tab)? {
            found.push(format!("an interrupted call was refused: {rejection}"));
        }
    }
    Ok(found)
}

fn differences(world: &World<'_>, stream: &Stream, replay: &Replay) -> Vec<String> {
    let mut found = Vec::new();
    let (live, rebuilt) = (begun(world, &stream.states), begun(world, replay.stream.states()));
    for key in live.keys().chain(rebuilt.keys().filter(|key| live.get(key).is_none())) {
        if live.get(key) != rebuilt.get(key) {
            let machine: MachineName = key.machine;
            let (live, rebuilt) = (live.get(key), rebuilt.get(key));
            found.push(format!("{machine} was {live:?} and is {rebuilt:?} after the crash"));
        }
    }
    let waits = |waiting: &Waiting| (waiting.seq, waiting.index, format!("#{}", waiting.root));
    let live = world.waiting.iter().filter(|waiting| waiting.stream == stream.name);
    let live: Vec<_> = live.map(waits).collect();
    let open = |tab: Option<&String>| tab.is_none_or(|tab| world.tabs.contains_key(tab));
    let rebuilt: Vec<_> = replay
        .stream
        .open_calls()
        .iter()
        .filter(|(_, call)| open(call.key.tab.as_ref()))
        .map(|((seq, index), call)| (*seq, *index, call.root.clone()))
        .collect();
    if live != rebuilt {
        found.push(format!("calls waited {live:?} and wait {rebuilt:?} after the crash"));
    }
    found
}

/// The machines to which something has happened, in tabs that are still there.
fn begun(world: &World<'_>, states: &States) -> States {
    let open = |tab: Option<&String>| tab.is_none_or(|tab| world.tabs.contains_key(tab));
    let begun = states
        .iter()
        .filter(|(key, state)| open(key.tab.as_ref()) && **state != key.machine.initial());
    begun.map(|(key, state)| (key.clone(), state.clone())).collect()
}
