//! Where a command about an installation is carried out: by the running server, which is asked over its local socket,
//! or here, while no server runs.

use std::future::ready;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use waybill_engine::{Engine, Start, SystemClock};
use waybill_journal::Journal;
use waybill_journal::durable::OpenError;
use waybill_machines::facts::Installation;
use waybill_machines::secret::PersonId;
use waybill_outbound::Outbound;
use waybill_platform::access::{Embedded, Options, SessionSettings, SignInSettings};
use waybill_platform::licences::{EmbeddedLicences, Licences};
use waybill_platform::limits::{Budgets, Limits};
use waybill_platform::scanning::{EmbeddedScanning, Scanning};
use waybill_platform::services::{Answer, Footer, PackagePages, ServiceError, Settings};

use super::acting::acting;
use super::audit::Opened;
use super::{BadInput, DataDir, Outcome, advisories, gc, is_bad_input, licence, token, user};
use crate::components::{self, Contents, ContentsDirectory as Directory, Services};
use crate::config::ConfigFile;
use crate::data::{Data, DataDirectory, PLATFORM};
use crate::local::{Client, Ended, Live, Request, SOCKET};
use crate::server_acts::ServerActs;
use crate::{serve, services};

/// Where a command prints to.
pub(super) type Out<'a> = &'a mut (dyn Write + Send);

/// A command about an installation, without what only its caller has.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Accounts.
    User(user::Command),
    /// Access tokens.
    Token(token::Command),
    /// The licence.
    Licence(licence::Change),
    /// Security advisories.
    Advisories(advisories::Change),
    /// Unused contents.
    Gc(gc::Collect),
    /// A log that is read.
    Opened(Opened),
}

impl Act {
    /// The name of the command.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::User(_) => "user",
            Self::Token(_) => "token",
            Self::Licence(_) => "licence",
            Self::Advisories(_) => "advisories",
            Self::Gc(_) => "gc",
            Self::Opened(_) => "audit",
        }
    }

    /// Carries it out.
    ///
    /// # Errors
    ///
    /// A sentence for the caller.
    pub async fn run(self, host: &Host<'_>, out: Out<'_>) -> anyhow::Result<Outcome> {
        match self {
            Self::User(command) => command.run(host, out).await,
            Self::Token(command) => command.run(host, out).await,
            Self::Licence(change) => change.run(host, out).await,
            Self::Advisories(change) => change.run(host, out).await,
            Self::Gc(collect) => collect.run(host, out).await,
            Self::Opened(opened) => opened.run(host).await,
        }
    }
}

/// Why a command failed, as it is sent.
#[derive(Debug, Serialize, Deserialize)]
pub struct Failed {
    /// A sentence.
    pub text: String,
    /// Whether it is about what the command was given.
    pub is_bad_input: bool,
}

impl Failed {
    /// That of an error.
    pub fn of(error: &anyhow::Error) -> Self {
        Self { text: format!("{error:#}"), is_bad_input: is_bad_input(error) }
    }

    /// The error that it was.
    pub fn into_error(self) -> anyhow::Error {
        if self.is_bad_input { BadInput(self.text).into() } else { anyhow::Error::msg(self.text) }
    }
}

/// Carries out a command: the running server does if there is one. A configuration file has only a command that is
/// carried out here.
pub(super) async fn run(
    data: &DataDir,
    config: Option<&Path>,
    act: Act,
) -> anyhow::Result<Outcome> {
    let data = &data.data;
    let Some(mut client) = Client::connect(data)? else {
        let host = Host::Stopped { data, config };
        let outcome = acting(act.run(&host, &mut io::stdout())).await;
        return outcome.map_err(|error| explained(data, error));
    };
    // All of it, before any is printed: a server does not wait for who reads page by page.
    let mut printed = Vec::new();
    let ended = client.ask(&Request::Act { act }, &mut printed);
    io::stdout().write_all(&printed)?;
    match ended? {
        Ended::Success { .. } => Ok(Outcome::Success),
        Ended::CheckFailed {} => Ok(Outcome::CheckFailed),
        Ended::Failed(failed) => Err(failed.into_error()),
    }
}

/// Adds to the error that a server uses the directory that it does not listen there.
pub(super) fn explained(data: &Path, error: anyhow::Error) -> anyhow::Error {
    if matches!(error.downcast_ref(), Some(OpenError::InUse { .. })) {
        let socket = data.join(SOCKET);
        return error.context(format!("no server answers at {}", socket.display()));
    }
    error
}

/// The platform's journal of a directory that no server uses, to record in it that something of the directory is read.
/// Opening it for that changes nothing else.
pub(super) fn recording_journal(data: &Path) -> anyhow::Result<Arc<dyn Journal>> {
    let directory = DataDirectory::existing(data)?;
    directory.check_recordable()?;
    Ok(Arc::new(directory.journal(PLATFORM).map_err(|error| explained(data, error))?))
}

/// Where a command is carried out.
pub enum Host<'a> {
    /// Here, on a data directory that no server uses.
    Stopped {
        /// The data directory.
        data: &'a Path,
        /// The server's configuration, if it is named.
        config: Option<&'a Path>,
    },
    /// In the running server.
    Running {
        /// The server.
        live: &'a Live,
    },
}

