//! Importing crates: their files in a folder, or another registry with a sparse index.

use std::io::{self, Write as _};
use std::path::Path;

use serde::Deserialize;
use waybill_outbound::{Method, Request, Target};
use waybill_platform::repositories::{DOCUMENT_BYTES_MAX, FixedContent};

use super::names::{are_same, number, path_of, prefix_of};
use super::published_manifest::metadata;
use super::upstream::CargoFormat;
use crate::components::joined::Format as _;
use crate::components::tarball::{self, LIMITS, TarballError};
use crate::import::{
    Content, Format, ImportError, Job, Listing, Names, Place, Server, Source, files_in,
};

/// How many crates are asked for at once.
const PAGE: usize = 100;
/// The index of crates.io: dependencies that name no registry are from there.
const CRATES_IO: &str = "https://index.crates.io";

/// Crates.
pub struct Crates;

/// A version of a crate.
pub struct Release {
    name: String,
    version: String,
    place: Place,
    content: FixedContent,
    is_yanked: bool,
}

/// What is read of a line of an index.
#[derive(Deserialize)]
struct Line {
    name: String,
    vers: String,
    cksum: String,
    #[serde(default)]
    yanked: bool,
}

#[derive(Deserialize)]
struct Configuration {
    api: Option<String>,
}

#[derive(Deserialize)]
struct Found {
    crates: Vec<Named>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

impl Format for Crates {
    type Item = Release;

    async fn list(&self, job: &Job) -> Result<Listing<Release>, ImportError> {
        let mut listing = Listing::from(Vec::new());
        match &job.from {
            Source::Folder(folder) => {
                for file in files_in(folder)?.iter().filter(|file| file.has_extension("crate")) {
                    match in_file(&file.path) {
                        Ok(version) => listing.items.push(version),
                        Err(error) => listing.unreadable.push((file.below.clone(), error)),
                    }
                }
            }
            Source::Server(server) => {
                let configuration = server.at(&["config.json"]);
                let configuration = server.document(&configuration, "application/json").await?;
                let configuration = configuration.ok_or_else(|| {
                    ImportError::NotThere("the index with its config.json".into())
                })?;
                let names = match &job.names[..] {
                    [] => names_of(server, &configuration.body).await?,
                    names => names.to_vec(),
                };
                for name in names {
                    listing.items.extend(of_crate(server, &name, &configuration.body).await?);
                }
            }
        }
        listing.items.retain(|item| job.wants(&item.name));
        listing.items.sort_by(|one, other| {
            let by_number = || number(&one.version).cmp(&number(&other.version));
            one.name.cmp(&other.name).then_with(by_number)
        });
        Ok(listing)
    }

    fn label(&self, item: &Release) -> String {
        format!("{} {}", item.name, item.version)
    }

    async fn is_there(&self, job: &Job, item: &Release) -> Result<bool, ImportError> {
        let held = lines(&job.to, &index(job), &item.name).await?;
        let Some(held) = held.iter().find(|held| are_same(&held.vers, &item.version)) else {
            return Ok(false);
        };
        let is_same = match &item.content.expected.sha256 {
            Some(sha256) => *sha256 == held.cksum,
            None => job.content(&item.place).await?.sha256 == held.cksum,
        };
        is_same.then_some(true).ok_or(ImportError::Differs)
    }

