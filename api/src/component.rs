//! A component of the server: a service of the platform with everything by which this process offers it.

use std::sync::Arc;

use anyhow::Context as _;
use tokio::runtime::Handle;
use waybill_engine::PortsBuilder;
use waybill_engine::topics::TopicSource;
use waybill_machines::AnyState;
use waybill_machines::machines::server::Swept;
use waybill_machines::rules::licence::Licence;
use waybill_machines::rules::services::ServiceId;
use waybill_outbound::Outbound;
use waybill_platform::access::Embedded;
use waybill_platform::logo::Logos;
use waybill_platform::remote::{Remote, RemotePart};
use waybill_platform::services::Configured;
use waybill_platform::status::{Supervisor, Work};
use waybill_platform::stored_file::StoredFile;
use waybill_platform::streams::Streams;
use waybill_platform::support::Section;

use crate::components::Contents;
use crate::config::ConfigFile;
use crate::data::Data;
use crate::frontends;
use crate::public_url::PublicAddress;
use crate::remote::{LogSource, OtherPlatform};
use crate::route::Row;
use crate::services::HealthSources;

/// The folder of the log files, below the data directory.
pub const LOG_FOLDER: &str = "log";

/// What the server needs to know of a service. A component implements what applies to it; `components.rs` lists them.
pub trait Component: Sync {
    /// Its rows of the route table below the prefix of the console's calls.
    fn calls(&self) -> Vec<Row> {
        Vec::new()
    }

    /// Its rows at other paths, for programs and browsers.
    fn public(&self) -> Vec<Row> {
        Vec::new()
    }

    /// The folder below the data directory with the files that its records refer to.
    fn folder(&self) -> Option<&'static str> {
        None
    }

    /// The files in its folder that a state of its machines refers to, for `fsck`.
    fn files(&self, _: &AnyState) -> Vec<StoredFile> {
        Vec::new()
    }

    /// Opens its services: their ports, and the topics that pages can follow.
    ///
    /// # Errors
    ///
    /// A sentence for the administrator, if what is stored cannot be read.
    fn open(&self, _: &Opening<'_>, _: &mut Opened) -> anyhow::Result<()> {
        Ok(())
    }

    /// The services of the platform whose work it does, with their health checks.
    fn health(&self, _: &HealthSources) -> Vec<(ServiceId, Work)> {
        Vec::new()
    }

    /// Its part of the configuration in the support bundle of a service.
    fn sections(&self, _: ServiceId, _: &ConfigFile, _: &Streams) -> Vec<Section> {
        Vec::new()
    }
}

/// What components are opened with.
pub struct Opening<'a> {
    /// The data directory.
    pub data: &'a Data,
    /// The configuration.
    pub file: &'a ConfigFile,
    /// The services of this process and their nodes.
    pub supervisor: &'a Arc<Supervisor>,
    /// The client for other servers.
    pub outbound: &'a Outbound,
    /// The other platform, if one is configured.
    pub other: Option<&'a OtherPlatform>,
    /// The address at which browsers reach the server; none for a command that opens what is stored.
    pub address: Option<&'a PublicAddress>,
    /// What work runs on that anyone can cause and that takes long.
    pub low_priority: &'a Handle,
}

impl Opening<'_> {
    /// The client of the other platform, if it answers for this part.
    pub fn remote(&self, part: RemotePart) -> Option<Remote> {
        self.other.and_then(|other| other.of(part))
    }

    /// The licence of the configuration.
    pub fn licence(&self) -> Licence {
        self.file.installation.licence
    }

    /// The settings of the configuration.
    pub fn configured(&self) -> anyhow::Result<Configured> {
        configured(self.file)
    }
}

/// The settings of a configuration, with the paths that front-ends announce.
pub fn configured(file: &ConfigFile) -> anyhow::Result<Configured> {
    let configured =
        Configured::new(file.installation.clone()).context("the configuration is not valid")?;
    let running = file.installation.running().into_iter();
    let names: Vec<_> = running.map(|(service, _)| service.as_str()).collect();
    Ok(configured.with_announced_paths(frontends::announced_paths(&names)))
}

/// What components have opened.
#[derive(Default)]
pub struct Opened {
    /// The ports of the engine.
    pub ports: PortsBuilder,
    /// The topics that pages can follow.
    pub topics: Vec<Arc<dyn TopicSource>>,
    /// The accounts, for commands on the server's machine.
    pub accounts: Option<Arc<Embedded>>,
    /// The contents of files, likewise.
    pub contents: Option<Contents>,
    /// The store of the uploaded logo.
    pub logos: Option<Arc<Logos>>,
    /// The source of the logs that the console shows.
    pub logs: Option<LogSource>,
    /// What was removed because no record refers to it.
    pub swept: Vec<(Swept, usize)>,
    /// What is begun once this process serves; commands on the server's machine do not begin it.
    pub at_start: Vec<AtStart>,
    /// What is done before the process exits; it may block on the disk.
    pub at_stop: Vec<AtStop>,
}

/// What a component begins once this process serves, within its runtime.
pub type AtStart = Box<dyn FnOnce() + Send>;

/// What a component does before the process exits.
pub type AtStop = Box<dyn FnOnce() + Send>;
