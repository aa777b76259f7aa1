//! Signing in with providers of `OpenID` Connect, OAuth 2 and SAML (SSO-01, SSO-02): the providers, for administrators;
//! the way of a browser to one and back; the identities of users; and sign-ins that a provider ends.

mod admin;
mod browser;
mod identities;
mod saml;

use std::sync::Arc;

use anyhow::Context as _;
use waybill_machines::rules::services::ServiceId::{self, Access};
use waybill_platform::sso::{Accounts, EmbeddedSignInProviders};

use crate::component::{Component, Opened, Opening};
use crate::error::ErrorForm;
use crate::extract::Parameters;
use crate::route::AccessEvent::{Account, Login, Revocation};
use crate::route::{Row, delete, get, post, put};
use crate::shape::Payload;

const SERVICE: &[ServiceId] = &[Access];
const ALL: &str = "/access/api/ui/sign_in_providers";
const ONE: &str = "/access/api/ui/sign_in_providers/{name}";
const TEST: &str = "/access/api/ui/sign_in_providers/{name}/test";
const METADATA: &str = "/access/api/ui/sign_in_provider_metadata";
const ACS: &str = "/ui/auth/sso/{name}/acs";
const LOGOUT: &str = "/ui/auth/sso/{name}/logout";
const OF_USER: &str = "/access/api/ui/users/{person}/identities";
const ONE_OF_USER: &str = "/access/api/ui/users/{person}/identities/{id}";
const OWN: &str = "/ui/auth/identities";
const ONE_OWN: &str = "/ui/auth/identities/{id}";

/// Providers with which users sign in.
pub struct Providers;

/// What providers of SAML and the browsers that they send need, which depends on no service either.
fn of_saml() -> Vec<Row> {
    let form = Payload::Bytes(Parameters::MEDIA);
    vec![
        post(ACS, "Where a browser brings the answer of a provider of SAML.", saml::answer)
            .accepts_body(form, saml::FORM_BYTES_MAX)
            .limits_itself()
            .logged_by(Access),
        get(LOGOUT, "A provider of SAML ends sign-ins, by an address.", saml::end_by_address)
            .logs_access(Revocation),
        post(LOGOUT, "A provider of SAML ends sign-ins, by a form.", saml::end_by_form)
            .accepts_body(form, saml::FORM_BYTES_MAX)
            .logs_access(Revocation),
        get("/ui/auth/sso/{name}/send", "A message for a provider of SAML, once.", saml::send)
            .limits_itself()
            .logged_by(Access)
            .responds_with("text/html; charset=utf-8"),
        get(
            "/ui/auth/sso/{name}/metadata",
            "What this server publishes about itself for a provider of SAML.",
            saml::metadata,
        )
        .logged_by(Access)
        .responds_with(saml::METADATA_MEDIA),
    ]
}

impl Component for Providers {
    fn calls(&self) -> Vec<Row> {
        let kept = vec![
            get(ALL, "All providers with which users sign in.", admin::list).logged_by(Access),
            post(ALL, "Adds a provider.", admin::create).logs_access(Account),
            put(ONE, "Changes a provider.", admin::change).logs_access(Account),
            delete(ONE, "Deletes a provider.", admin::remove).logs_access(Account),
            post(TEST, "Says where the documents of a provider lead.", admin::test)
                .logged_by(Access),
            post(METADATA, "Reads the metadata of a provider of SAML.", admin::read_metadata)
                .logged_by(Access),
            get(OF_USER, "The identities with which a user signs in.", identities::of_account)
                .logged_by(Access),
            delete(
                ONE_OF_USER,
                "Unlinks an identity of a user, and ends the sign-ins that came by it.",
                identities::unlink_of_user,
            )
            .logs_access(Account),
        ];
        let kept = kept.into_iter().map(|row| row.depends_on(SERVICE));
        // Signing in depends on no service.
        let sign_in = [
            get(
                "/ui/auth/oauthProviders",
                "The providers that the sign-in page offers.",
                browser::offered,
            )
            .logged_by(Access),
            get(
                "/ui/auth/sso/{name}/begin",
                "Leads the browser to a provider, to sign in.",
                browser::begin,
            )
            .limits_itself()
            .logged_by(Access),
            get(
                "/ui/auth/sso/{name}/callback",
                "Where a provider leads the browser back to.",
                browser::callback,
            )
            .limits_itself()
            .logs_access(Login),
            post(
                "/ui/auth/sso/{name}/link",
                "Begins to link an identity at a provider to the user's account.",
                identities::link,
            )
            .logs_access(Account),
            post(
                "/ui/auth/sso/{name}/confirm",
                "Begins to sign in at a provider once more, before an act.",
                identities::confirm,
            )
            .logs_access(Login),
            get(OWN, "The identities with which the user signs in.", identities::own)
                .logged_by(Access),
            delete(ONE_OWN, "Unlinks an identity of the user.", identities::unlink_own)
                .logs_access(Account),
            post(
                "/ui/auth/backchannel/{name}",
                "A provider ends the sign-ins of an identity.",
                browser::end_by_provider,
            )
            .logs_access(Revocation)
            .fails_as(ErrorForm::Oauth),
        ];
        kept.chain(sign_in).chain(of_saml()).collect()
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let opened_first = "accounts are opened first";
        let accounts = Accounts {
            identities: opened.ports.identities.clone().context(opened_first)?,
            groups: opened.ports.groups.clone().context(opened_first)?,
        };
        let providers = EmbeddedSignInProviders::open(
            opening.data.platform.clone(),
            Arc::clone(&opening.data.vault),
            opening.outbound.clone(),
            accounts,
            opening.address.map(|address| address.link("")),
        );
        opened.ports.sign_in_providers = Some(Arc::new(providers.context("sign-in providers")?));
        Ok(())
    }
}
