//! Importing packages: from the storage of a registry or a folder of tarballs, or from another registry.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use base64::engine::general_purpose::STANDARD;
use base64::write::EncoderWriter;
use serde::Deserialize;
use serde_json::{Value, json};
use waybill_outbound::{Method, Request, Target};
use waybill_platform::repositories::{DOCUMENT_BYTES_MAX, FixedContent};
use waybill_versions::Scheme;

use super::names::path_of;
use super::upstream::{NpmFormat, Packument};
use crate::components::joined::Format as _;
use crate::components::tarball::{self, LIMITS, TarballError};
use crate::import::{
    Content, FolderFile, Format, ImportError, Job, Listing, Names, Place, Server, Source, files_in,
};

/// How many packages are asked for at once.
const PAGE: usize = 250;
/// The documents of packages in the storage of a registry: of verdaccio, and of NORA.
const DOCUMENTS: [&str; 2] = ["package.json", "metadata.json"];
const JSON: &str = "application/json";

/// Packages of npm.
pub struct Packages;

/// A version of a package.
pub struct Release {
    name: String,
    version: String,
    /// What its registry says of it.
    manifest: Value,
    place: Place,
    /// What its registry says of its file.
    content: FixedContent,
    /// The tags that name it.
    tags: Vec<String>,
}

/// What is read of the answer to a search.
#[derive(Deserialize)]
struct Found {
    objects: Vec<FoundPackage>,
}

#[derive(Deserialize)]
struct FoundPackage {
    package: Named,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

impl Format for Packages {
    type Item = Release;

    async fn list(&self, job: &Job) -> Result<Listing<Release>, ImportError> {
        let mut listing = match &job.from {
            Source::Folder(folder) => in_folder(folder)?,
            Source::Server(server) => {
                let names = match &job.names[..] {
                    [] => names_of(server).await?,
                    names => names.to_vec(),
                };
                let mut versions = Vec::new();
                for name in names {
                    versions.extend(of_package(server, &name).await?);
                }
                versions.into()
            }
        };
        let versions = &mut listing.items;
        versions.retain(|version| job.wants(&version.name));
        versions.sort_by(|one, other| {
            let by_version = || Scheme::Npm.compare(&one.version, &other.version);
            one.name.cmp(&other.name).then_with(by_version)
        });
        Ok(listing)
    }

    fn label(&self, item: &Release) -> String {
        format!("{} {}", item.name, item.version)
    }

    async fn is_there(&self, job: &Job, item: &Release) -> Result<bool, ImportError> {
        let held = job.to.document(&address(job, &item.name), JSON).await?;
        let held = held.and_then(|held| NpmFormat.read(&item.name, &held.body, &[]));
        let Some(held) = held else { return Ok(false) };
        let Some((_, theirs)) = NpmFormat.find(&held, &path_of(&item.name, &item.version)) else {
            return Ok(false);
        };
        let is_known = item.content.sha512.is_some() && theirs.sha512.is_some();
        let is_same = if is_known {
            item.content.sha512 == theirs.sha512
        } else {
            job.content(&item.place).await?.check(&theirs).is_ok()
        };
        is_same.then_some(true).ok_or(ImportError::Differs)
    }

