//! The mail server, for administrators, and the mails that it was given (PASS-04). Mails themselves are queued by other
//! components.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use anyhow::Context as _;
use axum::Json;
use axum::extract::State;
use tokio::runtime::Handle;
use waybill_engine::{Clock as _, SystemClock};
use waybill_machines::machines::mail_server;
use waybill_machines::rules::mail::MailServer;
use waybill_machines::rules::services::ServiceId::{self, Access};
use waybill_machines::secret::PersonId;
use waybill_machines::{AnyState, MachineName};
use waybill_platform::mail::{
    EmbeddedMail, GivenPassword, Language, LoggedMail, Mail as MailPort, MailSources, StoredServer,
};
use waybill_platform::streams::Streams;
use waybill_platform::support::{Section, ShownValue};

use crate::caller::{Admin, AdminContext};
use crate::component::{Component, Opened, Opening};
use crate::config::ConfigFile;
use crate::error::ApiError;
use crate::extract::{Body, check_length};
use crate::public_url::PublicAddress;
use crate::route::{Row, delete, get, post, put};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::mail::{
    DescribedMailServer, ListedMail, MailServerPage, MailTest, SentMails, WantedMailServer,
};

const SERVICE: &[ServiceId] = &[Access];
const SERVER: &str = "/access/api/ui/mail/server";
/// The stream of the mail server.
const STREAM: &str = "mail_server/main";
/// How many mails are listed.
const LISTED: usize = 100;

/// The mail server, and mails.
pub struct Mail;

impl Component for Mail {
    fn calls(&self) -> Vec<Row> {
        let rows = vec![
            get(SERVER, "The mail server.", show),
            put(SERVER, "Sets the mail server up, or changes it.", set),
            delete(SERVER, "Removes the mail server, with its password.", remove),
            post(
                "/access/api/ui/mail/test",
                "Sends a test to an address, and answers once the mail server has taken it.",
                test,
            ),
            get("/access/api/ui/mail/log", "The newest mails, and what has come of them.", log),
        ];
        rows.into_iter().map(|row| row.depends_on(SERVICE).logged_by(Access)).collect()
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let accounts = opened.accounts.clone().context("accounts are opened first")?;
        let public_url =
            opening.file.public_url.as_deref().map(PublicAddress::parse).transpose()?;
        let mail = EmbeddedMail::open(MailSources {
            journal: opening.data.platform.clone(),
            vault: opening.data.vault.clone(),
            outbound: opening.outbound.clone(),
            accounts: accounts.clone(),
            public_url: public_url.map(|address| address.base_url()),
            server_name: opening.file.installation.server_name.clone(),
            now: Arc::new(|| SystemClock.now()),
        });
        let mail = Arc::new(mail.context("mails")?);
        let port: Arc<dyn MailPort> = mail.clone();
        accounts.send_mails_by(&port);
        let (begins, stops) = (mail.clone(), mail.clone());
        opened.at_start.push(Box::new(move || begins.begin(&Handle::current())));
        opened.at_stop.push(Box::new(move || stops.finish()));
        opened.ports.mail = Some(port);
        opened.ports.mail_servers = Some(mail);
        Ok(())
    }

    fn sections(&self, service: ServiceId, _: &ConfigFile, streams: &Streams) -> Vec<Section> {
        if service != ServiceId::Artifactory {
            return Vec::new();
        }
        let state = streams.state(STREAM, MachineName::MailServer);
        let is_configured =
            matches!(state, Ok(AnyState::MailServer(mail_server::State::Existing { .. })));
        let shown = ShownValue::Group(vec![("configured", ShownValue::of(&is_configured))]);
        vec![Section { name: "mail", shown }]
    }
}

/// `GET access/api/ui/mail/server`.
pub async fn show(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<MailServerPage>, ApiError> {
    Ok(Json(page(&state)))
}

/// `PUT access/api/ui/mail/server`.
pub async fn set(
    State(state): State<AppState>,
    admin: Admin,
    Body(wanted): Body<WantedMailServer>,
) -> Result<Json<MailServerPage>, ApiError> {
    let (wanted, password) = read(wanted);
    let context = admin.context(state.engine.now());
    state.engine.ports().mail_servers.set(wanted, password, context).await?;
    Ok(Json(page(&state)))
}

/// `DELETE access/api/ui/mail/server`.
pub async fn remove(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
) -> Result<Json<MailServerPage>, ApiError> {
    state.engine.ports().mail_servers.remove(context).await?;
    Ok(Json(page(&state)))
}

/// `POST access/api/ui/mail/test`. The address is in no record, as it may be that of a person.
pub async fn test(
    State(state): State<AppState>,
    admin: Admin,
    Body(body): Body<MailTest>,
) -> Result<Json<Empty>, ApiError> {
    check_length(&[("to", body.to.expose())])?;
    let (to, language) = (body.to.expose().to_owned(), language(body.language.as_deref()));
    let context = admin.context(state.engine.now());
    state.engine.ports().mail.test(to, language, context).await?;
    Ok(Json(Empty {}))
}

/// `GET access/api/ui/mail/log`.
pub async fn log(State(state): State<AppState>, _: Admin) -> Result<Json<SentMails>, ApiError> {
    let mails = state.engine.ports().mail.log(LISTED);
    let people: HashSet<PersonId> = mails.iter().filter_map(|mail| mail.person.clone()).collect();
    let mut names = HashMap::new();
    for person in people {
        let user = state.engine.ports().accounts.user(person.clone()).await;
        names.insert(person, state.access(user)?.and_then(|user| user.name));
    }
    let listed = |mail: LoggedMail| ListedMail {
        name: mail.person.as_ref().and_then(|person| names.get(person).cloned().flatten()),
        id: mail.id,
        kind: mail.kind,
        person: mail.person,
        queued_at: mail.queued_at,
        state: mail.state,
        attempts: mail.attempts,
        failure: mail.failure,
        ended_at: mail.ended_at,
    };
    Ok(Json(SentMails { mails: mails.into_iter().map(listed).collect() }))
}

/// The language of a tag, if there are texts in it.
pub fn language(tag: Option<&str>) -> Option<Language> {
    Language::parse(tag?)
}

fn read(wanted: WantedMailServer) -> (MailServer, GivenPassword) {
    let password = GivenPassword::from(wanted.password);
    let user = wanted.user.map(|user| user.trim().to_owned());
    let server = MailServer {
        host: wanted.host.trim().to_owned(),
        port: wanted.port,
        security: wanted.security,
        user: user.filter(|user| !user.is_empty()),
        from: wanted.from.trim().to_owned(),
        from_name: wanted.from_name.unwrap_or_default().trim().to_owned(),
    };
    (server, password)
}

fn page(state: &AppState) -> MailServerPage {
    let ports = state.engine.ports();
    MailServerPage {
        server: ports.mail_servers.server().map(described),
        can_send: ports.mail.can_send(),
    }
}

fn described(stored: StoredServer) -> DescribedMailServer {
    let has_password = stored.has_password();
    let MailServer { host, port, security, user, from, from_name } = stored.settings;
    DescribedMailServer { host, port, security, user, has_password, from, from_name }
}
