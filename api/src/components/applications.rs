//! Applications that sign users in with this installation, by OAuth 2.1 and `OpenID` Connect (APP-01, APP-02, DET-06).

mod admin;
mod consent;
mod proof;
mod protocol;
mod request;
mod users;

use std::sync::Arc;

use anyhow::Context as _;
use waybill_machines::rules::services::ServiceId::{self, Access};
use waybill_platform::applications::EmbeddedApplications;

use crate::component::{Component, Opened, Opening};
use crate::error::ErrorForm;
use crate::route::{AccessEvent, Row, delete, get, post, put};

const SERVICE: &[ServiceId] = &[Access];
const JSON: &str = "application/json";
const WELL_KNOWN: [&str; 2] =
    ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"];
const WELL_KNOWN_OF_PATH: [&str; 2] = [
    "/.well-known/openid-configuration/{*path}",
    "/.well-known/oauth-authorization-server/{*path}",
];

/// Applications.
pub struct Applications;

impl Component for Applications {
    fn calls(&self) -> Vec<Row> {
        let rows = vec![
            get("/access/integration", "All applications.", admin::list),
            post("/access/integration", "Registers an application.", admin::register)
                .logs_access(AccessEvent::Account),
            get("/access/integration/applications", "The names of all applications.", admin::names),
            put("/access/integration/{id}", "Changes an application.", admin::change)
                .logs_access(AccessEvent::Account),
            delete("/access/integration/{id}", "Deletes an application.", admin::remove)
                .logs_access(AccessEvent::Account),
            post(
                "/access/integration/{id}/secret",
                "Gives an application another secret.",
                admin::rotate,
            )
            .logs_access(AccessEvent::Account),
            get(
                "/access/integration/{id}/grants",
                "The users who let an application act.",
                users::list,
            ),
            delete(
                "/access/integration/{id}/grants",
                "No user lets an application act any longer.",
                users::revoke_all,
            )
            .logs_access(AccessEvent::Token),
            delete(
                "/access/integration/{id}/grants/{user}",
                "A user no longer lets an application act.",
                users::revoke,
            )
            .logs_access(AccessEvent::Token),
            get(
                "/access/integration/client/{id}",
                "What users see of an application.",
                consent::client,
            ),
            get(
                "/access/integration/validate/{id}",
                "What an application wants of the user.",
                consent::validate,
            ),
            post(
                "/access/integration/authorize/{id}/{username}",
                "The user lets an application do something, or does not.",
                consent::authorize,
            )
            .logs_access(AccessEvent::Token),
            get(
                "/access/integration/authorization/{username}",
                "What the user lets applications do.",
                consent::grants,
            ),
            delete(
                "/access/integration/authorization/{id}/{username}",
                "The user no longer lets an application do anything.",
                consent::revoke,
            )
            .logs_access(AccessEvent::Token),
        ];
        rows.into_iter().map(|row| row.depends_on(SERVICE).logged_by(Access)).collect()
    }

    fn public(&self) -> Vec<Row> {
        let [openid, oauth] = WELL_KNOWN;
        let of_path = WELL_KNOWN_OF_PATH.map(|path| {
            get(path, "The same, for a server below a path.", protocol::metadata_of_path)
                .responds_with(JSON)
                .also_at_root()
                .cross_origin()
        });
        let rows = vec![
            get(openid, "How applications sign users in.", protocol::metadata)
                .responds_with(JSON)
                .also_at_root()
                .cross_origin(),
            get(oauth, "The same.", protocol::metadata)
                .responds_with(JSON)
                .also_at_root()
                .cross_origin(),
            get(protocol::KEYS, "The keys that ID tokens verify with.", protocol::keys)
                .responds_with(JSON)
                .cross_origin(),
            get(protocol::AUTHORIZE, "Asks the user for an application.", protocol::authorize),
            post(
                protocol::AUTHORIZE,
                "The same, with the parameters as a form.",
                protocol::authorize_by_form,
            ),
            post(protocol::TOKEN, "Exchanges a code or a refresh token.", protocol::token)
                .responds_with(JSON)
                .logs_access(AccessEvent::Token)
                .cross_origin(),
            post(protocol::REVOKE, "Ends the sign-in that a token belongs to.", protocol::revoke)
                .logs_access(AccessEvent::Token)
                .cross_origin(),
            post(protocol::INTROSPECT, "What an access token is good for.", protocol::introspect)
                .responds_with(JSON),
            get(protocol::USERINFO, "Who has signed in to an application.", protocol::userinfo)
                .responds_with(JSON)
                .cross_origin(),
            post(protocol::USERINFO, "Says the same.", protocol::userinfo)
                .responds_with(JSON)
                .cross_origin(),
        ];
        let rows = rows.into_iter().chain(of_path);
        rows.map(|row| row.depends_on(SERVICE).logged_by(Access).fails_as(ErrorForm::Oauth))
            .collect()
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let data = opening.data;
        let applications = EmbeddedApplications::open(data.platform.clone(), &data.vault);
        let applications = applications.context("applications")?;
        opened.ports.applications = Some(Arc::new(applications));
        Ok(())
    }
}
