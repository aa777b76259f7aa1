//! The status of the services, for administrators.

use waybill_machines::AnyEvent;
use waybill_machines::machines::service_status::Event;
use waybill_machines::rules::services::NodeRef;
use waybill_machines::rules::status::{NodeRemoved, StatusFetched, StatusSource};
use waybill_machines::sign_in::Notice;
use waybill_platform::status::StatusError;

use super::{Request, unavailable};

pub(super) async fn fetch(request: &Request<'_>, source: StatusSource) -> Option<AnyEvent> {
    let answer = match allowed(request).await {
        Err(notice) => StatusFetched::Refused { notice },
        Ok(()) => match request.ports().status.report().await {
            Ok(report) => StatusFetched::Loaded { value: report.summary() },
            Err(error) => StatusFetched::Refused { notice: status_notice(&error) },
        },
    };
    Some(match source {
        StatusSource::Nodes => Event::Nodes(answer).into(),
        StatusSource::Services => Event::Services(answer).into(),
    })
}

pub(super) async fn remove_node(request: &Request<'_>, node: &NodeRef) -> Option<AnyEvent> {
    let answer = match allowed(request).await {
        Err(notice) => NodeRemoved::Refused { notice },
        Ok(()) => {
            match request.ports().status.remove(node.clone(), request.context.clone()).await {
                Ok(()) => NodeRemoved::Removed {},
                Err(error) => NodeRemoved::Refused { notice: status_notice(&error) },
            }
        }
    };
    Some(Event::Removed(answer).into())
}

/// Only administrators see the status of services.
async fn allowed(request: &Request<'_>) -> Result<(), Notice> {
    let message = "Only administrators see how the services are.";
    match request.is_admin().await {
        Ok(true) => Ok(()),
        Ok(false) => Err(Notice::new("not_authorised", message)),
        Err(error) => Err(unavailable(&error)),
    }
}

fn status_notice(error: &StatusError) -> Notice {
    match error {
        StatusError::Unknown | StatusError::RemovedAlready | StatusError::Online => {}
        StatusError::Stream(_)
        | StatusError::Unreachable
        | StatusError::Remote(_)
        | StatusError::Defect(_) => tracing::error!(%error, "the status service failed"),
    }
    Notice::new(error.code(), &error.to_string())
}
