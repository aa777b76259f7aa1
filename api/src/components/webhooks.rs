//! Webhooks: events of the platform that are sent to other servers, for administrators (HOOK-01 to HOOK-05), and those
//! of projects also for the administrators of these (ROLE-03). Programs use the platform's public format, and the
//! console the same one.

mod console;
mod days;
mod deliveries;
mod filters;
mod handlers;
mod lists;
mod owners;
mod preview;
mod projects;
mod public;
mod settings;

use std::sync::Arc;

use anyhow::Context as _;
use waybill_engine::{Clock as _, SystemClock};
use waybill_machines::rules::services::ServiceId::{self, Event};
use waybill_platform::webhooks::{
    DeliverySources, EmbeddedDeliveries, EmbeddedWebhooks, Sender, WebhookOrigin,
};

use self::days::StoredDays;
use self::owners::AccountsAsOwners;
use crate::component::{Component, Opened, Opening};
use crate::error::ErrorForm;
use crate::route::{Row, delete, get, post, put};
use crate::services::node_id;

const SERVICE: &[ServiceId] = &[Event];
const PATH: &str = "/event/api/v1/subscriptions";
const ONE: &str = "/event/api/v1/subscriptions/{key}";
const TEST: &str = "/event/api/v1/subscriptions/test";
const DOMAINS: &str = "/event/api/v1/domains";
const DELIVERIES: &str = "/event/api/v1/subscriptions/{key}/deliveries";
const REDELIVERY: &str = "/event/api/v1/subscriptions/{key}/deliveries/{id}/redeliver";
/// Where this server listens unless the configuration says otherwise.
const LISTENS: &str = "127.0.0.1:8046";

/// Webhooks.
pub struct Webhooks;

impl Component for Webhooks {
    fn calls(&self) -> Vec<Row> {
        let rows = vec![
            get("/webhooks", "All webhooks.", console::list),
            post("/webhooks", "Creates a webhook.", console::create),
            get("/webhooks/domains", "What webhooks can be sent.", console::domains),
            post("/webhooks/test", "Sends a test to a webhook as it would be.", console::test),
            post("/webhooks/echo", "What a webhook as it would be sends.", console::echo),
            post(
                "/webhooks/preview",
                "What exists of what a webhook would be sent events of.",
                console::preview,
            ),
            // Beside the webhooks, whose keys may be any of these names.
            get("/webhook-lists/repositories", "The repositories of a type.", lists::repositories),
            get("/webhook-lists/builds", "The names of builds.", lists::builds),
            get("/webhook-lists/bundles", "The names of release bundles.", lists::bundles),
            get(
                "/webhook-lists/environments",
                "The environments that repositories belong to.",
                lists::environments,
            ),
            post(
                "/webhook-lists/permission-targets",
                "The patterns of builds and release bundles that permissions name.",
                lists::permission_targets,
            ),
            get("/webhook-lists/proxies", "The keys of proxies.", lists::proxies),
            get("/webhooks/{key}", "A webhook.", console::one),
            put("/webhooks/{key}", "Changes a webhook.", console::change),
            delete("/webhooks/{key}", "Deletes a webhook.", console::remove),
            post(
                "/webhooks/{key}/pause",
                "Has the deliveries of a webhook wait, or no longer.",
                console::pause,
            ),
            post(
                "/webhooks/{key}/secret",
                "Gives a webhook another secret for its signatures.",
                console::rotate,
            ),
            delete(
                "/webhooks/{key}/earlier-secret",
                "Has the secret before the newest one count no longer.",
                console::retire,
            ),
            get("/webhooks/{key}/deliveries", "The deliveries of a webhook.", console::deliveries),
            get(
                "/webhooks/{key}/deliveries/{id}",
                "A delivery with its attempts.",
                console::delivery,
            ),
            post(
                "/webhooks/{key}/deliveries/{id}/redeliver",
                "Sends the event of a delivery again.",
                console::redeliver,
            ),
        ];
        rows.into_iter().map(|row| row.depends_on(SERVICE)).collect()
    }

    fn public(&self) -> Vec<Row> {
        let rows = vec![
            get(PATH, "All webhooks.", public::list),
            post(PATH, "Creates a webhook.", public::create),
            post(TEST, "Sends a test to a webhook as it would be.", public::test),
            get(DOMAINS, "What webhooks can be sent.", public::domains),
            get(ONE, "A webhook.", public::one),
            put(ONE, "Changes a webhook.", public::change),
            delete(ONE, "Deletes a webhook.", public::remove),
            get(DELIVERIES, "The deliveries of a webhook.", public::deliveries),
            post(REDELIVERY, "Sends the event of a delivery again.", public::redeliver),
        ];
        let rows = rows.into_iter();
        rows.map(|row| row.depends_on(SERVICE).for_clients().fails_as(ErrorForm::Listed)).collect()
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let (ports, data) = (&opened.ports, opening.data);
        let opened_first = "accounts, permissions, repositories and proxies are opened first";
        let accounts = ports.accounts.clone().context(opened_first)?;
        let permissions = ports.permissions.clone().context(opened_first)?;
        let repositories = ports.repositories.clone().context(opened_first)?;
        let origin = WebhookOrigin {
            url: opening.file.public_url.clone().unwrap_or_else(|| {
                let listens = opening.file.listen.map(|address| address.to_string());
                format!("http://{}", listens.as_deref().unwrap_or(LISTENS))
            }),
            source: format!("waybill@{}", node_id(data, &opening.file.installation)),
        };
        let proxies = ports.proxies.clone().context(opened_first)?;
        let sender = Sender::new(opening.outbound.clone(), proxies);
        let (log, vault) = (data.platform.clone(), data.vault.clone());
        let webhooks = Arc::new(EmbeddedWebhooks::open(log.clone(), vault, sender, origin)?);
        let swept = webhooks.sweep_secrets().context("the secrets of webhooks")?;
        if swept > 0 {
            tracing::info!(service = "event", swept, "secrets that no webhook names were removed");
        }
        let store = StoredDays::open(&data.root)?;
        let owners = AccountsAsOwners { accounts, permissions, repositories: repositories.clone() };
        let deliveries = Arc::new(EmbeddedDeliveries::start(DeliverySources {
            webhooks: webhooks.clone(),
            log,
            days: store.journals()?,
            store: Arc::new(store),
            repositories,
            owners: Arc::new(owners),
            now: Arc::new(|| SystemClock.now()),
        }));
        let stopped = deliveries.clone();
        opened.at_stop.push(Box::new(move || stopped.stop()));
        opened.ports.webhooks = Some(webhooks);
        opened.ports.webhook_deliveries = Some(deliveries);
        Ok(())
    }
}
