//! What start-up gathers of the installation.

use waybill_machines::AnyEvent;
use waybill_machines::machines::startup;

use super::{Asked, fetched};

pub(super) async fn footer(asked: &Asked<'_>) -> Option<AnyEvent> {
    let footer = asked.services.ports.settings.footer().await.map(|_| ());
    Some(startup::Event::Footer(fetched(footer)).into())
}

pub(super) async fn services(asked: &Asked<'_>) -> Option<AnyEvent> {
    let services = asked.services.ports.topology.services().await;
    Some(startup::Event::Services(fetched(services)).into())
}

pub(super) async fn entitlements(asked: &Asked<'_>) -> Option<AnyEvent> {
    let counting = asked.services.ports.licences.counting(asked.act.at).await;
    let licence = counting.map(|counting| counting.licence);
    Some(startup::Event::Entitlements(fetched(licence)).into())
}

pub(super) async fn settings(asked: &Asked<'_>) -> Option<AnyEvent> {
    let settings = asked.services.ports.settings.console().await;
    Some(startup::Event::Settings(fetched(settings)).into())
}
