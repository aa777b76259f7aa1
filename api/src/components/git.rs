//! Git integrations: vendors whose repositories are scanned, for administrators (INT-02 to INT-07, DET-04).

mod admin;
mod hooks;
mod scan;

use std::sync::Arc;

use anyhow::Context as _;
use waybill_machines::rules::services::ServiceId;
use waybill_platform::git::EmbeddedGit;

use super::repositories::SERVICE;
use crate::component::{Component, Opened, Opening};
use crate::route::{Row, delete, get, post, put};
use crate::shape::{Payload, Shape};
use crate::wire::Empty;
use hooks::HOOK_BYTES_MAX;

/// Git integrations. Programs authenticate with access tokens.
pub struct Git;

impl Component for Git {
    fn calls(&self) -> Vec<Row> {
        let rows = vec![
            get("/integration/getIntegrations", "All Git integrations.", admin::list),
            get(
                "/integration/getIntegrations/{kind}",
                "The integrations of a type, of which `git` is the only one.",
                admin::list_of_type,
            ),
            post(
                "/integration/test",
                "Whether the vendor accepts the user of a Git integration as it would be.",
                admin::test,
            ),
            post("/integration", "Creates a Git integration.", admin::create),
            put("/integration/{key}", "Changes a Git integration.", admin::change),
            delete("/integration/{key}", "Deletes a Git integration.", admin::remove),
            put(
                "/integration/{key}/products",
                "Chooses what a Git integration is for.",
                admin::choose_products,
            ),
            get(
                "/integration/{key}/repositories",
                "The repositories that the user of a Git integration may read at the vendor.",
                scan::repositories,
            ),
            put(
                "/integration/{key}/repositories",
                "Chooses the repositories of a Git integration.",
                scan::choose,
            ),
            post(
                "/integration/{key}/scan",
                "Reads the manifests of a chosen repository and compares what they name with advisories.",
                scan::scan,
            ),
            put(
                "/integration/{key}/hooks",
                "Has the chosen repositories of a Git integration scanned after pushes, or not.",
                hooks::switch,
            ),
            get(
                "/xray/ui/vcs_integrations",
                "The Git integrations whose repositories can be scanned.",
                scan::connected,
            )
            .logged_by(ServiceId::Xray),
        ];
        // Only events of a page have handles.
        let secret = post(
            "/integration/secret",
            "Keeps a token for an event that has its handle, once and for a minute.",
            admin::keep_token,
        );
        // Vendors sign what they send.
        let push = post(
            "/ui/git/hooks/{key}/{hook}",
            "Takes what a Git vendor reports; after a push, the repository is scanned.",
            hooks::receive,
        );
        let push = push
            .accepts_body(Payload::Bytes("application/json"), HOOK_BYTES_MAX)
            .responds_as(Shape::of::<Empty>());
        let rows = rows.into_iter().map(Row::accepts_tokens).chain([secret, push]);
        rows.map(|row| row.depends_on(SERVICE)).collect()
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let (log, vault) = (opening.data.platform.clone(), opening.data.vault.clone());
        let git = EmbeddedGit::open(log, vault, opening.outbound.clone());
        opened.ports.git = Some(Arc::new(git.context("Git integrations")?));
        Ok(())
    }
}
