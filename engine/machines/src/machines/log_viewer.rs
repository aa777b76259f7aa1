//! The log viewer (LOGV-01, DET-07): which log is shown, how far it has been read, and when it is looked at again.
//!
//! ```text
//! closed --open--> configuring --> refreshing --> counting --due--> refreshing
//!                  counting --feed--> live --feed_lost--> counting
//!                  any --pause--> paused --resume--> counting
//! ```
//!
//! When the counter ends is a part of the state, and no tick of it is stored. While a topic feeds the page nothing is
//! polled, so following a log writes no records; the counter is what remains without the topic, and pauses by itself
//! when nobody has looked for half an hour. Records hold cursors, sizes and digests, and never any text of a log.

use std::collections::BTreeSet;

use statig::prelude::*;

pub use super::log_viewer_types::{
    After, Configured, Event, Fetched, HaStatus, LogFile, LogGap, LogRead, Pause, Proposal,
    ServiceChanged, State, Viewer,
};
use crate::call::{Call, NOTIFY_ERROR_MS};
use crate::machine::{Context, Machine, Rejection, Scope, Stamp};
use crate::rules::services::ServiceId;
use crate::secret::Digest;
use crate::sign_in::Notice;
use crate::time::Timestamp;

/// How long to wait between two refreshes where the server does not say (LOGV-01).
pub const REFRESH_MS: u32 = 10_000;
/// Somebody who does nothing counts as looking for this long.
pub const ATTENDED_MS: i64 = 30 * 60 * 1_000;
/// No server may let anybody wait longer.
const REFRESH_MS_MAX: u32 = 3_600_000;
/// A name that a tab sends has at most this many characters.
const NAME_CHARS_MAX: usize = 200;
/// The key of the notification, which mentions `message`.
const FAILED: &str = "log_viewer_failed";

/// The log-viewer machine.
#[derive(Debug, Default)]
pub struct LogViewer;