    async fn copy(&self, job: &Job, item: &Release) -> Result<u64, ImportError> {
        let content = job.content(&item.place).await?;
        content.check(&item.content)?;
        let manifest = manifest_in(&*content.file)?;
        let own = job.server().map(|server| server.base.to_string());
        let is_own = |registry: Option<&str>| {
            let of =
                |text: &str| text.trim_start_matches("sparse+").trim_end_matches('/').to_owned();
            own.as_deref().is_some_and(|own| of(own) == of(registry.unwrap_or(CRATES_IO)))
        };
        let metadata = metadata(&manifest, &is_own)
            .ok_or_else(|| ImportError::Invalid("its Cargo.toml is not one of a package".into()))?;
        let body = body(metadata.to_string().as_bytes(), &content);
        let body = body.map_err(|error| ImportError::file(&std::env::temp_dir(), error))?;
        let new = crates(job).below(&["new"], &[]);
        job.to
            .change(|| {
                Request::new(Method::PUT, new.clone()).with_file(body.file.clone(), body.bytes)
            })
            .await?;
        if item.is_yanked {
            let yank = crates(job).below(&[&item.name, &item.version, "yank"], &[]);
            job.to.change(|| Request::new(Method::DELETE, yank.clone())).await?;
        }
        Ok(content.bytes)
    }
}

fn crates(job: &Job) -> Target {
    job.to.at(&["artifactory", "api", "cargo", &job.key, "api", "v1", "crates"])
}

fn index(job: &Job) -> Target {
    job.to.at(&["artifactory", "api", "cargo", &job.key, "index"])
}

/// What clients send: the length and the text of the metadata, and the length and the bytes of the file.
fn body(metadata: &[u8], content: &Content) -> io::Result<Content> {
    let length = |bytes: u64| u32::try_from(bytes).map_err(io::Error::other).map(u32::to_le_bytes);
    let mut body = tempfile::tempfile()?;
    body.write_all(&length(metadata.len() as u64)?)?;
    body.write_all(metadata)?;
    body.write_all(&length(content.bytes)?)?;
    content.write_to(&mut body)?;
    Content::of(body)
}

/// The names of all crates, as far as the registry has a search that lists them.
async fn names_of(server: &Server, configuration: &[u8]) -> Result<Vec<String>, ImportError> {
    let read: Option<Configuration> = serde_json::from_slice(configuration).ok();
    let api = read.and_then(|read| Target::parse(&read.api?).ok()).ok_or(ImportError::NoList)?;
    let mut names = Names::default();
    for page in 1_usize.. {
        let (size, page) = (PAGE.to_string(), page.to_string());
        let parameters = [("q", ""), ("per_page", &*size), ("page", &*page)];
        let page = api.below(&["api", "v1", "crates"], &parameters);
        let found: Option<Found> = server.json(&page).await?;
        let found = found.ok_or(ImportError::NoList)?.crates.into_iter();
        if !names.add(found.map(|found| found.name)) {
            break;
        }
    }
    names.some()
}

/// The lines that an index has of a crate.
async fn lines(server: &Server, index: &Target, name: &str) -> Result<Vec<Line>, ImportError> {
    let address = index_of(index, name);
    let document = server.document(&address, "*/*").await?;
    let body = document.map(|document| document.body).unwrap_or_default();
    let text = String::from_utf8_lossy(&body).into_owned();
    Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}

fn index_of(index: &Target, name: &str) -> Target {
    let lower = name.to_ascii_lowercase();
    let prefix = prefix_of(&lower);
    let path: Vec<&str> = prefix.split('/').chain([&*lower]).collect();
    index.below(&path, &[])
}

async fn of_crate(
    server: &Server,
    name: &str,
    configuration: &[u8],
) -> Result<Vec<Release>, ImportError> {
    let lower = name.to_ascii_lowercase();
    let address = index_of(&server.base, name);
    let document = server.document(&address, "*/*").await?;
    let document = document.ok_or_else(|| ImportError::NotThere(format!("the crate {name}")))?;
    let format = CargoFormat(&lower);
    let index = format
        .read(&lower, &document.body, configuration)
        .ok_or_else(|| ImportError::Invalid(format!("{address} is no index of a crate")))?;
    let text = String::from_utf8_lossy(&document.body).into_owned();
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok());
    let mut versions = Vec::new();
    for line in lines {
        let Some((link, content)) = format.find(&index, &path_of(&line.name, &line.vers)) else {
            continue;
        };
        let place = server.base.resolve(&link).map(Place::Address).ok_or_else(|| {
            ImportError::Invalid(format!("the index has crates at '{link}', which is no address"))
        })?;
        let Line { name, vers: version, yanked: is_yanked, .. } = line;
        versions.push(Release { name, version, place, content, is_yanked });
    }
    Ok(versions)
}

fn in_file(path: &Path) -> Result<Release, ImportError> {
    let file = std::fs::File::open(path).map_err(|error| ImportError::file(path, error))?;
    let manifest = manifest_in(file)?;
    let text = |field: &str| Some(manifest.get("package")?.get(field)?.as_str()?.to_owned());
    let (Some(name), Some(version)) = (text("name"), text("version")) else {
        return Err(ImportError::Invalid("its Cargo.toml is not one of a package".to_owned()));
    };
    let place = Place::File(path.to_owned());
    Ok(Release { name, version, place, content: FixedContent::default(), is_yanked: false })
}

/// The `Cargo.toml` in the file of a crate.
fn manifest_in(file: impl io::Read) -> Result<toml::Table, ImportError> {
    let mut manifest = None;
    let read = tarball::visit(LIMITS, file, |mut member| {
        if member.unpacked_name().as_deref() == Some("cargo.toml")
            && let Some(text) = member.text(DOCUMENT_BYTES_MAX)
        {
            manifest = text.parse().ok();
        }
        Ok::<(), TarballError>(())
    });
    read.map_err(|error| ImportError::Invalid(error.to_string()))?;
    manifest.ok_or_else(|| ImportError::Invalid("it has no Cargo.toml that can be read".to_owned()))
}