impl Host<'_> {
    /// The accounts.
    pub(super) fn access(&self) -> anyhow::Result<Arc<Embedded>> {
        match self {
            Self::Stopped { data, .. } => {
                let directory = DataDirectory::existing(data)?;
                let (journal, vault) = (directory.journal(PLATFORM)?, directory.vault()?);
                let access =
                    Embedded::open(Arc::new(journal), Arc::new(vault), Options::default())?;
                Ok(Arc::new(access))
            }
            Self::Running { live, .. } => Ok(Arc::clone(&live.access)),
        }
    }

    /// The licences.
    pub(super) fn licences(&self) -> anyhow::Result<Arc<dyn Licences>> {
        match self {
            Self::Stopped { data, config } => {
                let directory = DataDirectory::existing(data)?;
                let file = ConfigFile::read(*config).map_err(BadInput::because)?;
                let journal = Arc::new(directory.journal(PLATFORM)?);
                let vault = Arc::new(directory.vault()?);
                let configured = Some(file.installation.licence);
                Ok(Arc::new(EmbeddedLicences::open(journal, vault, configured)?))
            }
            Self::Running { live, .. } => Ok(Arc::clone(&live.engine.ports().licences)),
        }
    }

    /// The security advisories.
    pub(super) fn scanning(&self) -> anyhow::Result<Arc<dyn Scanning>> {
        match self {
            Self::Stopped { data, .. } => {
                let journal = Arc::new(DataDirectory::existing(data)?.journal(PLATFORM)?);
                let folder = data.join(components::advisories::FOLDER);
                Ok(Arc::new(EmbeddedScanning::open(journal, &folder)?))
            }
            Self::Running { live } => Ok(Arc::clone(&live.engine.ports().scanning)),
        }
    }

    /// The contents of files, and the journal whose records name them.
    pub(super) fn contents(&self) -> anyhow::Result<(Contents, Arc<dyn Journal>)> {
        match self {
            Self::Stopped { data, config } => {
                let directory = DataDirectory::existing(data)?;
                let file = ConfigFile::read(*config).map_err(BadInput::because)?;
                file.installation.check().map_err(|error| BadInput(error.to_string()))?;
                let journal: Arc<dyn Journal> = Arc::new(directory.journal(PLATFORM)?);
                let (instance, epoch) = directory.ids();
                let outbound = Outbound::new(file.outbound.clone())
                    .map_err(|error| BadInput(error.to_string()))?;
                let directory = Directory { root: data, instance: &instance, epoch: &epoch };
                let contents = Contents::open(Arc::clone(&journal), directory, &file, &outbound)?;
                Ok((contents, journal))
            }
            Self::Running { live } => Ok((live.contents.clone(), live.platform.clone())),
        }
    }

    /// Ends all sessions of a user whose account has changed. If no server runs, nothing of the data directory may be
    /// open then. The next start ends those that this leaves: the record of the change says that they have ended.
    pub(super) async fn end_sessions(&self, person: &PersonId) -> anyhow::Result<()> {
        match self {
            Self::Stopped { data, .. } => {
                offline_engine(&Data::open(data)?).await?.terminate_sessions(person).await;
            }
            Self::Running { live, .. } => live.engine.terminate_sessions(person).await,
        }
        Ok(())
    }
}

/// An engine without clients, to end sessions while no server runs.
pub async fn offline_engine(data: &Data) -> anyhow::Result<Engine> {
    let (file, clock) = (ConfigFile::default(), Arc::new(SystemClock));
    // No service is started, and the topology is unchanged.
    let supervisor = Arc::new(services::open(data, &file.installation, clock)?);
    let Services { mut ports, swept, .. } =
        serve::open_services(data, &file, None, &supervisor, &Handle::current())?;
    ServerActs::new(data.platform.clone(), Arc::clone(&data.vault)).swept(&swept).await;
    let vault = Arc::clone(&data.vault);
    // Sessions must not receive a licence or settings that only the default configuration has.
    let licences = EmbeddedLicences::open(data.platform.clone(), Arc::clone(&vault), None)?;
    ports.licences = Arc::new(licences);
    ports.settings = Arc::new(UnknownSettings);
    Ok(Engine::start(Start {
        sessions: data.all_sessions.clone().into(),
        platform: data.platform.clone(),
        vault,
        ports,
        base_url: None,
        clock: Arc::new(SystemClock),
        epoch: data.epoch.clone(),
        // Only the server has the installation's configuration.
        publishes_facts: false,
        // Installation machines are left to the server.
        families: &[],
        saved: None,
        budgets: Arc::new(Budgets::new(Limits::default())),
    })?)
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

    fn package_pages(&self) -> Answer<'_, PackagePages> {
        Box::pin(ready(Err(ServiceError::Unreachable { service: "settings" })))
    }

    fn sign_in(&self) -> Answer<'_, SignInSettings> {
        Box::pin(ready(Err(ServiceError::Unreachable { service: "settings" })))
    }

    fn sessions(&self) -> Answer<'_, SessionSettings> {
        Box::pin(ready(Err(ServiceError::Unreachable { service: "settings" })))
    }

    fn monthly_transfer_bytes(&self) -> Answer<'_, Option<u64>> {
        Box::pin(ready(Err(ServiceError::Unreachable { service: "settings" })))
    }
}
