//! `waybill user`: manages accounts on the server's machine, whether the server runs or not.

use clap::Subcommand;
use serde::{Deserialize, Serialize};
use waybill_machines::secret::PersonId;
use waybill_platform::access::{
    AccessError, Accounts as _, Administration as _, Devices as _, Embedded, NewUser,
};

use super::acting::context;
use super::host::{Host, Out};
use super::{BadInput, DataDir, Outcome, table};

/// What to do with an account.
#[derive(Debug, Subcommand, Serialize, Deserialize)]
pub enum Command {
    /// Make an account with a random password that has to be changed.
    Add {
        /// The user name.
        name: String,
        /// May administer the installation.
        #[arg(long)]
        admin: bool,
        #[command(flatten)]
        #[serde(skip)]
        data: DataDir,
    },
    /// Set a random password that has to be changed.
    ResetPassword {
        /// The user name.
        name: String,
        #[command(flatten)]
        #[serde(skip)]
        data: DataDir,
    },
    /// Take the second factor away, so that a new one is enrolled.
    ResetMfa {
        /// The user name.
        name: String,
        #[command(flatten)]
        #[serde(skip)]
        data: DataDir,
    },
    /// Let somebody sign in no more.
    Disable {
        /// The user name.
        name: String,
        #[command(flatten)]
        #[serde(skip)]
        data: DataDir,
    },
    /// Let somebody sign in again.
    Enable {
        /// The user name.
        name: String,
        #[command(flatten)]
        #[serde(skip)]
        data: DataDir,
    },
    /// Make a link with which somebody signs in on a new device, although strangers have tried too often.
    AllowDevice {
        /// The user name.
        name: String,
        #[command(flatten)]
        #[serde(skip)]
        data: DataDir,
    },
    /// List the accounts.
    List {
        /// Machine-readable output.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        #[serde(skip)]
        data: DataDir,
    },
}

impl Command {
    /// The data directory that it is about.
    pub(super) const fn data(&self) -> &DataDir {
        match self {
            Self::Add { data, .. }
            | Self::ResetPassword { data, .. }
            | Self::ResetMfa { data, .. }
            | Self::Disable { data, .. }
            | Self::Enable { data, .. }
            | Self::AllowDevice { data, .. }
            | Self::List { data, .. } => data,
        }
    }

    /// Runs the command.
    pub(super) async fn run(self, host: &Host<'_>, out: Out<'_>) -> anyhow::Result<Outcome> {
        let context = context();
        let access = host.access()?;
        match self {
            Self::Add { name, admin, .. } => {
                let user =
                    NewUser { name, admin, must_change_password: true, ..NewUser::default() };
                let created = access.create_user(user, context).await.map_err(input_error)?;
                let temporary = created.temporary.as_ref().map_or("", |password| password.expose());
                writeln!(out, "The account is made. Its password, shown this once: {temporary}")?;
            }
            Self::ResetPassword { name, .. } => {
                let person = person(&access, &name).await?;
                let password =
                    access.reset_password(person.clone(), context).await.map_err(input_error)?;
                drop(access);
                host.end_sessions(&person).await?;
                writeln!(out, "The new password, shown this once: {}", password.expose())?;
            }
            Self::ResetMfa { name, .. } => {
                let person = person(&access, &name).await?;
                access.reset_mfa(person.clone(), context).await.map_err(input_error)?;
                drop(access);
                host.end_sessions(&person).await?;
                writeln!(out, "{name} sets up a new second factor at the next sign-in.")?;
            }
            Self::Disable { name, .. } => {
                let person = person(&access, &name).await?;
                access.set_enabled(person.clone(), false, context).await.map_err(input_error)?;
                drop(access);
                host.end_sessions(&person).await?;
                writeln!(out, "{name} can no longer sign in.")?;
            }
            Self::Enable { name, .. } => {
                let person = person(&access, &name).await?;
                access.set_enabled(person, true, context).await.map_err(input_error)?;
                writeln!(out, "{name} can sign in again.")?;
            }
            Self::AllowDevice { name, .. } => {
                let person = person(&access, &name).await?;
                let link = access.allow_device(person, context).await.map_err(input_error)?;
                writeln!(
                    out,
                    "{name} signs in once on a new device with this link, until {}.",
                    link.until
                )?;
                let path = link.token.path_of_link();
                writeln!(out, "Put the console's address in front of it:\n  {path}")?;
            }
            Self::List { json, .. } => list(&access, json, out).await?,
        }
        Ok(Outcome::Success)
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

async fn list(access: &Embedded, json: bool, out: Out<'_>) -> anyhow::Result<()> {
    let users = access.users().await?;
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&users)?)?;
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
    table::write(out, ["name", "admin", "state", "second factor", "made", "id in records"], rows)?;
    Ok(())
}
