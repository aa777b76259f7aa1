//! The server that takes the mails of the installation: set up, changed, and removed (PASS-04).
//!
//! ```text
//! absent, deleted --create--> existing --change--> existing --delete--> deleted
//! ```
//!
//! There is one, in a stream of its own. A record has a mark of the password, which is in the vault. A password is
//! given for one host, port and user: with another one it is entered again, or there is none.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine};
use crate::named;
use crate::rules::mail::{MailProblem, MailSecurity, MailServer as Settings, check_password};
use crate::secret::Digest;

/// The state of the mail server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "MailServerState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// There has been none.
    Absent {},
    /// There is one.
    Existing {
        /// What it is.
        server: Settings,
        /// The mark of its password; none if it has none.
        password: Option<Digest>,
    },
    /// It was removed.
    Deleted {},
}
named!(State { Absent = "absent", Existing = "existing", Deleted = "deleted" });

/// The events of the mail server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "MailServerEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// It is set up.
    Create {
        /// What it is.
        server: Settings,
        /// The mark of its password; none if it has none.
        password: Option<Digest>,
    },
    /// What it is changes.
    Change {
        /// What it is from now on.
        server: Settings,
        /// The mark of its password from now on; none if it has none.
        password: Option<Digest>,
    },
    /// It is removed.
    Delete {},
}
named!(Event { Create = "create", Change = "change", Delete = "delete" });

/// The machine of the mail server.
#[derive(Debug, Default)]
pub struct MailServer;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl MailServer {
    #[state(superstate = "without_server")]
    fn absent() -> Outcome<State> {
        Super
    }

    #[state(superstate = "root", local_storage("server: Settings", "password: Option<Digest>"))]
    fn existing(
        server: &Settings,
        password: &Option<Digest>,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Create { .. } => Super,
            Event::Change { server: wanted, password: with } => {
                if let Err(problem) =
                    check_change((server, password.as_ref()), (wanted, with.as_ref()))
                {
                    return context.not_allowed(problem.rejection());
                }
                Transition(State::Existing { server: wanted.clone(), password: with.clone() })
            }
            Event::Delete {} => Transition(State::Deleted {}),
        }
    }

    #[state(superstate = "without_server")]
    fn deleted() -> Outcome<State> {
        Super
    }

    /// There is none, so one may be set up.
    #[superstate(superstate = "root")]
    fn without_server(event: &Event, context: &mut Context) -> Outcome<State> {
        let Event::Create { server, password } = event else { return Super };
        if let Err(problem) = check_password(server, password.is_some()) {
            return context.not_allowed(problem.rejection());
        }
        Transition(State::Existing { server: server.clone(), password: password.clone() })
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

/// No password that was given for one host, port and user goes to another. Each is a server with the mark of its
/// password.
fn check_change(
    known: (&Settings, Option<&Digest>),
    wanted: (&Settings, Option<&Digest>),
) -> Result<(), MailProblem> {
    check_password(wanted.0, wanted.1.is_some())?;
    if !known.0.is_at(wanted.0) && wanted.1.is_some() && known.1 == wanted.1 {
        return Err(MailProblem::PasswordKept);
    }
    Ok(())
}

impl Machine for MailServer {
    const NAME: &'static str = "mail_server";

    // The mail server is changed over HTTP.
    crate::installation_machine!(MailServer);

    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Existing { server, password } => {
                let Settings { host, port, security, user, .. } = server;
                format!("existing {host}:{port} {security:?} {user:?} {password:?}")
            }
            State::Deleted {} => "deleted".to_owned(),
        }
    }

    fn examples() -> Vec<Event> {
        let server = |host: &str, security: MailSecurity, user: Option<&str>| Settings {
            host: host.into(),
            port: 587,
            security,
            user: user.map(str::to_owned),
            from: "waybill@example.org".into(),
            from_name: "Waybill".into(),
        };
        let mark = |letter: &str| Some(Digest(letter.repeat(64)));
        let create = |server, password| Event::Create { server, password };
        let change = |server, password| Event::Change { server, password };
        let (here, elsewhere) = ("mail.example.org", "other.example.org");
        let (starttls, tls, none) = (MailSecurity::Starttls, MailSecurity::Tls, MailSecurity::None);
        vec![
            create(server(here, starttls, Some("waybill")), mark("a")),
            create(server(here, none, None), None),
            create(server(here, none, Some("waybill")), mark("a")),
            change(server(here, starttls, Some("waybill")), mark("a")),
            change(server(here, tls, Some("waybill")), mark("a")),
            change(server(here, starttls, Some("other")), mark("a")),
            change(server(elsewhere, starttls, Some("waybill")), mark("a")),
            change(server(elsewhere, starttls, Some("waybill")), mark("b")),
            change(server(elsewhere, starttls, Some("waybill")), None),
            change(server(here, starttls, None), mark("a")),
            change(server(here, none, Some("waybill")), None),
            change(server(here, none, None), None),
            Event::Delete {},
        ]
    }
}
