//! Steps that the states of the log viewer share: requests, and handling their answers.

use std::collections::BTreeSet;

use statig::prelude::*;

use super::log_viewer_types::{
    After, Configured, Fetched, HaStatus, LogFile, Pause, ServiceChanged, State, Viewer,
};
use crate::call::{Call, Severity};
use crate::machine::{Context, Rejection, RejectionCode};
use crate::rules::services::ServiceId;
use crate::sign_in::Notice;

/// The interval between two refreshes, in milliseconds, unless the server specifies one (LOGV-01).
pub const REFRESH_MS: u32 = 10_000;
/// The time without activity after which refreshing pauses, in milliseconds.
pub const ATTENDED_MS: i64 = 30 * 60 * 1_000;
/// The maximum interval between two refreshes, in milliseconds.
const REFRESH_MS_MAX: u32 = 3_600_000;
/// The code of an error for a cursor beyond the end of a log.
pub const BEYOND_END: &str = "beyond_end";
/// The key of the notification's text, which interpolates `message`.
const FAILED: &str = "log_viewer_failed";

/// The viewer after an activity of the user, which extends the time until it pauses.
pub(super) fn attended(viewer: &Viewer, context: &Context) -> Box<Viewer> {
    Box::new(Viewer { attended_until: context.at.plus_ms(ATTENDED_MS), ..viewer.clone() })
}

pub(super) fn paused(viewer: &Viewer, why: Pause) -> Outcome<State> {
    Transition(State::Paused { viewer: Box::new(viewer.clone()), why })
}

pub(super) fn configure(
    viewer: &Viewer,
    products: &BTreeSet<ServiceId>,
    context: &mut Context,
) -> Outcome<State> {
    let mut viewer = attended(viewer, context);
    viewer.product_list.clone_from(products);
    context.call(Call::LogsConfig { service: viewer.selected_product });
    Transition(State::Configuring { viewer })
}

/// LOGV-01: clears nodes, logs and selection, because they differ for another service.
pub(super) fn forget_service(viewer: &mut Viewer) {
    viewer.node_list.clear();
    viewer.log_list.clear();
    (viewer.selected_node, viewer.selected_file) = (None, None);
    (viewer.ha_status, viewer.read, viewer.failed) = (None, None, None);
}

/// LOGV-01: a product can be selected only after the service was changed.
pub(super) fn select_product(
    viewer: &Viewer,
    service: ServiceId,
    context: &mut Context,
) -> Outcome<State> {
    let is_chosen = viewer.service_changed == ServiceChanged::Changed;
    if !context.guard("service_changed", is_chosen) {
        return context.refuse(Rejection::new(RejectionCode::ServiceNotChanged));
    }
    if !context.guard("known_product", viewer.product_list.contains(&service)) {
        return context.refuse(Rejection::new(RejectionCode::UnknownService));
    }
    let mut viewer = viewer.clone();
    forget_service(&mut viewer);
    viewer.selected_product = service;
    let products = viewer.product_list.clone();
    configure(&viewer, &products, context)
}

/// Reads the newly selected log from its end.
pub(super) fn start_again(viewer: &mut Viewer, context: &mut Context) -> Outcome<State> {
    (viewer.read, viewer.failed) = (None, None);
    refresh(viewer, After::Count, context)
}

