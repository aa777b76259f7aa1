//! Runs of builds, which are uploaded, promoted and deleted.

use waybill_journal::RecordView;
use waybill_machines::AnyState;
use waybill_machines::machines::build::{Event, State};
use waybill_machines::rules::webhooks::{WebhookData, WebhookEventType as Type};

use super::{About, Found, state_of};

/// The events of a record of a run.
pub(super) fn of_build(view: &RecordView<'_>, event: Event) -> Found {
    let found = |kind, name: String, number: String, started: Option<String>| {
        let data = WebhookData {
            build_name: Some(name.clone()),
            build_number: Some(number.clone()),
            build_started: started,
            ..WebhookData::default()
        };
        vec![(kind, data, About::Build { name, number, stream: view.stream.to_owned() })]
    };
    match event {
        Event::Publish { build, .. } => {
            found(Type::BuildUploaded, build.name, build.number, Some(build.started))
        }
        Event::Promote { .. } => match state_of(view) {
            Some(AnyState::Build(State::Published { build, .. })) => {
                found(Type::BuildPromoted, build.name, build.number, Some(build.started))
            }
            _ => Vec::new(),
        },
        Event::Delete {} => match state_of(view) {
            Some(AnyState::Build(State::Deleted { name, number })) => {
                found(Type::BuildDeleted, name, number, None)
            }
            _ => Vec::new(),
        },
    }
}
