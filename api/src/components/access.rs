//! Access: set-up, sign-in, accounts and access tokens.

mod auth;
mod people;
mod setup;
mod tokens;

use std::sync::Arc;

use waybill_machines::rules::services::ServiceId::{self, Access as AccessService};
use waybill_platform::access::{Embedded, Options};
use waybill_platform::status::Work;
use waybill_platform::streams::Streams;
use waybill_platform::support::{Section, ShownValue};

use crate::component::{Component, Opened, Opening};
use crate::config::ConfigFile;
use crate::route::AccessEvent::{Code, Enrolment, Login, Logout, Password, Setup};
use crate::route::{Row, delete, get, post};
use crate::services::{HealthSources, blocking};

/// Set-up, sign-in, accounts and access tokens.
pub struct Access;

impl Component for Access {
    fn calls(&self) -> Vec<Row> {
        vec![
            get("/setup", "Whether a link to set up the server still works.", setup::check)
                .logged_by(AccessService),
            post("/setup", "Creates the first administrator.", setup::claim).logs_access(Setup),
            post("/ui/auth/login", "Signs in.", auth::log_in).logs_access(Login),
            post("/access/auth/login", "Signs in.", auth::log_in_to_access).logs_access(Login),
            post("/ui/auth/logout", "Signs out.", auth::log_out).logs_access(Logout),
            get("/ui/auth/current", "Who has signed in.", auth::current).logged_by(AccessService),
            post("/ui/auth/changePassword", "Changes the user's password.", auth::change_password)
                .logs_access(Password),
            get("/ui/auth/mfa/enroll", "The second factor that is to be set up.", auth::enrolment)
                .logged_by(AccessService),
            post("/ui/auth/mfa/enroll", "Sets up the second factor.", auth::enroll)
                .logs_access(Enrolment),
            post("/ui/auth/mfa/verify", "Verifies the second factor.", auth::verify)
                .logs_access(Code),
            get(
                "/access/auth/mfa/enroll",
                "The second factor that is to be set up.",
                auth::enrolment,
            )
            .logged_by(AccessService),
            post("/access/auth/mfa/enroll", "Sets up the second factor.", auth::enroll)
                .logs_access(Enrolment),
            post("/access/auth/mfa/verify", "Verifies the second factor.", auth::verify)
                .logs_access(Code),
            get("/access/api/ui/users", "All accounts.", people::list).depends_on(&[AccessService]),
        ]
    }

    fn public(&self) -> Vec<Row> {
        vec![
            get("/access/api/v1/tokens", "The access tokens.", tokens::list),
            delete("/access/api/v1/tokens/{id}", "Revokes an access token.", tokens::revoke),
        ]
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let settings = opening.file.installation.access.clone();
        let options = Options { settings, ..Options::default() };
        let (journal, vault) = (opening.data.platform.clone(), Arc::clone(&opening.data.vault));
        let access = Embedded::open(journal, vault, options)?;
        let removed = access.sweep()?;
        if removed > 0 {
            tracing::info!(removed, "secrets that no account refers to were removed");
        }
        let access = Arc::new(access);
        let ports = &mut opened.ports;
        ports.sign_in = Some(access.clone());
        ports.accounts = Some(access.clone());
        ports.second_factors = Some(access.clone());
        ports.user_data = Some(access.clone());
        ports.access_tokens = Some(access.clone());
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
            ("names", ShownValue::Redacted),
            ("passwords", ShownValue::Redacted),
            ("second_factors", ShownValue::Redacted),
            ("recovery_codes", ShownValue::Redacted),
        ]);
        vec![Section { name: "access", shown }]
    }
}
