//! The steps that the log viewer's states share: what is asked for next, and what becomes of an answer.

use std::collections::BTreeSet;

use statig::prelude::*;

use super::log_viewer_types::{
    After, Configured, Fetched, HaStatus, LogFile, Pause, ServiceChanged, State, Viewer,
};
use crate::call::{Call, NOTIFY_ERROR_MS};
use crate::machine::{Context, Rejection};
use crate::rules::services::ServiceId;
use crate::sign_in::Notice;

/// How long to wait between two refreshes where the server does not say (LOGV-01).
pub const REFRESH_MS: u32 = 10_000;
/// Somebody who does nothing counts as looking for this long.
pub const ATTENDED_MS: i64 = 30 * 60 * 1_000;
/// No server may let anybody wait longer.
const REFRESH_MS_MAX: u32 = 3_600_000;
/// The code of a cursor behind the end of a log.
pub const BEYOND_END: &str = "beyond_end";
/// The key of the notification, which mentions `message`.
const FAILED: &str = "log_viewer_failed";

/// Somebody has done something, so somebody is looking.
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

/// LOGV-01: another service has other nodes and other logs.
pub(super) fn forget_service(viewer: &mut Viewer) {
    viewer.node_list.clear();
    viewer.log_list.clear();
    (viewer.selected_node, viewer.selected_file) = (None, None);
    (viewer.ha_status, viewer.read, viewer.failed) = (None, None, None);
}

/// LOGV-01: a product takes effect only after a service was chosen.
pub(super) fn select_product(
    viewer: &Viewer,
    service: ServiceId,
    context: &mut Context,
) -> Outcome<State> {
    let is_chosen = viewer.service_changed == ServiceChanged::Changed;
    if !context.guard("service_changed", is_chosen) {
        return context.refuse(Rejection::new("service_not_changed"));
    }
    if !context.guard("known_product", viewer.product_list.contains(&service)) {
        return context.refuse(Rejection::new("unknown_service"));
    }
    let mut viewer = viewer.clone();
    forget_service(&mut viewer);
    viewer.selected_product = service;
    let products = viewer.product_list.clone();
    configure(&viewer, &products, context)
}

/// Another log is read from its end.
pub(super) fn anew(viewer: &mut Viewer, context: &mut Context) -> Outcome<State> {
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
        Configured::Told { logs, nodes, refresh_rate_millis, .. } => {
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
        Fetched::Told { read, .. } => {
            viewer.read = Some(read.clone());
            viewer.failed = None;
        }
        Fetched::Refused { notice, .. } => {
            // What was read counts no more where the server does not know of it: the next read begins anew.
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

/// The same error is told once, not at each refresh.
fn notify(viewer: &mut Viewer, notice: &Notice, context: &mut Context) {
    let is_new = viewer.failed.as_ref() != Some(&notice.code);
    if context.guard("new_failure", is_new) {
        let args = [("message".to_owned(), notice.message.clone())].into();
        context.call(Call::Notify { key: FAILED.to_owned(), args, duration_ms: NOTIFY_ERROR_MS });
    }
    viewer.failed = Some(notice.code.clone());
}

pub(super) fn count(viewer: &Viewer, context: &Context) -> Outcome<State> {
    let until = context.at.plus_ms(i64::from(viewer.refresh_ms));
    Transition(State::Counting { viewer: Box::new(viewer.clone()), until })
}

/// LOGV-01: read on from where the last read ended.
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

/// The counter shows seconds, so it lasts whole ones: at least one.
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
        Configured::Told { service, .. }
        | Configured::Refused { service, .. }
        | Configured::Interrupted { service } => *service,
    }
}

pub(super) const fn file_of(answer: &Fetched) -> &LogFile {
    match answer {
        Fetched::Told { file, .. }
        | Fetched::Refused { file, .. }
        | Fetched::Interrupted { file } => file,
    }
}
