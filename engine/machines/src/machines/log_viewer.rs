//! The log viewer (LOGV-01, DET-07): which log is shown, how far it has been read, and when it is refreshed.
//!
//! ```text
//! closed --open--> configuring --> refreshing --> counting --due--> refreshing
//!                  counting --feed--> live --feed_lost--> counting
//!                  any --pause--> paused --resume--> counting
//! ```
//!
//! The end of the countdown is part of the state, and no tick of it is recorded. While a topic feeds the page nothing
//! is polled, so following a log writes no records. Without the topic the viewer polls, and pauses after half an hour
//! without activity. Records contain cursors, sizes and digests, and never any text of a log.

use statig::prelude::*;

pub use super::log_viewer_steps::{ATTENDED_MS, BEYOND_END, REFRESH_MS};
use super::log_viewer_steps::{
    attended, configure, configured, count, fetched, file, file_of, forget_service, paused,
    refresh, select_product, service_of, start_again,
};
pub use super::log_viewer_types::{
    After, Configured, Event, Fetched, HaStatus, LogFile, LogGap, LogRead, Pause, Proposal,
    ServiceChanged, State, Viewer,
};
use crate::call::Call;
use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::rules::services::ServiceId;
use crate::secret::Digest;
use crate::time::Timestamp;

/// The maximum length of a name that a tab sends, in characters.
const NAME_CHARS_MAX: usize = 200;

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
            // A page that is left resets the viewer, and its socket reports that the feed has ended; answers to earlier
            // requests are obsolete.
            Event::Reset {} | Event::Configured(_) | Event::Fetched(_) | Event::FeedLost { .. } => {
                Handled
            }
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
            // A single refresh during a pause does not resume, even if the page's socket begins to follow.
            Event::Feed {} | Event::FeedLost { .. }
                if context.guard("to_pause", *after == After::Pause) =>
            {
                Handled
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
            // The refresh in progress is recent enough.
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
                    return context.refuse(Rejection::new(RejectionCode::NoLogSelected));
                }
                // The list of logs could not be fetched, so it is fetched again.
                let products = viewer.product_list.clone();
                configure(viewer, &products, context)
            }
            Event::Resume {} => count(&attended(viewer, context), context),
            Event::RefreshNow {} => refresh(&attended(viewer, context), After::Pause, context),
            Event::FeedLost { .. } => Handled,
            _ => Super,
        }
    }

    /// Handles events while the viewer is open.
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
                    return context.refuse(Rejection::new(RejectionCode::UnknownNode));
                }
                let mut viewer = attended(viewer, context);
                viewer.selected_node = Some(node.clone());
                start_again(&mut viewer, context)
            }
            Event::SelectFile { id } => {
                if !context.guard("known_log", viewer.log_list.contains(id)) {
                    return context.refuse(Rejection::new(RejectionCode::UnknownLog));
                }
                let mut viewer = attended(viewer, context);
                viewer.selected_file = Some(id.clone());
                start_again(&mut viewer, context)
            }
            Event::Pause {} => paused(&attended(viewer, context), Pause::User),
            Event::RefreshNow {} if file(viewer).is_some() => {
                refresh(&attended(viewer, context), After::Count, context)
            }
            // Answers to obsolete requests. Also, the page's socket may begin or cease to follow shortly after the
            // machine has paused or selected another log.
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

impl Machine for LogViewer {
    const NAME: &'static str = "log_viewer";
    const SCOPE: Scope = Scope::Tab;
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(LogViewer);

    fn admit(proposal: Proposal, admission: AdmissionContext<'_>) -> Result<Event, Rejection> {
        let facts = admission.facts.filter(|facts| facts.user.admin);
        // A user who leaves the page may have lost the right, or the session, in the meantime.
        let may = facts.is_some() || matches!(proposal, Proposal::Reset {});
        if !may {
            return Err(Rejection::new(RejectionCode::NotAuthorised));
        }
        let short = |name: String| {
            let fits = name.chars().count() <= NAME_CHARS_MAX;
            if fits { Ok(name) } else { Err(Rejection::new(RejectionCode::TooLong)) }
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

/// An arbitrary digest for examples.
pub(super) fn no_digest() -> Digest {
    Digest("0".repeat(64))
}
