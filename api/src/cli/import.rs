//! `waybill import`: copies packages of another registry, or of its storage folder, into a repository of a Waybill. It
//! talks to both over HTTP, so it runs on any machine.

use std::env;
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Deserialize;
use serde_json::json;
use waybill_machines::rules::repositories::PackageType;
use waybill_outbound::{AllowedEndpoint, Authorization, Outbound, OutboundSettings, Target};

use super::out::{count, say};
use super::{BadInput, Outcome};
use crate::components::artifacts::import::{ByPath, Files};
use crate::components::{cargo, docker, go, helm, maven, npm, pypi};
use crate::import::{ImportError, Job, Login, Outcome as Copied, Progress, Server, Source};

/// The token with which the repository is written to.
const TOKEN: &str = "WAYBILL_TOKEN";
/// The token, or the user and the password, of the other registry.
const FROM_TOKEN: &str = "WAYBILL_FROM_TOKEN";
const FROM_USER: &str = "WAYBILL_FROM_USER";
const FROM_PASSWORD: &str = "WAYBILL_FROM_PASSWORD";
/// How long connecting to a server may take, in milliseconds.
const CONNECT_MS: u64 = 15_000;
/// How long a request without a file may take, in milliseconds.
const REQUEST_MS: u64 = 120_000;

/// Arguments of `waybill import`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  waybill import ./verdaccio/storage --to https://waybill.example.org/artifactory/npm-local
  waybill import https://registry.example.org --to https://waybill.example.org/artifactory/npm-local --name left-pad
  waybill import https://old.example.org/artifactory/libs --to https://waybill.example.org/artifactory/libs --dry-run
What FROM is, by the type of the repository:
  generic, maven  a folder of files; a repository of Artifactory or Waybill; pages that list files
  npm             a folder with tarballs, as verdaccio and NORA keep them; a registry
  docker          an OCI image layout; the storage of docker-registry; a registry, or a folder of images in it
  pypi            a folder with wheels and source distributions; an index, as https://HOST/simple
  cargo           a folder with crates; a sparse index
  go              the cache of go, or a folder for GOPROXY=file://; a proxy, with --name for each module
  helm            a folder with charts; a repository with an index.yaml
Environment:
  WAYBILL_TOKEN          an access token whose owner may write to the repository
  WAYBILL_FROM_TOKEN     a token for the other registry, or
  WAYBILL_FROM_USER and WAYBILL_FROM_PASSWORD
  TMPDIR                 where files are until they have been sent
What the repository has already is left as it is, so an import that was interrupted can be run again.
Exit 0: all of it is there. 1: something was not imported. 2: bad usage or input.")]
pub struct Import {
    /// The folder, or the address of the repository in the other registry.
    #[arg(value_name = "FROM")]
    from: String,
    /// The address of the repository to write to, as its page shows it.
    #[arg(long, value_name = "URL")]
    to: String,
    /// Only this package, image, chart or module, or the files below this path. Can be given several times.
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
    /// Say what would be imported, and change nothing.
    #[arg(long)]
    dry_run: bool,
    /// An object in JSON for each line.
    #[arg(long)]
    json: bool,
    /// A PEM file of certificate authorities to trust besides the system's.
    #[arg(long, value_name = "FILE")]
    certificates: Option<PathBuf>,
}

/// What is read of the settings of a repository.
#[derive(Deserialize)]
struct Settings {
    #[serde(rename = "packageType")]
    package_type: String,
    rclass: String,
}

/// Runs the command.
pub async fn run(import: Import) -> anyhow::Result<Outcome> {
    let (job, package_type) = import.job().await?;
    let mut lines = Lines::new(&import);
    let ran = match package_type {
        PackageType::Generic | PackageType::Mysql => {
            job.run(ByPath(Files { is_copied: |_| true }), &mut lines).await
        }
        PackageType::Maven | PackageType::Gradle | PackageType::Ivy => {
            job.run(ByPath(Files { is_copied: maven::import::is_copied }), &mut lines).await
        }
        PackageType::Npm => job.run(npm::import::Packages, &mut lines).await,
        PackageType::Pypi => job.run(pypi::import::Distributions, &mut lines).await,
        PackageType::Cargo => job.run(cargo::import::Crates, &mut lines).await,
        PackageType::Docker => job.run(docker::import::Images, &mut lines).await,
        PackageType::Helm => job.run(ByPath(helm::import::Charts), &mut lines).await,
        PackageType::Go => job.run(ByPath(go::import::Modules), &mut lines).await,
    };
    lines.finish()?;
    match ran {
        Ok(()) if lines.failed == 0 => Ok(Outcome::Success),
        Ok(()) => Ok(Outcome::CheckFailed),
        Err(ImportError::Output(error)) => Err(error.into()),
        Err(error) => Err(error.into()),
    }
}

