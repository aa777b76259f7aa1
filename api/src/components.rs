//! The components of this server. A service of the platform is one file or folder here, and one line of the table.

pub mod access;
pub mod advisories;
pub mod applications;
mod archive;
pub mod artifacts;
mod audit;
pub mod builds;
pub mod cargo;
mod cleanup;
mod console;
mod copying;
mod directories;
mod distribution_targets;
pub mod docker;
mod download_rules;
mod following;
mod git;
pub mod go;
pub mod helm;
mod joined;
mod licences;
mod logo;
mod logs;
pub mod mail;
pub mod maven;
pub mod npm;
pub mod package_index;
mod packages;
mod path_names;
mod permissions;
mod projects;
mod proxies;
mod publishing;
pub mod pypi;
pub mod release_bundles;
mod relocation;
pub mod remote_versions;
mod repositories;
mod repository_index;
mod retention;
mod sbom;
mod scim;
mod search;
mod session;
mod shell;
mod sso;
mod status;
mod support;
pub mod system;
mod tarball;
pub mod tree;
mod trusted_issuers;
mod usage;
mod version_order;
mod web_server;
mod webhooks;
mod zipped;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use waybill_engine::Ports;
use waybill_engine::topics::TopicSource;
use waybill_machines::AnyState;
use waybill_machines::machines::server::Swept;
use waybill_machines::rules::services::ServiceId;
use waybill_platform::access::Embedded;
use waybill_platform::logo::Logos;
use waybill_platform::status::Work;
use waybill_platform::stored_file::StoredFile;
use waybill_platform::streams::Streams;
use waybill_platform::support::Section;

pub use repositories::store::{
    Directory as ContentsDirectory, Note as ContentsNote, bucket as contents_bucket,
    check as check_store,
};
pub use repositories::{Contents, FOLDER as CONTENTS_FOLDER};

use crate::component::{AtStart, AtStop, Component, Opened, Opening};
use crate::config::ConfigFile;
use crate::remote::LogSource;
use crate::route::Row;
use crate::services::HealthSources;

/// All components, in the order of the route table.
static COMPONENTS: &[&dyn Component] = &[
    &session::Session,
    &access::Access,
    &mail::Mail,
    &trusted_issuers::Issuers,
    &sso::Providers,
    &scim::Scim,
    &directories::Directories,
    &audit::Audit,
    &permissions::Permissions,
    &projects::Projects,
    &licences::Licence,
    &logo::Logo,
    &release_bundles::Bundles,
    &repositories::Repositories,
    &artifacts::Artifacts,
    &relocation::Copies,
    &advisories::Advisories,
    &packages::Packages,
    &search::Searches,
    &usage::Usages,
    &web_server::WebServers,
    &tree::Tree,
    &archive::Archive,
    &cleanup::Cleanup,
    &download_rules::DownloadRules,
    &builds::Builds,
    &proxies::Proxies,
    &distribution_targets::Targets,
    &webhooks::Webhooks,
    &applications::Applications,
    &git::Git,
    &npm::Npm,
    &cargo::Cargo,
    &docker::Docker,
    &pypi::Pypi,
    &helm::Helm,
    &go::Go,
    &retention::Retention,
    &logs::Logs,
    &support::Support,
    &status::Services,
    &shell::Shell,
    &system::System,
    &console::Console,
];

fn all() -> impl Iterator<Item = &'static dyn Component> {
    COMPONENTS.iter().copied()
}

/// The rows of the route table: first the console's calls, which are nested under `prefix`, then all others.
pub fn rows(prefix: &str) -> impl Iterator<Item = Row> {
    let calls = all().flat_map(Component::calls).map(move |row| row.nested_under(prefix));
    calls.chain(all().flat_map(Component::public))
}

/// The folders below the data directory whose files are referred to by records.
pub fn folders() -> impl Iterator<Item = &'static str> {
    all().filter_map(Component::folder)
}

/// The files that a state refers to, by their path below the data directory.
pub fn files(state: &AnyState) -> impl Iterator<Item = (PathBuf, StoredFile)> {
    let with_folder = all().filter_map(|component| Some((component, component.folder()?)));
    with_folder.flat_map(move |(component, folder)| {
        let files = component.files(state).into_iter();
        files.map(move |file| (Path::new(folder).join(&file.path), file))
    })
}

/// The work of a service in this build, with its health check.
pub fn work(service: ServiceId, sources: &HealthSources) -> Work {
    let mut work = all().flat_map(|component| component.health(sources));
    let found = work.find(|(of, _)| *of == service);
    found.map_or_else(Work::not_implemented, |(_, work)| work)
}

/// The components' parts of the configuration in the support bundle of a service.
pub fn sections(service: ServiceId, file: &ConfigFile, streams: &Streams) -> Vec<Section> {
    all().flat_map(|component| component.sections(service, file, streams)).collect()
}

/// The ports of the engine, and what the server uses besides.
pub struct Services {
    /// All ports.
    pub ports: Ports,
    /// The topics that pages can follow.
    pub topics: Vec<Arc<dyn TopicSource>>,
    /// The accounts, for commands on the server's machine.
    pub accounts: Arc<Embedded>,
    /// The contents of files, likewise.
    pub contents: Contents,
    /// The store of the uploaded logo.
    pub logos: Arc<Logos>,
    /// The source of the logs that the console shows.
    pub logs: LogSource,
    /// What was removed because no record refers to it.
    pub swept: Vec<(Swept, usize)>,
    /// What is begun once this process serves; commands on the server's machine do not begin it.
    pub at_start: Vec<AtStart>,
    /// What is done before the process exits; it may block on the disk.
    pub at_stop: Vec<AtStop>,
}

/// Opens all components.
///
/// # Errors
///
/// A sentence for the administrator, if what is stored cannot be read.
pub fn open(opening: &Opening<'_>) -> anyhow::Result<Services> {
    let mut opened = Opened::default();
    for component in all() {
        component.open(opening, &mut opened)?;
    }
    let Opened { ports, topics, accounts, contents, logos, logs, swept, at_start, at_stop } =
        opened;
    Ok(Services {
        ports: ports.build()?,
        topics,
        accounts: accounts.context("the accounts are not open")?,
        contents: contents.context("the contents of files are not open")?,
        logos: logos.context("the store of the logo is not open")?,
        logs: logs.context("the logs are not open")?,
        swept,
        at_start,
        at_stop,
    })
}
