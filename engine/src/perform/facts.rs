//! The calls by which start-up gathers the facts of the installation.

use waybill_machines::AnyEvent;
use waybill_machines::machines::startup;

use super::{Request, fetched};

pub(super) async fn footer(request: &Request<'_>) -> Option<AnyEvent> {
    let footer = request.ports().settings.footer().await.map(|_| ());
    Some(startup::Event::Footer(fetched(footer)).into())
}

pub(super) async fn services(request: &Request<'_>) -> Option<AnyEvent> {
    let services = request.ports().topology.services().await;
    Some(startup::Event::Services(fetched(services)).into())
}

pub(super) async fn entitlements(request: &Request<'_>) -> Option<AnyEvent> {
    let effective = request.ports().licences.effective(request.context.at).await;
    let licence = effective.map(|effective| effective.licence);
    Some(startup::Event::Entitlements(fetched(licence)).into())
}

pub(super) async fn settings(request: &Request<'_>) -> Option<AnyEvent> {
    let settings = request.ports().settings.console().await;
    Some(startup::Event::Settings(fetched(settings)).into())
}
