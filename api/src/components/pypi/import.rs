//! Importing files of Python packages: from a folder, or from another index.

use std::io::{self, Write as _};

use serde_json::{Value, json};
use waybill_outbound::header::{CONTENT_TYPE, HeaderValue};
use waybill_outbound::{Method, Request, Target};
use waybill_platform::repositories::FixedContent;

use super::names::{FileName, normalised};
use super::simple::Listed;
use super::upstream::{PypiFormat, content_of};
use crate::components::joined::Format as _;
use crate::import::{
    Content, Format, ImportError, Job, Listing, Place, Server, Source, files_in, links_in,
};

const HTML: &str = "text/html";
/// What separates the parts of a form: nothing that a file has in it by chance.
const BOUNDARY: &str = "waybill-import-4c1f0a1d5b0e4a3f9f3d2f1f6c0b7e58";

/// What else indexes have: forms that are no longer published, and names that are no names of files.
const OTHERS: [&str; 8] = [".whl", ".tar.gz", ".zip", ".egg", ".tar.bz2", ".tgz", ".exe", ".msi"];

/// Files of Python packages.
pub struct Distributions;

/// A wheel or a source distribution.
pub struct Distribution {
    file: String,
    name: FileName,
    place: Place,
    content: FixedContent,
    /// Whether it is yanked, with the reason or an empty text.
    yanked: Option<String>,
}

impl Format for Distributions {
    type Item = Distribution;

    async fn list(&self, job: &Job) -> Result<Listing<Distribution>, ImportError> {
        let mut listing = match &job.from {
            Source::Folder(folder) => {
                let mut listing = Listing::from(Vec::new());
                for file in files_in(folder)? {
                    let name = file.below.rsplit('/').next().unwrap_or_default().to_owned();
                    add(&mut listing, name, Place::File(file.path), None);
                }
                listing
            }
            Source::Server(server) => {
                let names = match &job.names[..] {
                    [] => projects(server).await?,
                    names => names.to_vec(),
                };
                let mut listing = Listing::from(Vec::new());
                for name in names {
                    add_project(&mut listing, server, &normalised(&name)).await?;
                }
                listing
            }
        };
        let wanted: Vec<_> = job.names.iter().map(|name| normalised(name)).collect();
        listing.items.retain(|item| wanted.is_empty() || wanted.contains(&item.name.project));
        Ok(listing)
    }

    fn label(&self, item: &Distribution) -> String {
        item.file.clone()
    }

    async fn is_there(&self, job: &Job, item: &Distribution) -> Result<bool, ImportError> {
        let project = &item.name.project;
        let page = Target::below(&repository(job), &["simple", project, ""], &[]);
        let held = job.to.document(&page, HTML).await?;
        let held = held.and_then(|held| PypiFormat.read(project, &held.body, &[]));
        let held = held.unwrap_or_default();
        let Some(theirs) = held.iter().find(|listed| listed.name() == item.file) else {
            return Ok(false);
        };
        let is_same = match &item.content.expected.sha256 {
            Some(sha256) => *sha256 == theirs.sha256,
            None => job.content(&item.place).await?.sha256 == theirs.sha256,
        };
        is_same.then_some(true).ok_or(ImportError::Differs)
    }

    async fn copy(&self, job: &Job, item: &Distribution) -> Result<u64, ImportError> {
        let content = job.content(&item.place).await?;
        content.check(&item.content)?;
        let form = item.form(&content);
        let form = form.map_err(|error| ImportError::file(&std::env::temp_dir(), error))?;
        let address = repository(job).below(&[""], &[]);
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let kind = HeaderValue::from_str(&kind).unwrap_or(HeaderValue::from_static(HTML));
        job.to
            .change(|| {
                Request::new(Method::POST, address.clone())
                    .with_header(CONTENT_TYPE, kind.clone())
                    .with_file(form.file.clone(), form.bytes)
            })
            .await?;
        if let Some(reason) = &item.yanked {
            yank(job, item, reason).await?;
        }
        Ok(content.bytes)
    }
}

impl Distribution {
    /// The form by which clients upload.
    fn form(&self, content: &Content) -> io::Result<Content> {
        let mut form = tempfile::tempfile()?;
        let texts = [
            (":action", "file_upload"),
            ("protocol_version", "1"),
            ("name", &self.name.project),
            ("version", &self.name.version.to_string()),
            ("filetype", self.name.kind.filetype()),
            ("sha256_digest", &content.sha256),
        ];
        for (name, text) in texts {
            write!(
                form,
                "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n"
            )?;
        }
        let file = &self.file;
        write!(
            form,
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"content\"; filename=\"{file}\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n"
        )?;
        content.write_to(&mut form)?;
        write!(form, "\r\n--{BOUNDARY}--\r\n")?;
        Content::of(form)
    }
}

fn repository(job: &Job) -> Target {
    job.to.at(&["artifactory", "api", "pypi", &job.key])
}

async fn yank(job: &Job, item: &Distribution, reason: &str) -> Result<(), ImportError> {
    let version = item.name.version.to_string();
    let address = repository(job).below(&[&item.name.project, &version, "yank"], &[]);
    let body: Value = json!({ "reason": reason });
    let yank = || {
        Request::new(Method::POST, address.clone()).with_body("application/json", body.to_string())
    };
    job.to.change(yank).await?;
    Ok(())
}

/// The names of all projects of an index.
async fn projects(server: &Server) -> Result<Vec<String>, ImportError> {
    let address = server.at(&[""]);
    let page = server.document(&address, HTML).await?.ok_or(ImportError::NoList)?;
    let links = links_in(&String::from_utf8_lossy(&page.body));
    let below = links.iter().filter_map(|link| address.resolve(link));
    let mut names: Vec<_> = below
        .filter(|target| target.has_origin_of(&address))
        .map(|target| normalised(&target.last_segment()))
        .filter(|name| !name.is_empty())
        .collect();
    names.dedup();
    if names.is_empty() { Err(ImportError::NoList) } else { Ok(names) }
}

async fn add_project(
    listing: &mut Listing<Distribution>,
    server: &Server,
    project: &str,
) -> Result<(), ImportError> {
    let address = server.at(&[project, ""]);
    let page = server.document(&address, HTML).await?;
    let page = page.ok_or_else(|| ImportError::NotThere(format!("the project {project}")))?;
    let known = PypiFormat.read(project, &page.body, &[]).unwrap_or_default();
    for link in links_in(&String::from_utf8_lossy(&page.body)) {
        let Some(target) = address.resolve(&link) else { continue };
        let file = target.last_segment();
        let known = known.iter().find(|known| known.name() == file);
        add(listing, file, Place::Address(target), known);
    }
    Ok(())
}

/// Adds a file, unless it is of no kind of Python.
fn add(listing: &mut Listing<Distribution>, file: String, place: Place, known: Option<&Listed>) {
    if let Some(name) = FileName::parse(&file) {
        let content = known.map(|known| content_of(&known.sha256)).unwrap_or_default();
        let yanked = known.and_then(|known| known.yanked.clone());
        listing.items.push(Distribution { file, name, place, content, yanked });
    } else if OTHERS.iter().any(|ending| file.ends_with(ending)) {
        let sentence = "only wheels and source distributions in .tar.gz are taken";
        listing.unreadable.push((file, ImportError::Invalid(sentence.to_owned())));
    }
}
