//! The events and abstract states that the log viewer is explored with.

use super::log_viewer::{
    After, Configured, Event, Fetched, LogFile, LogGap, LogRead, State, Viewer, no_digest,
};
use crate::machine::Named;
use crate::rules::services::ServiceId;
use crate::sign_in::Notice;

const NODE: &str = "a";
const LOG: &str = "artifactory-service.log";

fn file(service: ServiceId, id: &str) -> LogFile {
    LogFile { service, node: NODE.into(), id: id.into() }
}

fn configured(service: ServiceId, logs: &[&str], nodes: &[&str]) -> Event {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    Event::Configured(Configured::Received {
        service,
        logs: owned(logs),
        nodes: owned(nodes),
        refresh_rate_millis: None,
    })
}

fn fetched(service: ServiceId) -> Event {
    let read = LogRead {
        file_size: 1,
        generation: "g".into(),
        last_update_modified: String::new(),
        last_update_label: String::new(),
        gap: Some(LogGap::Rotated),
        digest: no_digest(),
    };
    Event::Fetched(Fetched::Received { file: file(service, LOG), read })
}

fn not_fetched(code: &str) -> Event {
    let (file, notice) = (file(ServiceId::Artifactory, LOG), Notice::new(code, ""));
    Event::Fetched(Fetched::Refused { file, notice })
}

/// One event for each case that a guard distinguishes.
pub(super) fn examples() -> Vec<Event> {
    let (ours, other) = (ServiceId::Artifactory, ServiceId::Access);
    let notice = || Notice::new("unavailable", "");
    vec![
        Event::Open { products: [ours, other].into() },
        Event::ServiceChanged {},
        Event::SelectProduct { service: ours },
        Event::SelectProduct { service: ServiceId::Runtime },
        Event::SelectNode { node: NODE.into() },
        Event::SelectNode { node: "nowhere".into() },
        Event::SelectFile { id: LOG.into() },
        Event::SelectFile { id: "nothing".into() },
        Event::Pause {},
        Event::Resume {},
        Event::RefreshNow {},
        Event::Feed {},
        Event::FeedLost { file_size: 2, generation: "g".into() },
        Event::Reset {},
        Event::Due {},
        configured(ours, &[LOG], &[NODE]),
        configured(ours, &[], &[NODE]),
        configured(other, &[LOG], &[NODE]),
        Event::Configured(Configured::Refused { service: ours, notice: notice() }),
        Event::Configured(Configured::Interrupted { service: ours }),
        fetched(ours),
        fetched(other),
        not_fetched("unavailable"),
        not_fetched(super::log_viewer::BEYOND_END),
        Event::Fetched(Fetched::Interrupted { file: file(ours, LOG) }),
    ]
}

/// The state without names, numbers and timestamps.
pub(super) fn abstract_state(state: &State) -> String {
    let (viewer, doing) = match state {
        State::Closed { viewer }
        | State::Configuring { viewer }
        | State::Counting { viewer, .. }
        | State::Live { viewer } => (viewer, String::new()),
        State::Refreshing { viewer, after } => (viewer, after_name(*after).to_owned()),
        State::Paused { viewer, why } => (viewer, format!("{why:?}")),
    };
    let Viewer { service_changed, selected_file, read, failed, .. } = &**viewer;
    let facts = [selected_file.is_some(), read.is_some(), failed.is_some()];
    format!("{} {doing} {service_changed:?} {facts:?}", state.name())
}

const fn after_name(after: After) -> &'static str {
    match after {
        After::Count => "count",
        After::Live => "live",
        After::Pause => "pause",
    }
}
