//! `waybill release-bundle`: imports files as bundles, and looks bundles up, while the server is stopped.

use std::io::{BufReader, Read as _};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::{Args, Subcommand};
use serde_json::json;
use waybill_machines::machines::release_bundle::Origin;
use waybill_machines::rules::release_bundles::{BundleProblem, Checksum};
use waybill_platform::release_bundles::{
    Artifact, BUNDLE_BYTES_MAX, BundleError, BundleFilter, EmbeddedReleaseBundles, Manifest,
    NewBundle, PageRange, ReleaseBundles as _, StoredBundle,
};

use super::acting::context;
use super::out::say;
use super::{BadInput, DataDir, Outcome};
use crate::components::release_bundles::{FOLDER, MANIFEST_BYTES_MAX, is_about_input};
use crate::data::{DataDirectory, PLATFORM};
use crate::files;

/// Maximum number of bundles shown for a checksum.
const FOUND_MAX: usize = 1_000;

/// What to do with release bundles.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make a bundle of files, which are read once, or take in the one that a manifest describes.
    Import(Import),
    /// List the bundles, the newest first.
    List {
        /// Machine-readable output.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        data: DataDir,
    },
    /// Find the bundles that hold a file with this SHA-256, SHA-1 or MD5. Exits with 1 when there is none.
    Find {
        /// The checksum's hex digits.
        checksum: String,
        /// Machine-readable output.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        data: DataDir,
    },
}

/// What to import.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  waybill release-bundle import web 1.0.0 dist/app.js dist/app.css --base dist
  waybill release-bundle import --manifest bundle.json
  waybill release-bundle find $(sha256sum dist/app.js | cut -c1-64)")]
pub struct Import {
    /// The bundle's name.
    #[arg(required_unless_present = "manifest", conflicts_with = "manifest")]
    name: Option<String>,
    /// Its version.
    #[arg(required_unless_present = "manifest")]
    version: Option<String>,
    /// The files that are in it. What has no name of its own below the base is refused.
    #[arg(required_unless_present = "manifest")]
    files: Vec<PathBuf>,
    /// Paths in the bundle are those of the files below this folder.
    #[arg(long, value_name = "DIR", default_value = ".")]
    base: PathBuf,
    /// A manifest in JSON: name, version, and artifacts with path, size, sha256, sha1 and md5.
    #[arg(long, value_name = "FILE")]
    manifest: Option<PathBuf>,
    #[command(flatten)]
    data: DataDir,
}

impl Command {
    /// The data directory.
    pub(super) const fn data(&self) -> &DataDir {
        match self {
            Self::Import(import) => &import.data,
            Self::List { data, .. } | Self::Find { data, .. } => data,
        }
    }
}

/// Runs the command.
pub async fn run(command: Command) -> anyhow::Result<Outcome> {
    match command {
        Command::Import(import) => {
            let bundle = match (&import.manifest, &import.name, &import.version) {
                (Some(manifest), ..) => read_manifest(manifest)?.into(),
                (None, Some(name), Some(version)) => {
                    let (name, version) = (name.clone(), version.clone());
                    let artifacts = hash(&import.files, &import.base)?;
                    let origin = Origin::Source;
                    NewBundle { name, version, origin, artifacts, received: false }
                }
                _ => return Err(BadInput("name the bundle and its version".to_owned()).into()),
            };
            let stored =
                open(&import.data)?.import(bundle, context()).await.map_err(input_error)?;
            say!("imported {}", line(&stored))?;
        }
        Command::List { json, data } => list(&open(&data)?, json).await?,
        Command::Find { checksum, json, data } => {
            let checksum: Checksum =
                checksum.parse().map_err(|problem| BadInput(format!("{problem}")))?;
            return find(&open(&data)?, checksum, json).await;
        }
    }
    Ok(Outcome::Success)
}

fn open(data: &DataDir) -> anyhow::Result<EmbeddedReleaseBundles> {
    let directory = DataDirectory::existing(&data.data)?;
    let journal = directory.journal(PLATFORM).context(
        "stop the server first, or let it take the bundle in: POST the manifest to /ui/api/v1/release_bundles",
    )?;
    let vault = directory.vault()?;
    let folder = data.data.join(FOLDER);
    Ok(EmbeddedReleaseBundles::open(Arc::new(journal), Arc::new(vault), &folder)?)
}

/// Maps errors: rejected input is bad input; everything else is a failure.
fn input_error(error: BundleError) -> anyhow::Error {
    if is_about_input(&error) { BadInput(error.to_string()).into() } else { error.into() }
}