pub(super) fn configured(
    viewer: &Viewer,
    answer: &Configured,
    context: &mut Context,
) -> Outcome<State> {
    let mut viewer = viewer.clone();
    match answer {
        Configured::Received { logs, nodes, refresh_rate_millis, .. } => {
            let kept = |selected: &Option<String>, list: &[String]| {
                let kept = selected.as_ref().filter(|selected| list.contains(selected));
                kept.or(list.first()).cloned()
            };
            let before = file(&viewer);
            viewer.selected_node = kept(&viewer.selected_node, nodes);
            viewer.selected_file = kept(&viewer.selected_file, logs);
            viewer.node_list.clone_from(nodes);
            viewer.log_list.clone_from(logs);
            viewer.ha_status =
                Some(if nodes.len() > 1 { HaStatus::Cluster } else { HaStatus::Single });
            viewer.refresh_ms = whole_seconds(*refresh_rate_millis);
            viewer.failed = None;
            if file(&viewer) != before {
                viewer.read = None;
            }
            if !context.guard("has_log", file(&viewer).is_some()) {
                return paused(&viewer, Pause::NoLog);
            }
            refresh(&viewer, After::Count, context)
        }
        Configured::Refused { notice, .. } => {
            notify(&mut viewer, notice, context);
            paused(&viewer, Pause::ConfigError)
        }
        Configured::Interrupted { .. } => paused(&viewer, Pause::ConfigError),
    }
}

pub(super) fn fetched(
    viewer: &Viewer,
    after: After,
    answer: &Fetched,
    context: &mut Context,
) -> Outcome<State> {
    let mut viewer = viewer.clone();
    match answer {
        Fetched::Received { read, .. } => {
            viewer.read = Some(read.clone());
            viewer.failed = None;
        }
        Fetched::Refused { notice, .. } => {
            // The server no longer knows the cursor, so the next read starts without one.
            if context.guard("beyond_end", notice.code == BEYOND_END) {
                viewer.read = None;
            }
            notify(&mut viewer, notice, context);
        }
        Fetched::Interrupted { .. } => {}
    }
    match after {
        After::Count => count(&viewer, context),
        After::Live => Transition(State::Live { viewer: Box::new(viewer) }),
        After::Pause => paused(&viewer, Pause::User),
    }
}

/// Notifies once per error, not at each refresh.
fn notify(viewer: &mut Viewer, notice: &Notice, context: &mut Context) {
    let is_new = viewer.failed.as_ref() != Some(&notice.code);
    if context.guard("new_failure", is_new) {
        let args = [("message".to_owned(), notice.message.clone())].into();
        context.call(Call::notify(Severity::Error, FAILED, args));
    }
    viewer.failed = Some(notice.code.clone());
}

pub(super) fn count(viewer: &Viewer, context: &Context) -> Outcome<State> {
    let until = context.at.plus_ms(i64::from(viewer.refresh_ms));
    Transition(State::Counting { viewer: Box::new(viewer.clone()), until })
}

/// LOGV-01: continues reading where the last read ended.
pub(super) fn refresh(viewer: &Viewer, after: After, context: &mut Context) -> Outcome<State> {
    let Some(file) = file(viewer) else { return paused(viewer, Pause::NoLog) };
    let read = viewer.read.as_ref();
    context.call(Call::LogsData {
        file,
        file_size: read.map_or(0, |read| read.file_size),
        generation: read.map(|read| read.generation.clone()),
    });
    Transition(State::Refreshing { viewer: Box::new(viewer.clone()), after })
}

/// The interval in whole seconds, at least one, because the countdown shows seconds.
fn whole_seconds(refresh_rate_millis: Option<u32>) -> u32 {
    let wanted = refresh_rate_millis.unwrap_or(REFRESH_MS).min(REFRESH_MS_MAX);
    ((wanted + 500) / 1_000).max(1) * 1_000
}

pub(super) fn file(viewer: &Viewer) -> Option<LogFile> {
    Some(LogFile {
        service: viewer.selected_product,
        node: viewer.selected_node.clone()?,
        id: viewer.selected_file.clone()?,
    })
}

pub(super) const fn service_of(answer: &Configured) -> ServiceId {
    match answer {
        Configured::Received { service, .. }
        | Configured::Refused { service, .. }
        | Configured::Interrupted { service } => *service,
    }
}

pub(super) const fn file_of(answer: &Fetched) -> &LogFile {
    match answer {
        Fetched::Received { file, .. }
        | Fetched::Refused { file, .. }
        | Fetched::Interrupted { file } => file,
    }
}
