//! Creation of support bundles: one machine for each request, so that it does not depend on the tab (BUNDLE-01).
//!
//! ```text
//! absent --create--> creating --the last service ends--> settling --3 s--> settled --delete the last, expire--> gone
//! ```
//!
//! Each service is called separately, so they work in parallel. A failure causes no notification: the list shows it,
//! and the record and the service's log contain the reason. After a crash, bundles in progress end as interrupted.

use statig::prelude::*;

use crate::call::Call;
use crate::machine::{Context, Machine, Rejection, RejectionCode};
use crate::rules::services::ServiceId;
use crate::rules::support::{BUNDLE_LIVES_MS, BundleRequest, Parameters, SETTLE_MS, check_request};
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

pub use super::support_bundle_types::{
    Archive, Created, Creation, Download, End, Event, Fault, Part, Removed, State, Status,
};

/// The maximum length of a recorded message, in characters.
pub const MESSAGE_CHARS_MAX: usize = 500;

/// The support-bundle machine.
#[derive(Debug, Default)]
pub struct SupportBundle;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl SupportBundle {
    #[state(superstate = "root")]
    fn absent(event: &Event, context: &mut Context) -> Outcome<State> {
        let Event::Create { id, wanted, services, by } = event else { return Super };
        if let Err(problem) = check_request(wanted, services) {
            return context.not_allowed(problem.rejection());
        }
        for service in services {
            let (bundle, wanted) = (id.clone(), Box::new(wanted.clone()));
            context.call(Call::CreateSupportBundle { bundle, service: *service, wanted });
        }
        let part = |service: &ServiceId| Part { service: *service, status: Status::InProgress {} };
        let creation = Creation {
            id: id.clone(),
            wanted: wanted.clone(),
            created_at: context.at,
            created_by: by.clone(),
            parts: services.iter().map(part).collect(),
        };
        let in_progress = creation.in_progress();
        Transition(State::Creating { creation, in_progress })
    }

    #[state(superstate = "there", local_storage("creation: Creation", "in_progress: u32"))]
    fn creating(
        creation: &Creation,
        in_progress: &u32,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Created(created) => {
                let waits = |part: &&mut Part| {
                    part.service == created.service() && part.status == Status::InProgress {}
                };
                let mut creation = creation.clone();
                let Some(part) = creation.parts.iter_mut().find(waits) else { return Super };
                part.status = ended(created, context.at);
                let in_progress = creation.in_progress();
                if context.guard("all_have_ended", in_progress == 0) {
                    let until = context.at.plus_ms(SETTLE_MS);
                    return Transition(State::Settling { creation, until });
                }
                Transition(State::Creating { creation, in_progress })
            }
            _ => change(creation, event, context, |creation| State::Creating {
                creation,
                in_progress: *in_progress,
            }),
        }
    }

    #[state(superstate = "there", local_storage("creation: Creation", "until: Timestamp"))]
    fn settling(
        creation: &Creation,
        until: &Timestamp,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Due {} => {
                let expires_at = context.at.plus_ms(BUNDLE_LIVES_MS);
                Transition(settled(creation.clone(), expires_at, context.at))
            }
            _ => change(creation, event, context, |creation| State::Settling {
                creation,
                until: *until,
            }),
        }
    }

    #[state(superstate = "there", local_storage("creation: Creation", "expires_at: Timestamp"))]
    fn settled(
        creation: &Creation,
        expires_at: &Timestamp,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        let at = context.at;
        match event {
            Event::Due {} => {
                for part in &creation.parts {
                    forget(creation, part, context);
                }
                Transition(State::Gone { end: End::Expired {}, at })
            }
            _ => change(creation, event, context, |creation| settled(creation, *expires_at, at)),
        }
    }

    #[state(superstate = "root", local_storage("end: End", "at: Timestamp"))]
    fn gone(event: &Event) -> Outcome<State> {
        match event {
            Event::Removed(_) => Handled,
            _ => Super,
        }
    }

    #[superstate(superstate = "root")]
    fn there(event: &Event) -> Outcome<State> {
        match event {
            Event::Removed(_) => Handled,
            _ => Super,
        }
    }

    #[superstate]
    fn root(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Create { .. } => context.refuse(Rejection::new(RejectionCode::BundleIdTaken)),
            Event::Download { .. } | Event::Delete { .. } => {
                context.refuse(Rejection::new(RejectionCode::BundleUnknown))
            }
            Event::Created(_) | Event::Due {} | Event::Removed(_) => context.refuse_here(),
        }
    }
}

impl Creation {
    /// The number of services that have not finished.
    pub fn in_progress(&self) -> u32 {
        let waits = |part: &&Part| part.status == Status::InProgress {};
        u32::try_from(self.parts.iter().filter(waits).count()).unwrap_or(u32::MAX)
    }

    /// The part of a service, also if its bundle has been removed.
    pub fn part(&self, service: ServiceId) -> Option<&Part> {
        self.parts.iter().find(|part| part.service == service)
    }
}

/// The status of a part once its service has finished.
fn ended(created: &Created, at: Timestamp) -> Status {
    match created {
        Created::Success { archive, .. } => {
            Status::Success { archive: archive.clone(), at, download: None }
        }
        Created::Failure { fault, message, .. } => Status::Failure {
            fault: *fault,
            message: message.chars().take(MESSAGE_CHARS_MAX).collect(),
            at,
        },
    }
}