impl Import {
    /// Finds both ends, and the package type of the repository.
    async fn job(&self) -> anyhow::Result<(Job, PackageType)> {
        let (base, key) = repository(&self.to)?;
        let is_address = self.from.starts_with("http://") || self.from.starts_with("https://");
        let from = if is_address { Some(target("FROM", &self.from)?) } else { None };
        let outbound = self.outbound([Some(&base), from.as_ref()])?;
        let to = Server::new(outbound.clone(), base, login(bearer(TOKEN)?));
        let source = match from {
            Some(address) => Source::Server(Server::new(outbound, address, login(credentials()?))),
            None => Source::Folder(folder(&self.from)?),
        };
        let address = to.at(&["artifactory", "api", "repositories", &key]);
        let settings: Option<Settings> = to.json(&address).await?;
        let settings = settings.ok_or_else(|| {
            BadInput(format!(
                "there is no repository {key}, or the owner of {TOKEN} may not see it"
            ))
        })?;
        let found =
            PackageType::ALL.into_iter().find(|kind| kind.as_str() == settings.package_type);
        let package_type = found.ok_or_else(|| {
            BadInput(format!("the type {} of {key} is not known", settings.package_type))
        })?;
        if settings.rclass == "remote" {
            let sentence = format!("{key} is a remote repository; import into a local one");
            return Err(BadInput(sentence).into());
        }
        let (names, is_dry_run) = (self.names.clone(), self.dry_run);
        Ok((Job { from: source, to, key, names, is_dry_run }, package_type))
    }

    /// A client that may reach the servers that were named, wherever they are, and otherwise global addresses only.
    fn outbound(&self, servers: [Option<&Target>; 2]) -> anyhow::Result<Outbound> {
        let allow = servers.into_iter().flatten().flat_map(AllowedEndpoint::of).collect();
        let settings = OutboundSettings {
            allow,
            certificates: self.certificates.clone(),
            connect_ms: CONNECT_MS,
            total_ms: REQUEST_MS,
            ..OutboundSettings::default()
        };
        Ok(Outbound::new(settings).map_err(|error| BadInput(error.to_string()))?)
    }
}

fn target(what: &str, text: &str) -> anyhow::Result<Target> {
    Target::parse(text).map_err(|error| BadInput(format!("{what}: {error}")).into())
}

fn folder(text: &str) -> anyhow::Result<PathBuf> {
    let path = Path::new(text);
    if !path.is_dir() {
        let sentence = format!("{text} is no folder; an address begins with https:// or http://");
        return Err(BadInput(sentence).into());
    }
    Ok(path.to_owned())
}

/// The address of the server and the key in that of a repository: `https://host/artifactory/KEY`, or as clients of its
/// type have it, `https://host/artifactory/api/npm/KEY` or `https://host/v2/KEY`.
fn repository(text: &str) -> anyhow::Result<(Target, String)> {
    let whole = target("--to", text)?.without_parameters().to_string();
    let behind = |prefix: &str| {
        let (server, path) = whole.split_once(prefix)?;
        let key = path.split('/').next().filter(|key| !key.is_empty())?;
        Some((server.to_owned(), key.to_owned()))
    };
    let mut types = PackageType::ALL.into_iter();
    let of_type = types.find_map(|kind| behind(&format!("/artifactory/api/{}/", kind.as_str())));
    let found = of_type.or_else(|| behind("/artifactory/")).or_else(|| behind("/v2/"));
    let (server, key) = found.filter(|(_, key)| key != "api").ok_or_else(|| {
        BadInput("--to takes the address of a repository, as https://HOST/artifactory/KEY".into())
    })?;
    Ok((target("--to", &server)?, key))
}

fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

fn bearer(name: &str) -> anyhow::Result<Option<Authorization>> {
    let token = variable(name).map(|token| Authorization::bearer(token.trim())).transpose();
    token.map_err(|error| BadInput(format!("{name}: {error}")).into())
}

