//! Access: set-up, sign-in, accounts and access tokens.

pub mod auth;
mod calls;
mod client_logins;
mod devices;
mod forgotten;
mod groups;
mod invitations;
pub mod own_account;
mod passkeys;
mod password_links;
pub mod people;
mod proxy_sign_in;
mod public_people;
mod recovery_codes;
pub mod registration;
mod robots;
mod setup;
pub mod sign_in_page;
mod tokens;

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::runtime::Handle;
use waybill_engine::{Clock as _, SystemClock};
use waybill_machines::machines::server::Swept;
use waybill_machines::rules::services::ServiceId::{self, Access as AccessService};
use waybill_platform::access::{Embedded, Options};
use waybill_platform::status::Work;
use waybill_platform::streams::Streams;
use waybill_platform::support::{Section, ShownValue};

use crate::component::{Component, Opened, Opening};
use crate::config::ConfigFile;
use crate::route::{Row, delete, get};
use crate::services::{HealthSources, blocking};

/// The file in the data directory with the counts of attempts.
const ATTEMPTS: &str = "attempts";
/// How long a count may be in memory only.
const SAVE_EVERY: Duration = Duration::from_secs(3);

/// Set-up, sign-in, accounts and access tokens.
pub struct Access;

/// Saves the counts of attempts, and ends what has expired, as long as the service is open.
async fn save_attempts(access: Weak<Embedded>) {
    loop {
        tokio::time::sleep(SAVE_EVERY).await;
        let Some(access) = access.upgrade() else { return };
        access.record_counted_failures(SystemClock.now()).await;
        access.end_client_logins(SystemClock.now()).await;
        access.end_registrations(SystemClock.now()).await;
        let save = move || access.save_attempts(SystemClock.now());
        // A panic in it ends that attempt alone.
        let _ = tokio::task::spawn_blocking(save).await;
    }
}

impl Component for Access {
    fn calls(&self) -> Vec<Row> {
        let calls = [
            calls::sign_in(),
            calls::second_factors(),
            calls::passkeys(),
            calls::sign_in_page(),
            calls::forgotten_passwords(),
            calls::registration(),
            calls::own_account(),
            calls::users(),
            calls::groups(),
            calls::robots_and_tokens(),
            calls::client_login(),
        ];
        calls.into_iter().flatten().collect()
    }

    fn public(&self) -> Vec<Row> {
        let mut rows = vec![
            get("/access/api/v1/tokens", "The access tokens.", tokens::list),
            delete("/access/api/v1/tokens/{id}", "Revokes an access token.", tokens::revoke),
        ];
        rows.extend(calls::public_people());
        rows.extend(calls::client_login());
        rows.extend(calls::client_logins());
        rows
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let settings = opening.file.installation.access.clone();
        // Not a part that the others refer to: without it the counts begin at zero.
        let attempts_file = Some(opening.data.root.join(ATTEMPTS));
        let options = Options {
            settings,
            attempts_file,
            hashes_on: Some(opening.low_priority.clone()),
            origins: opening.address.map_or_else(Vec::new, |address| address.origins().to_vec()),
            failed_sign_in_sources_a_day: opening.file.limits().person.failed_sign_in_sources_a_day,
            ..Options::default()
        };
        let (journal, vault) = (opening.data.platform.clone(), Arc::clone(&opening.data.vault));
        let access = Embedded::open(journal, vault, options)?;
        let removed = access.sweep()?;
        opened.swept.push((Swept::Accounts, removed));
        if removed > 0 {
            tracing::info!(removed, "secrets that no account refers to were removed");
        }
        let access = Arc::new(access);
        tokio::spawn(save_attempts(Arc::downgrade(&access)));
        let stopping = Arc::clone(&access);
        let runtime = Handle::current();
        opened.at_stop.push(Box::new(move || {
            stopping.save_attempts(SystemClock.now());
            runtime.block_on(stopping.record_all_failures());
            // Clients that wait end with the process: none of them can fetch its token later.
            runtime.block_on(stopping.end_all_client_logins(SystemClock.now()));
        }));
        opened.accounts = Some(access.clone());
        let ports = &mut opened.ports;
        ports.sign_in = Some(access.clone());
        ports.accounts = Some(access.clone());
        ports.second_factors = Some(access.clone());
        ports.devices = Some(access.clone());
        ports.user_data = Some(access.clone());
        ports.access_tokens = Some(access.clone());
        ports.administration = Some(access.clone());
        ports.groups = Some(access.clone());
        ports.password_links = Some(access.clone());
        ports.client_logins = Some(access.clone());
        ports.forgotten_passwords = Some(access.clone());
        ports.identities = Some(access.clone());
        ports.provisioning = Some(access.clone());
        ports.registrations = Some(access.clone());
        ports.passkeys = Some(access.clone());
        ports.setup = Some(access);
        Ok(())
    }

    fn health(&self, sources: &HealthSources) -> Vec<(ServiceId, Work)> {
        let sources = sources.clone();
        let work = Work::checked(move || {
            let sources = sources.clone();
            blocking(move || sources.journal().unwrap_or_else(|| sources.vault()))
        });
        vec![(AccessService, work)]
    }

    fn sections(&self, service: ServiceId, _: &ConfigFile, streams: &Streams) -> Vec<Section> {
        if service != ServiceId::Artifactory {
            return Vec::new();
        }
        let shown = ShownValue::Group(vec![
            ("accounts", ShownValue::of(&streams.names("user/").len())),
            ("groups", ShownValue::of(&streams.names("group/").len())),
            ("names", ShownValue::Redacted),
            ("passwords", ShownValue::Redacted),
            ("second_factors", ShownValue::Redacted),
            ("recovery_codes", ShownValue::Redacted),
            ("passkeys", ShownValue::Redacted),
        ]);
        vec![Section { name: "access", shown }]
    }
}