/// Handles events for a single bundle, which do not depend on the other parts.
fn change(
    creation: &Creation,
    event: &Event,
    context: &mut Context,
    next: impl FnOnce(Creation) -> State,
) -> Outcome<State> {
    let (service, at) = match event {
        Event::Download { service, .. } | Event::Delete { service, .. } => (*service, context.at),
        _ => return Super,
    };
    let mut creation = creation.clone();
    let Some(part) = creation.parts.iter_mut().find(|part| part.service == service) else {
        return Super;
    };
    match (&mut part.status, event) {
        (Status::InProgress {}, _) => {
            return context.refuse(Rejection::new(RejectionCode::BundleInProgress));
        }
        (Status::Success { download, .. }, Event::Download { by, .. }) => {
            let times = download.as_ref().map_or(0, |before| before.times).saturating_add(1);
            *download = Some(Download { by: by.clone(), at, times });
        }
        (Status::Failure { .. }, Event::Download { .. }) => {
            return context.refuse(Rejection::new(RejectionCode::BundleFailed));
        }
        (Status::Success { .. } | Status::Failure { .. }, Event::Delete { by, .. }) => {
            let before = part.clone();
            part.status = Status::Removed { end: End::Deleted { by: by.clone() }, at };
            forget(&creation, &before, context);
        }
        _ => return Super,
    }
    Transition(next(creation))
}

/// Requests the removal of a bundle's file, if it has one.
fn forget(creation: &Creation, part: &Part, context: &mut Context) {
    if matches!(part.status, Status::Success { .. }) {
        let (bundle, service) = (creation.id.clone(), part.service);
        context.call(Call::RemoveSupportBundle { bundle, service });
    }
}

/// The state without placeholders: `gone` if every bundle has been removed.
fn settled(creation: Creation, expires_at: Timestamp, at: Timestamp) -> State {
    let left = |part: &&Part| !matches!(part.status, Status::Removed { .. });
    if creation.parts.iter().any(|part| left(&part)) {
        return State::Settled { creation, expires_at };
    }
    let ends = creation.parts.into_iter().filter_map(|part| match part.status {
        Status::Removed { end, at } => Some((at, end)),
        _ => None,
    });
    let last = ends.max_by_key(|(at, _)| *at);
    let (at, end) = last.unwrap_or((at, End::Expired {}));
    State::Gone { end, at }
}

impl Machine for SupportBundle {
    const NAME: &'static str = "support_bundle";
    const TERMINAL: &'static [&'static str] = &["gone"];

    // Bundles are requested over HTTP.
    crate::installation_machine!(SupportBundle);

    fn wake_at(state: &State) -> Option<Timestamp> {
        match state {
            State::Settling { until, .. } => Some(*until),
            State::Settled { expires_at, .. } => Some(*expires_at),
            State::Absent {} | State::Creating { .. } | State::Gone { .. } => None,
        }
    }

    fn deadline() -> Option<Event> {
        Some(Event::Due {})
    }

    fn interrupted(call: &Call) -> Option<Event> {
        match call {
            Call::CreateSupportBundle { service, .. } => Some(Event::Created(Created::Failure {
                service: *service,
                fault: Fault::Interrupted,
                message: "The server stopped while the bundle was made.".into(),
            })),
            Call::RemoveSupportBundle { .. } => Some(Event::Removed(Removed::Later {})),
            _ => None,
        }
    }

    fn examples() -> Vec<Event> {
        let by = || Some(PersonId("p_ann".into()));
        let create = |name: &str, services: &[ServiceId]| {
            let (name, description) = (name.to_owned(), String::new());
            let parameters = Parameters::usual(Timestamp::from_ms(1_767_225_600_000));
            let wanted = BundleRequest { name, description, parameters };
            let (id, services) = ("B1-1767225600000".to_owned(), services.to_vec());
            Event::Create { id, wanted, services, by: by() }
        };
        let archive = Archive {
            bytes: 1_024,
            digest: Digest("0".repeat(64)),
            files: 5,
            redacted: 1,
            shortened: 0,
        };
        let mut examples = vec![
            create("slow uploads", &[ServiceId::Artifactory, ServiceId::Xray]),
            create("", &[ServiceId::Artifactory]),
            create("nobody", &[]),
            Event::Due {},
            Event::Removed(Removed::Done {}),
            Event::Removed(Removed::Later {}),
        ];
        for service in [ServiceId::Artifactory, ServiceId::Xray] {
            let message = "The disk is full.".to_owned();
            examples.extend([
                Event::Created(Created::Success { service, archive: archive.clone() }),
                Event::Created(Created::Failure { service, fault: Fault::DiskFull, message }),
                Event::Download { service, by: by() },
                Event::Delete { service, by: by() },
            ]);
        }
        examples
    }

    fn abstract_state(state: &State) -> String {
        let name = crate::machine::Named::name(state);
        let (State::Creating { creation, .. }
        | State::Settling { creation, .. }
        | State::Settled { creation, .. }) = state
        else {
            return name.to_owned();
        };
        let parts = creation.parts.iter().map(|part| match &part.status {
            Status::InProgress {} => " ...",
            Status::Success { download: None, .. } => " made",
            Status::Success { .. } => " fetched",
            Status::Failure { .. } => " failed",
            Status::Removed { .. } => " removed",
        });
        name.chars().chain(parts.flat_map(str::chars)).collect()
    }
}