#[state_machine(
    initial = "State::Closed { viewer: Box::default() }",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl LogViewer {
    #[state(superstate = "root", local_storage("viewer: Box<Viewer>"))]
    fn closed(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Open { products } => configure(&Viewer::default(), products, context),
            // Whoever has left the page says so to be sure, and what was asked for meanwhile is of no use.
            Event::Reset {} | Event::Configured(_) | Event::Fetched(_) => Handled,
            _ => Super,
        }
    }

    #[state(superstate = "open")]
    fn configuring(
        event: &Event,
        viewer: &mut Box<Viewer>,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Configured(answer) if service_of(answer) == viewer.selected_product => {
                configured(viewer, answer, context)
            }
            _ => Super,
        }
    }

    #[state(superstate = "open")]
    #[allow(unused_variables, reason = "the superstate uses it")]
    fn counting(
        event: &Event,
        viewer: &mut Box<Viewer>,
        until: &mut Timestamp,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Due {} => {
                if context.guard("unattended", context.at >= viewer.attended_until) {
                    return paused(viewer, Pause::Unattended);
                }
                refresh(viewer, After::Count, context)
            }
            Event::Feed {} => Transition(State::Live { viewer: attended(viewer, context) }),
            _ => Super,
        }
    }

    #[state(superstate = "open")]
    fn refreshing(
        event: &Event,
        viewer: &mut Box<Viewer>,
        after: &mut After,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Fetched(answer) if Some(file_of(answer)) == file(viewer).as_ref() => {
                fetched(viewer, *after, answer, context)
            }
            Event::Feed {} => {
                *viewer = attended(viewer, context);
                *after = After::Live;
                Handled
            }
            Event::FeedLost { .. } => {
                *after = After::Count;
                Handled
            }
            Event::Pause {} => {
                *viewer = attended(viewer, context);
                *after = After::Pause;
                Handled
            }
            // What is under way is as fresh as can be.
            Event::RefreshNow {} => Handled,
            Event::Resume {} => {
                *viewer = attended(viewer, context);
                *after = After::Count;
                Handled
            }
            _ => Super,
        }
    }

    #[state(superstate = "open")]
    fn live(event: &Event, viewer: &mut Box<Viewer>, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Feed {} => Handled,
            Event::FeedLost { file_size, generation } => {
                if let Some(read) = &mut viewer.read {
                    read.file_size = *file_size;
                    read.generation.clone_from(generation);
                }
                count(viewer, context)
            }
            Event::RefreshNow {} => refresh(&attended(viewer, context), After::Live, context),
            _ => Super,
        }
    }

    #[state(superstate = "open")]
    fn paused(
        event: &Event,
        viewer: &mut Box<Viewer>,
        why: &mut Pause,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Pause {} => {
                if matches!(why, Pause::Unattended) {
                    *why = Pause::User;
                }
                Handled
            }
            Event::Resume {} | Event::RefreshNow {} if file(viewer).is_none() => {
                if context.guard("choosing", *why == Pause::Choosing) {
                    return context.refuse(Rejection::new("no_log_selected"));
                }
                // Which logs there are is what could not be found out.
                let products = viewer.product_list.clone();
                configure(viewer, &products, context)
            }
            Event::Resume {} => count(&attended(viewer, context), context),
            Event::RefreshNow {} => refresh(&attended(viewer, context), After::Pause, context),
            Event::FeedLost { .. } => Handled,
            _ => Super,
        }
    }

    /// What can happen as long as somebody looks.
    #[superstate(superstate = "root")]
    fn open(event: &Event, viewer: &mut Box<Viewer>, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Open { products } => configure(viewer, products, context),
            Event::ServiceChanged {} => {
                let mut viewer = attended(viewer, context);
                viewer.service_changed = ServiceChanged::Changed;
                forget_service(&mut viewer);
                paused(&viewer, Pause::Choosing)
            }
            Event::SelectProduct { service } => select_product(viewer, *service, context),
            Event::SelectNode { node } => {
                if !context.guard("known_node", viewer.node_list.contains(node)) {
                    return context.refuse(Rejection::new("unknown_node"));
                }
                let mut viewer = attended(viewer, context);
                viewer.selected_node = Some(node.clone());
                anew(&mut viewer, context)
            }
            Event::SelectFile { id } => {
                if !context.guard("known_log", viewer.log_list.contains(id)) {
                    return context.refuse(Rejection::new("unknown_log"));
                }
                let mut viewer = attended(viewer, context);
                viewer.selected_file = Some(id.clone());
                anew(&mut viewer, context)
            }
            Event::Pause {} => paused(&attended(viewer, context), Pause::User),
            Event::RefreshNow {} if file(viewer).is_some() => {
                refresh(&attended(viewer, context), After::Count, context)
            }
            // The answer to something that is not wanted any more; and a page may hear that the machine has paused, or
            // looks for other logs, a moment later than its socket begins or ceases to follow.
            Event::Configured(_) | Event::Fetched(_) | Event::Feed {} | Event::FeedLost { .. } => {
                Handled
            }
            Event::Reset {} => Transition(State::Closed { viewer: Box::default() }),
            _ => Super,
        }
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

/// Somebody has done something, so somebody is looking.
fn attended(viewer: &Viewer, context: &Context) -> Box<Viewer> {
    Box::new(Viewer { attended_until: context.at.plus_ms(ATTENDED_MS), ..viewer.clone() })
}

fn paused(viewer: &Viewer, why: Pause) -> Outcome<State> {
    Transition(State::Paused { viewer: Box::new(viewer.clone()), why })
}