fn credentials() -> anyhow::Result<Option<Authorization>> {
    if let Some(token) = bearer(FROM_TOKEN)? {
        return Ok(Some(token));
    }
    let (user, password) = (variable(FROM_USER), variable(FROM_PASSWORD));
    match (user, password) {
        (Some(user), Some(password)) => {
            let basic = Authorization::basic(&user, &password);
            Ok(Some(basic.map_err(|_| BadInput(format!("{FROM_USER} has a colon or a line end")))?))
        }
        (None, None) => Ok(None),
        _ => Err(BadInput(format!("{FROM_USER} and {FROM_PASSWORD} belong together")).into()),
    }
}

fn login(authorization: Option<Authorization>) -> Login {
    authorization.map_or(Login::Visitor, Login::With)
}

/// What is printed: a line for each item, and a last one.
struct Lines {
    is_json: bool,
    is_dry_run: bool,
    is_terminal: bool,
    items: usize,
    done: usize,
    imported: u64,
    bytes: u64,
    present: u64,
    failed: u64,
}

impl Lines {
    fn new(import: &Import) -> Self {
        Self {
            is_json: import.json,
            is_dry_run: import.dry_run,
            is_terminal: std::io::stderr().is_terminal() && !import.json,
            items: 0,
            done: 0,
            imported: 0,
            bytes: 0,
            present: 0,
            failed: 0,
        }
    }

    /// How far it is, on a terminal; the next line takes its place.
    fn show_progress(&self) {
        if self.is_terminal && self.done < self.items {
            let percent = self.done * 100 / self.items.max(1);
            let _ =
                write!(std::io::stderr(), "\r{}/{} ({percent} %)\x1b[K\r", self.done, self.items);
        }
    }

    fn finish(&self) -> std::io::Result<()> {
        if self.is_json {
            return say!(
                "{}",
                json!({
                    "imported": self.imported, "bytes": self.bytes, "present": self.present,
                    "failed": self.failed, "dry_run": self.is_dry_run,
                    "not_tried": self.items - self.done,
                })
            );
        }
        let done = if self.is_dry_run { "would be imported" } else { "imported" };
        let size = if self.is_dry_run {
            String::new()
        } else {
            format!(" ({})", count(self.bytes, "byte"))
        };
        say!(
            "{} {done}{size}, {} there already, {} failed.",
            count(self.imported, "item"),
            self.present,
            self.failed
        )?;
        match self.items - self.done {
            0 => Ok(()),
            left => say!("{} not tried.", count(left as u64, "item")),
        }
    }
}

impl Progress for Lines {
    fn begins(&mut self, items: usize) -> Result<(), ImportError> {
        self.items = items;
        self.show_progress();
        Ok(())
    }

    fn ended(&mut self, label: &str, outcome: &Copied) -> Result<(), ImportError> {
        self.done += 1;
        let (state, reason) = match outcome {
            Copied::Imported { bytes } => {
                self.imported += 1;
                self.bytes += bytes;
                ("imported", None)
            }
            Copied::Wanted => {
                self.imported += 1;
                ("would be imported", None)
            }
            Copied::Present => {
                self.present += 1;
                ("there already", None)
            }
            Copied::Failed(error) => {
                self.failed += 1;
                ("failed", Some(error.to_string()))
            }
        };
        // Names and links come from the other registry, and a terminal obeys control characters.
        let plain = |text: &str| text.chars().filter(|letter| !letter.is_control()).collect();
        let (label, reason): (String, _) =
            (plain(label), reason.map(|text: String| -> String { plain(&text) }));
        if self.is_json {
            say!("{}", json!({"item": label, "outcome": state, "reason": reason}))?;
        } else if let Some(reason) = reason {
            say!("{label}: {state}: {reason}")?;
        } else {
            say!("{label}: {state}")?;
        }
        self.show_progress();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::repository;

    #[test]
    fn the_address_of_a_repository_names_server_and_key() {
        for (text, server) in [
            ("https://a.example/artifactory/npm-local", "https://a.example/"),
            ("https://a.example/artifactory/api/npm/npm-local/", "https://a.example/"),
            ("https://a.example/artifactory/api/pypi/npm-local/simple", "https://a.example/"),
            ("https://a.example/v2/npm-local/", "https://a.example/"),
            ("http://127.0.0.1:8046/base/artifactory/npm-local/", "http://127.0.0.1:8046/base"),
        ] {
            let (found, key) = repository(text).expect(text);
            assert_eq!((found.to_string().as_str(), key.as_str()), (server, "npm-local"));
        }
        for text in
            ["https://a.example/npm-local", "https://a.example/artifactory/api/npm", "npm-local"]
        {
            assert!(repository(text).is_err(), "{text}");
        }
    }
}