fn read_manifest(path: &Path) -> anyhow::Result<Manifest> {
    let bad = |why: String| BadInput(format!("the manifest {} {why}", path.display()));
    let file = files::open(path).map_err(|error| bad(format!("cannot be read: {error}")))?;
    let length = file.metadata().map_err(|error| bad(format!("cannot be read: {error}")))?.len();
    if length > MANIFEST_BYTES_MAX as u64 {
        let limit = MANIFEST_BYTES_MAX / 1_024 / 1_024;
        return Err(bad(format!("is too long: it may have {limit} MiB")).into());
    }
    serde_json::from_reader(BufReader::new(file.take(MANIFEST_BYTES_MAX as u64)))
        .map_err(|error| bad(format!("is not valid: {error}")).into())
}

/// Hashes every file in one pass. Paths are relative to the base, so that none is outside the bundle.
fn hash(files: &[PathBuf], base: &Path) -> anyhow::Result<Vec<Artifact>> {
    let base = std::path::absolute(base)?;
    // The total size is checked first, so that files that are too large are not read in vain.
    let sizes = files.iter().filter_map(|file| file.metadata().ok()).map(|metadata| metadata.len());
    if sizes.fold(0, u64::saturating_add) > BUNDLE_BYTES_MAX {
        return Err(BadInput(BundleProblem::Size.to_string()).into());
    }
    files.iter().map(|file| hash_one(file, &base)).collect()
}

fn hash_one(file: &Path, base: &Path) -> anyhow::Result<Artifact> {
    let bad = |why: String| BadInput(format!("{} {why}", file.display()));
    let absolute = std::path::absolute(file)?;
    let below = absolute.strip_prefix(base).ok();
    let below =
        below.filter(|below| below.components().all(|part| matches!(part, Component::Normal(_))));
    let below = below.ok_or_else(|| {
        let place = base.display();
        bad(format!("does not lie below {place}: say with --base where the bundle's paths begin"))
    })?;
    let path = below.to_str().ok_or_else(|| bad("has a name that is no UTF-8".to_owned()))?;
    let opened = files::open(file).map_err(|error| bad(format!("cannot be read: {error}")))?;
    let before = opened.metadata().map_err(|error| bad(format!("cannot be read: {error}")))?;
    // One extra byte shows that the file has grown; without the limit, reading a growing file might never end.
    let artifact = Artifact::read(path.to_owned(), (&opened).take(before.len().saturating_add(1)))
        .map_err(|error| bad(format!("cannot be read: {error}")))?;
    let after = opened.metadata()?;
    if artifact.size != before.len() || before.modified()? != after.modified()? {
        return Err(bad("was changed while it was read: try again".to_owned()).into());
    }
    Ok(artifact)
}

fn line(stored: &StoredBundle) -> String {
    let bundle = &stored.bundle;
    let signed = if bundle.signature.is_some() { "signed" } else { "not signed" };
    format!(
        "{} {}: {} files, {} bytes, {signed}",
        bundle.name, bundle.version, bundle.list.artifacts, bundle.list.size
    )
}

fn to_json(stored: &StoredBundle) -> serde_json::Value {
    json!({
        "bundle": stored.bundle,
        "status": stored.status,
        "created": stored.created,
        "created_by": stored.created_by,
    })
}

async fn list(bundles: &EmbeddedReleaseBundles, json: bool) -> anyhow::Result<()> {
    let portion = PageRange { limit: usize::MAX, ..PageRange::default() };
    let all = bundles.list(BundleFilter { origin: None, name: None, portion }).await?.rows;
    if json {
        let all: Vec<_> = all.iter().map(to_json).collect();
        say!("{}", serde_json::to_string_pretty(&all)?)?;
    } else {
        for stored in &all {
            say!("{}  {}", stored.created, line(stored))?;
        }
    }
    Ok(())
}

async fn find(
    bundles: &EmbeddedReleaseBundles,
    checksum: Checksum,
    json: bool,
) -> anyhow::Result<Outcome> {
    let found = bundles.find(checksum, FOUND_MAX).await?;
    if json {
        let all: Vec<_> = found
            .iter()
            .map(|found| {
                let mut row = to_json(&found.stored);
                row["artifacts"] = json!(found.artifacts);
                row
            })
            .collect();
        say!("{}", serde_json::to_string_pretty(&all)?)?;
    } else {
        for found in &found {
            let bundle = &found.stored.bundle;
            for artifact in &found.artifacts {
                say!("{} {}  {}", bundle.name, bundle.version, artifact.path)?;
            }
        }
        if found.is_empty() {
            eprintln!("no release bundle holds a file with this checksum");
        }
    }
    Ok(if found.is_empty() { Outcome::CheckFailed } else { Outcome::Success })
}