fn configure(
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
fn forget_service(viewer: &mut Viewer) {
    viewer.node_list.clear();
    viewer.log_list.clear();
    (viewer.selected_node, viewer.selected_file) = (None, None);
    (viewer.ha_status, viewer.read, viewer.failed) = (None, None, None);
}

/// LOGV-01: a product takes effect only after a service was chosen.
fn select_product(viewer: &Viewer, service: ServiceId, context: &mut Context) -> Outcome<State> {
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
fn anew(viewer: &mut Viewer, context: &mut Context) -> Outcome<State> {
    (viewer.read, viewer.failed) = (None, None);
    refresh(viewer, After::Count, context)
}

fn configured(viewer: &Viewer, answer: &Configured, context: &mut Context) -> Outcome<State> {
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

fn fetched(
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

/// The code of a cursor behind the end of a log.
pub const BEYOND_END: &str = "beyond_end";

/// The same error is told once, not at each refresh.
fn notify(viewer: &mut Viewer, notice: &Notice, context: &mut Context) {
    let is_new = viewer.failed.as_ref() != Some(&notice.code);
    if context.guard("new_failure", is_new) {
        let args = [("message".to_owned(), notice.message.clone())].into();
        context.call(Call::Notify { key: FAILED.to_owned(), args, duration_ms: NOTIFY_ERROR_MS });
    }
    viewer.failed = Some(notice.code.clone());
}

fn count(viewer: &Viewer, context: &Context) -> Outcome<State> {
    let until = context.at.plus_ms(i64::from(viewer.refresh_ms));
    Transition(State::Counting { viewer: Box::new(viewer.clone()), until })
}

/// LOGV-01: read on from where the last read ended.
fn refresh(viewer: &Viewer, after: After, context: &mut Context) -> Outcome<State> {
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

fn file(viewer: &Viewer) -> Option<LogFile> {
    Some(LogFile {
        service: viewer.selected_product,
        node: viewer.selected_node.clone()?,
        id: viewer.selected_file.clone()?,
    })
}

const fn service_of(answer: &Configured) -> ServiceId {
    match answer {
        Configured::Told { service, .. }
        | Configured::Refused { service, .. }
        | Configured::Interrupted { service } => *service,
    }
}

const fn file_of(answer: &Fetched) -> &LogFile {
    match answer {
        Fetched::Told { file, .. }
        | Fetched::Refused { file, .. }
        | Fetched::Interrupted { file } => file,
    }
}

impl Machine for LogViewer {
    const NAME: &'static str = "log_viewer";
    const SCOPE: Scope = Scope::Tab;
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(LogViewer);

    fn admit(proposal: Proposal, stamp: Stamp<'_>) -> Result<Event, Rejection> {
        let facts = stamp.facts.filter(|facts| facts.user.admin);
        // Whoever leaves the page may have lost the right, or the session, meanwhile.
        let may = facts.is_some() || matches!(proposal, Proposal::Reset {});
        if !may {
            return Err(Rejection::new("not_authorised"));
        }
        let short = |name: String| {
            let fits = name.chars().count() <= NAME_CHARS_MAX;
            if fits { Ok(name) } else { Err(Rejection::new("too_long")) }
        };
        Ok(match proposal {
            Proposal::Open {} => {
                let services = facts.map_or(&[][..], |facts| &facts.services);
                let products = services.iter().filter_map(|service| service.name.parse().ok());
                Event::Open { products: products.chain([ServiceId::Artifactory]).collect() }
            }
            Proposal::ServiceChanged {} => Event::ServiceChanged {},
            Proposal::SelectProduct { service } => Event::SelectProduct { service },
            Proposal::SelectNode { node } => Event::SelectNode { node: short(node)? },
            Proposal::SelectFile { id } => Event::SelectFile { id: short(id)? },
            Proposal::Pause {} => Event::Pause {},
            Proposal::Resume {} => Event::Resume {},
            Proposal::RefreshNow {} => Event::RefreshNow {},
            Proposal::Feed {} => Event::Feed {},
            Proposal::FeedLost { file_size, generation } => {
                Event::FeedLost { file_size, generation: short(generation)? }
            }
            Proposal::Reset {} => Event::Reset {},
        })
    }

    fn wake_at(state: &State) -> Option<Timestamp> {
        match state {
            State::Counting { until, .. } => Some(*until),
            _ => None,
        }
    }

    fn deadline() -> Option<Event> {
        Some(Event::Due {})
    }

    fn interrupted(call: &Call) -> Option<Event> {
        match call {
            Call::LogsConfig { service } => {
                Some(Event::Configured(Configured::Interrupted { service: *service }))
            }
            Call::LogsData { file, .. } => {
                Some(Event::Fetched(Fetched::Interrupted { file: file.clone() }))
            }
            _ => None,
        }
    }

    fn examples() -> Vec<Event> {
        super::log_viewer_examples::examples()
    }

    fn abstract_state(state: &State) -> String {
        super::log_viewer_examples::abstract_state(state)
    }
}

/// What a digest of nothing read looks like in examples.
pub(super) fn no_digest() -> Digest {
    Digest("0".repeat(64))
}