    async fn copy(&self, job: &Job, item: &Release) -> Result<u64, ImportError> {
        let content = job.content(&item.place).await?;
        content.check(&item.content)?;
        let document = item
            .document(&content)
            .map_err(|error| ImportError::file(&std::env::temp_dir(), error))?;
        let address = address(job, &item.name);
        let put = || Request::new(Method::PUT, address.clone()).with_body(JSON, "");
        job.to.change(|| put().with_file(document.file.clone(), document.bytes)).await?;
        if let Some(reason) = item.manifest.get("deprecated").and_then(Value::as_str) {
            deprecate(job, item, reason).await?;
        }
        Ok(content.bytes)
    }
}

impl Release {
    /// The document by which clients publish, with the file in it.
    fn document(&self, content: &Content) -> io::Result<Content> {
        let Self { name, version, manifest, tags, .. } = self;
        let tags: BTreeMap<_, _> = tags.iter().map(|tag| (tag, version)).collect();
        let head =
            json!({"_id": name, "name": name, "dist-tags": tags, "versions": {version: manifest}});
        let head = head.to_string();
        let file = format!("{name}-{version}.tgz");
        let mut document = tempfile::tempfile()?;
        let open = head.strip_suffix('}').unwrap_or(&head);
        write!(
            document,
            r#"{open},"_attachments":{{{}:{{"content_type":"application/octet-stream","length":{},"data":""#,
            json!(file),
            content.bytes
        )?;
        {
            let mut encoded = EncoderWriter::new(io::BufWriter::new(&mut document), &STANDARD);
            content.write_to(&mut encoded)?;
            encoded.finish()?.flush()?;
        }
        document.write_all(br#""}}}"#)?;
        Content::of(document)
    }
}

fn address(job: &Job, name: &str) -> Target {
    // The slash of a scope is part of the name.
    job.to.at(&["artifactory", "api", "npm", &job.key, name])
}

/// Says of a version that is published that it should no longer be used.
async fn deprecate(job: &Job, item: &Release, reason: &str) -> Result<(), ImportError> {
    let address = address(job, &item.name);
    let Some(mut document) = job.to.json::<Value>(&address).await? else { return Ok(()) };
    document["versions"][&item.version]["deprecated"] = reason.into();
    let body = document.to_string();
    job.to
        .change(|| Request::new(Method::PUT, address.clone()).with_body(JSON, body.clone()))
        .await?;
    Ok(())
}

/// The names of all packages, as far as the registry lists them in its search.
async fn names_of(server: &Server) -> Result<Vec<String>, ImportError> {
    let mut names = Names::default();
    loop {
        let (size, from) = (PAGE.to_string(), names.count().to_string());
        let parameters = [("text", ""), ("size", &*size), ("from", &*from)];
        let page = server.base.below(&["-", "v1", "search"], &parameters);
        let found: Option<Found> = server.json(&page).await?;
        let found = found.ok_or(ImportError::NoList)?.objects.into_iter();
        if !names.add(found.map(|found| found.package.name)) {
            return names.some();
        }
    }
}

async fn of_package(server: &Server, name: &str) -> Result<Vec<Release>, ImportError> {
    let address = server.at(&[name]);
    let document = server.document(&address, JSON).await?;
    let document = document.ok_or_else(|| ImportError::NotThere(format!("the package {name}")))?;
    let packument = read(name, &document.body)
        .ok_or_else(|| ImportError::Invalid(format!("{address} is no document of a package")))?;
    let mut versions = Vec::new();
    for (version, manifest) in manifests(&packument) {
        let path = path_of(name, &version);
        let link = NpmFormat.find(&packument, &path).map(|(link, _)| link).unwrap_or_default();
        let target = address.resolve(&link).ok_or_else(|| {
            ImportError::Invalid(format!(
                "{name} {version} has its file at '{link}', which is no address"
            ))
        })?;
        let place = Place::Address(target);
        versions.push(version_of(name, version, manifest, place, &packument));
    }
    Ok(versions)
}

fn read(name: &str, document: &[u8]) -> Option<Packument> {
    NpmFormat.read(name, document, &[])
}

fn manifests(packument: &Packument) -> Vec<(String, Value)> {
    let versions = packument.versions.iter();
    let values = versions.filter_map(|(version, manifest)| {
        Some((version.clone(), serde_json::to_value(manifest).ok()?))
    });
    values.collect()
}

fn version_of(
    name: &str,
    version: String,
    manifest: Value,
    place: Place,
    packument: &Packument,
) -> Release {
    let tags = packument.tags.iter().filter(|(_, named)| **named == version);
    let tags = tags.map(|(tag, _)| tag.clone()).collect();
    let found = NpmFormat.find(packument, &path_of(name, &version));
    let content = found.map(|(_, content)| content).unwrap_or_default();
    Release { content, name: name.to_owned(), version, manifest, place, tags }
}

/// The versions in the tarballs below a folder. A registry that keeps a document beside them says more of them.
fn in_folder(folder: &Path) -> Result<Listing<Release>, ImportError> {
    let files = files_in(folder)?;
    let mut documents: BTreeMap<String, Packument> = BTreeMap::new();
    let is_document = |file: &&FolderFile| {
        DOCUMENTS.iter().any(|name| file.path.file_name().is_some_and(|file| file == *name))
    };
    for file in files.iter().filter(is_document) {
        let text =
            std::fs::read(&file.path).map_err(|error| ImportError::file(&file.path, error))?;
        let named: Option<Named> = serde_json::from_slice(&text).ok();
        if let Some(Named { name }) = named
            && let Some(packument) = read(&name, &text)
        {
            documents.insert(name, packument);
        }
    }
    let mut listing = Listing::from(Vec::new());
    for file in files.iter().filter(|file| file.has_extension("tgz")) {
        match in_tarball(&file.path, &documents) {
            Ok(version) => listing.items.push(version),
            Err(error) => listing.unreadable.push((file.below.clone(), error)),
        }
    }
    Ok(listing)
}

/// The version in a tarball, with what the document of its package says of it.
fn in_tarball(
    path: &Path,
    documents: &BTreeMap<String, Packument>,
) -> Result<Release, ImportError> {
    let mut manifest = manifest_in(path)?;
    let text = |field: &str| manifest.get(field).and_then(Value::as_str).map(str::to_owned);
    let (Some(name), Some(version)) = (text("name"), text("version")) else {
        let sentence = "it has no package.json with a name and a version";
        return Err(ImportError::Invalid(sentence.to_owned()));
    };
    let none = Packument::default();
    let packument = documents.get(&name).unwrap_or(&none);
    if let Some(known) = packument.versions.get(&version) {
        manifest = serde_json::to_value(known).unwrap_or(manifest);
    }
    Ok(version_of(&name, version, manifest, Place::File(path.to_owned()), packument))
}

/// The `package.json` in a tarball.
fn manifest_in(path: &Path) -> Result<Value, ImportError> {
    let file = std::fs::File::open(path).map_err(|error| ImportError::file(path, error))?;
    let mut manifest = Value::Null;
    let read = tarball::visit(LIMITS, file, |mut member| {
        if member.unpacked_name().as_deref() == Some("package.json")
            && let Some(text) = member.text(DOCUMENT_BYTES_MAX)
        {
            manifest =
                serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap_or_default();
        }
        Ok::<(), TarballError>(())
    });
    read.map_err(|error| ImportError::Invalid(error.to_string()))?;
    Ok(manifest)
}
