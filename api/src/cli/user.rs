//! `waybill user`: manages accounts on the server's machine, while the server is stopped.

use std::future::ready;
use std::sync::Arc;

use clap::Subcommand;
use waybill_engine::{Engine, Start, SystemClock};
use waybill_machines::facts::Installation;
use waybill_machines::secret::PersonId;
use waybill_platform::access::{
    AccessError, Accounts as _, Administration as _, Devices as _, Embedded, NewUser, Options,
};
use waybill_platform::licences::EmbeddedLicences;
use waybill_platform::limits::{Budgets, Limits};
use waybill_platform::services::{Answer, Footer, ServiceError, Settings};

use super::acting::context;
use super::out::say;
use super::{BadInput, DataDir, Outcome, table};
use crate::components::Services;
use crate::config::ConfigFile;
use crate::data::{Data, DataDirectory, PLATFORM};
use crate::server_acts::ServerActs;
use crate::{serve, services};

/// What to do with an account.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make an account with a random password that has to be changed.
    Add {
        /// The user name.
        name: String,
        /// May administer the installation.
        #[arg(long)]
        admin: bool,
        #[command(flatten)]
        data: DataDir,
    },
    /// Set a random password that has to be changed.
    ResetPassword {
        /// The user name.
        name: String,
        #[command(flatten)]
        data: DataDir,
    },
    /// Take the second factor away, so that a new one is enrolled.
    ResetMfa {
        /// The user name.
        name: String,
        #[command(flatten)]
        data: DataDir,
    },
    /// Let somebody sign in no more.
    Disable {
        /// The user name.
        name: String,
        #[command(flatten)]
        data: DataDir,
    },
    /// Let somebody sign in again.
    Enable {
        /// The user name.
        name: String,
        #[command(flatten)]
        data: DataDir,
    },
    /// Make a link with which somebody signs in on a new device, although strangers have tried too often.
    AllowDevice {
        /// The user name.
        name: String,
        #[command(flatten)]
        data: DataDir,
    },
    /// List the accounts.
    List {
        /// Machine-readable output.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        data: DataDir,
    },
}

/// Runs the command.
pub async fn run(command: Command) -> anyhow::Result<Outcome> {
    let context = context();
    match command {
        Command::Add { name, admin, data } => {
            let user = NewUser { name, password: None, admin, must_change_password: true };
            let created = open(&data)?.create_user(user, context).await.map_err(input_error)?;
            let temporary = created.temporary.as_ref().map_or("", |password| password.expose());
            say!("The account is made. Its password, shown this once: {temporary}")?;
        }
        Command::ResetPassword { name, data } => {
            let access = open(&data)?;
            let person = person(&access, &name).await?;
            let password =
                access.reset_password(person.clone(), context).await.map_err(input_error)?;
            drop(access);
            end_sessions(&data, &person).await?;
            say!("The new password, shown this once: {}", password.expose())?;
        }
        Command::ResetMfa { name, data } => {
            let access = open(&data)?;
            let person = person(&access, &name).await?;
            access.reset_mfa(person.clone(), context).await.map_err(input_error)?;
            drop(access);
            end_sessions(&data, &person).await?;
            say!("{name} sets up a new second factor at the next sign-in.")?;
        }
        Command::Disable { name, data } => {
            let access = open(&data)?;
            let person = person(&access, &name).await?;
            access.set_enabled(person.clone(), false, context).await.map_err(input_error)?;
            drop(access);
            end_sessions(&data, &person).await?;
            say!("{name} cannot sign in any more.")?;
        }
        Command::Enable { name, data } => {
            let access = open(&data)?;
            access
                .set_enabled(person(&access, &name).await?, true, context)
                .await
                .map_err(input_error)?;
            say!("{name} can sign in again.")?;
        }
        Command::AllowDevice { name, data } => {
            let access = open(&data)?;
            let person = person(&access, &name).await?;
            let link = access.allow_device(person, context).await.map_err(input_error)?;
            say!("{name} signs in once on a new device with this link, until {}.", link.until)?;
            say!("Put the console's address in front of it:\n  {}", link.token.path_of_link())?;
        }
        Command::List { json, data } => list(&open(&data)?, json).await?,
    }
    Ok(Outcome::Success)
}

