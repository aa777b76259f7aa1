//! The messages that tabs receive with records and states: each is built once and shared by all tabs.

use waybill_journal::RecordView;
use waybill_machines::cascade::InstanceKey;
use waybill_machines::{MachineName, Scope};

use waybill_stream::StreamState;

use crate::change::Change;
use crate::messages::{ServerMessage, Snapshot, SnapshotMachine, raw};
use crate::perform::{Performer, Viewer};
use crate::registry::Shared;

/// A record as the tabs of its own session see it: the line itself, the events that may be proposed next, and the
/// values of personal fields, of which the line has only digests.
pub(crate) fn change<P: Performer>(
    shared: &Shared<P>,
    viewer: &Viewer,
    line: &str,
    view: &RecordView<'_>,
) -> Change {
    let mut text = String::with_capacity(line.len() + 64);
    let revealed = reveal(shared, viewer, line);
    text.push_str(revealed.strip_suffix('}').unwrap_or(&revealed));
    text.push_str(",\"can\":");
    text.push_str(shared.can(view.machine, view.to).get());
    text.push('}');
    Change(raw(text))
}

/// The message with the states of all machines that a tab can see: the session's and its own.
pub(super) fn snapshot<P: Performer>(
    shared: &Shared<P>,
    viewer: &Viewer,
    session: &StreamState,
    tab: &str,
) -> ServerMessage {
    let visible =
        MachineName::ALL.iter().filter(|name| name.profile().scope != Scope::Installation);
    let machines = visible.map(|machine| {
        let key = InstanceKey::of(*machine, Some(tab));
        let state = session.state(&key);
        let json = serde_json::to_string(&state).unwrap_or_else(|_| "null".to_owned());
        SnapshotMachine {
            machine: *machine,
            instance: session.version(&key),
            state: raw(reveal(shared, viewer, &json).into_owned()),
            can: shared.can(machine.as_str(), state.name()).to_owned(),
            tab: key.tab,
        }
    });
    let (seq, machines) = (session.seq(), machines.collect());
    ServerMessage::Snapshot(Snapshot { part: 1, parts: 1, seq, machines })
}

const MARK: &str = "{\"personal\":\"";
/// A personal value that is an address.
const ADDRESS: &str = "\"address\":{\"personal\":\"";

/// Adds the values of the viewer's own personal fields. Erased values and those of other people remain digests.
fn reveal<'a, P: Performer>(
    shared: &Shared<P>,
    viewer: &Viewer,
    json: &'a str,
) -> std::borrow::Cow<'a, str> {
    if !json.contains(MARK) {
        return json.into();
    }
    let mut text = String::with_capacity(json.len() + 64);
    let mut rest = json;
    while let Some(found) = rest.find(MARK) {
        let after = found + MARK.len();
        let digest_end = after + 64;
        let Some(digest) = rest.get(after..digest_end) else { break };
        text.push_str(&rest[..digest_end]);
        rest = &rest[digest_end..];
        let is_address = text[..text.len() - digest.len()].ends_with(ADDRESS);
        let value = match shared.performer.reveal(digest, viewer) {
            None if is_address && viewer.sees_addresses => shared.performer.reveal_address(digest),
            value => value,
        };
        if let Some(value) = value
            && let Ok(value) = serde_json::to_string(&value)
        {
            text.push_str("\",\"value\":");
            text.push_str(&value);
            rest = rest.strip_prefix('"').unwrap_or(rest);
        }
    }
    text.push_str(rest);
    text.into()
}