/// The accounts of a data directory.
pub(super) fn open(data: &DataDir) -> anyhow::Result<Embedded> {
    let directory = DataDirectory::existing(&data.data)?;
    let journal = directory.journal(PLATFORM)?;
    let vault = directory.vault()?;
    Ok(Embedded::open(Arc::new(journal), Arc::new(vault), Options::default())?)
}

/// Ends all sessions of a user whose account has changed: the server cannot tell at its next start that they began
/// before the change.
async fn end_sessions(data: &DataDir, person: &PersonId) -> anyhow::Result<()> {
    let data = Data::open(&data.data)?;
    let (file, clock) = (ConfigFile::default(), Arc::new(SystemClock));
    // No service is started, and the topology is unchanged.
    let supervisor = Arc::new(services::open(&data, &file.installation, clock)?);
    let Services { mut ports, swept, .. } = serve::open_services(&data, &file, &supervisor)?;
    ServerActs::new(data.platform.clone(), Arc::clone(&data.vault)).swept(&swept).await;
    let vault = Arc::clone(&data.vault);
    // Sessions must not receive a licence or settings that only the default configuration has.
    let licences = EmbeddedLicences::open(data.platform.clone(), Arc::clone(&vault), None)?;
    ports.licences = Arc::new(licences);
    ports.settings = Arc::new(UnknownSettings);
    let engine = Engine::start(Start {
        sessions: data.sessions.clone(),
        platform: data.platform.clone(),
        vault,
        ports,
        clock: Arc::new(SystemClock),
        epoch: data.epoch.clone(),
        // Only the server has the installation's configuration.
        publishes_facts: false,
        // Installation machines are left to the server.
        families: &[],
        saved: None,
        budgets: Arc::new(Budgets::new(Limits::default())),
    })?;
    engine.terminate_sessions(person).await;
    Ok(())
}

/// Settings of which nothing is known, since the server's configuration has not been read.
struct UnknownSettings;

impl Settings for UnknownSettings {
    fn footer(&self) -> Answer<'_, Footer> {
        Box::pin(ready(Err(ServiceError::Unreachable { service: "settings" })))
    }

    fn console(&self) -> Answer<'_, Installation> {
        Box::pin(ready(Err(ServiceError::Unreachable { service: "settings" })))
    }
}

/// Maps errors: rejected input is bad input; everything else is a failure.
pub(super) fn input_error(error: AccessError) -> anyhow::Error {
    match error {
        AccessError::Account(_) | AccessError::Password(_) | AccessError::Token(_) => {
            BadInput(error.to_string()).into()
        }
        other => other.into(),
    }
}

/// The id of the user with this name.
pub(super) async fn person(access: &Embedded, name: &str) -> anyhow::Result<PersonId> {
    let person = access.person_named(name).await?;
    person.ok_or_else(|| {
        BadInput(format!("there is no user '{name}'; see `waybill user list`")).into()
    })
}

async fn list(access: &Embedded, json: bool) -> anyhow::Result<()> {
    let users = access.users().await?;
    if json {
        say!("{}", serde_json::to_string_pretty(&users)?)?;
        return Ok(());
    }
    let rows = users.iter().map(|user| {
        let name = user.name.clone().unwrap_or_else(|| "(erased)".to_owned());
        let yes_or = |holds: bool, yes: &str, no: &str| if holds { yes } else { no }.to_owned();
        [
            name,
            yes_or(user.admin, "yes", "no"),
            yes_or(user.enabled, "enabled", "disabled"),
            yes_or(user.mfa, "enrolled", "none"),
            user.created_at.to_string(),
            // Records refer to users by this id.
            user.person.0.clone(),
        ]
    });
    table::print(["name", "admin", "state", "second factor", "made", "id in records"], rows)?;
    Ok(())
}
