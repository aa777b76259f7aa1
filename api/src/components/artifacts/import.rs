//! Importing files by their paths.

use std::collections::BTreeSet;
use std::future::Future;

use serde::Deserialize;
use waybill_machines::rules::artifacts::check_artifact_path;
use waybill_outbound::header::HeaderName;
use waybill_outbound::{Method, Request, Target};
use waybill_platform::repositories::{Expected, FixedContent};

use crate::import::{
    Content, Format, ImportError, Job, Listing, Place, Server, Source, files_in, links_in,
};

/// How deep folders of a server are looked into.
const DEPTH_MAX: usize = 64;
/// The most folders of a server that are looked into.
const FOLDERS_MAX: usize = 200_000;
/// The header with the SHA-256 of a file.
const SHA256: HeaderName = HeaderName::from_static("x-checksum-sha256");

/// Files of any kind. What is left out is made by the repository itself.
pub struct Files {
    /// Whether a file with this path is copied.
    pub is_copied: fn(&str) -> bool,
}

/// A file.
#[derive(Debug)]
pub struct FileItem {
    /// Its path in the repository.
    pub path: String,
    /// Where it is.
    pub place: Place,
    /// What the source says of it.
    pub content: FixedContent,
}

/// The answer of the storage API, as of Artifactory and Waybill.
#[derive(Deserialize)]
struct StorageList {
    files: Vec<StoredFile>,
}

#[derive(Deserialize)]
struct StoredFile {
    uri: String,
    #[serde(default)]
    folder: bool,
    #[serde(default)]
    sha1: Option<String>,
    #[serde(default)]
    sha2: Option<String>,
}

/// A package type whose items are single files.
pub trait FileList: Sync {
    /// What is before the key of a repository in the address to which files are sent.
    const BELOW: &'static [&'static str];

    /// The files that the source has and that are wanted.
    fn files(&self, job: &Job) -> impl Future<Output = Result<Vec<FileItem>, ImportError>> + Send;
}

/// Copies the files of such a type by their paths.
pub struct ByPath<L>(pub L);

impl<L: FileList> Format for ByPath<L> {
    type Item = FileItem;

    async fn list(&self, job: &Job) -> Result<Listing<FileItem>, ImportError> {
        Ok(self.0.files(job).await?.into())
    }

    fn label(&self, item: &FileItem) -> String {
        item.path.clone()
    }

    async fn is_there(&self, job: &Job, item: &FileItem) -> Result<bool, ImportError> {
        is_there(job, item).await
    }

    async fn copy(&self, job: &Job, item: &FileItem) -> Result<u64, ImportError> {
        let repository = job.to.at(L::BELOW).below(&[&job.key], &[]);
        put(job, item, below(&repository, &item.path)).await
    }
}

impl FileList for Files {
    const BELOW: &'static [&'static str] = &["artifactory"];

    async fn files(&self, job: &Job) -> Result<Vec<FileItem>, ImportError> {
        let mut items = match &job.from {
            Source::Folder(folder) => in_folder(folder)?,
            Source::Server(server) => match by_storage(server).await? {
                Some(items) => items,
                None => by_pages(server).await?,
            },
        };
        let is_below = |path: &str, name: &String| {
            let name = name.trim_matches('/');
            path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        items.retain(|item| {
            let is_wanted =
                job.names.is_empty() || job.names.iter().any(|name| is_below(&item.path, name));
            is_wanted && (self.is_copied)(&item.path)
        });
        items.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(items)
    }
}

/// An item for each file below a folder.
pub fn in_folder(folder: &std::path::Path) -> Result<Vec<FileItem>, ImportError> {
    let files = files_in(folder)?.into_iter();
    let items = files.map(|file| FileItem {
        path: file.below,
        place: Place::File(file.path),
        content: FixedContent::default(),
    });
    Ok(items.collect())
}

/// Whether the repository has a file.
async fn is_there(job: &Job, item: &FileItem) -> Result<bool, ImportError> {
    let address = below(&job.to.at(&["artifactory", &job.key]), &item.path);
    let Some(answer) = job.to.head(&address).await? else { return Ok(false) };
    let theirs = answer.headers.get(SHA256).and_then(|value| value.to_str().ok());
    let ours = match &item.content.expected.sha256 {
        Some(sha256) => sha256.to_ascii_lowercase(),
        None => job.content(&item.place).await?.sha256,
    };
    match theirs {
        Some(theirs) if theirs.eq_ignore_ascii_case(&ours) => Ok(true),
        _ => Err(ImportError::Differs),
    }
}

/// Sends a file to this address.
async fn put(job: &Job, item: &FileItem, address: Target) -> Result<u64, ImportError> {
    if let Err(problem) = check_artifact_path(&item.path) {
        return Err(ImportError::Invalid(problem.to_string()));
    }
    let content = job.content(&item.place).await?;
    content.check(&item.content)?;
    send(job, Method::PUT, address, &content).await
}

/// Sends a file with its digest.
async fn send(
    job: &Job,
    method: Method,
    address: Target,
    content: &Content,
) -> Result<u64, ImportError> {
    job.to
        .change(|| {
            Request::new(method.clone(), address.clone())
                .with_digest(SHA256, &content.sha256)
                .with_file(content.file.clone(), content.bytes)
        })
        .await?;
    Ok(content.bytes)
}

/// The address of a path below another one.
fn below(address: &Target, path: &str) -> Target {
    address.below(&path.split('/').collect::<Vec<_>>(), &[])
}

/// All files of a repository that the storage API lists. None if the server has no such call.
async fn by_storage(server: &Server) -> Result<Option<Vec<FileItem>>, ImportError> {
    let base = server.base.to_string();
    let Some((before, repository)) = base.split_once("/artifactory/") else { return Ok(None) };
    let list = format!("{before}/artifactory/api/storage/{repository}?list&deep=1");
    let Ok(list) = Target::parse(&list) else { return Ok(None) };
    let Some(StorageList { files }) = server.json(&list).await? else { return Ok(None) };
    let files = files.into_iter().filter(|file| !file.folder);
    let items = files.map(|file| {
        let path = file.uri.trim_start_matches('/').to_owned();
        let expected = Expected { sha256: file.sha2, sha1: file.sha1, ..Expected::default() };
        FileItem {
            place: Place::Address(server.at_path(&path)),
            content: FixedContent { expected, sha512: None },
            path,
        }
    });
    Ok(Some(items.collect()))
}

/// All files that pages with links to folders and files lead to, as web servers make them.
async fn by_pages(server: &Server) -> Result<Vec<FileItem>, ImportError> {
    let root = Target::parse(&format!("{}/", server.base.to_string().trim_end_matches('/')))
        .unwrap_or_else(|_| server.base.clone());
    let (mut items, mut seen) = (Vec::new(), BTreeSet::new());
    let mut folders = vec![(root.clone(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let page = server.document(&folder, "text/html").await?;
        let page = page.ok_or_else(|| ImportError::NotThere(folder.to_string()))?;
        for link in links_in(&String::from_utf8_lossy(&page.body)) {
            let Some(target) = folder.resolve(&link).map(|target| target.without_parameters())
            else {
                continue;
            };
            // Links to what is above, and to other columns' order, lead to what was seen.
            let is_below = target.has_origin_of(&folder)
                && target.path().len() > folder.path().len()
                && target.path().starts_with(folder.path());
            if !is_below || !seen.insert(target.to_string()) {
                continue;
            }
            if target.path().ends_with('/') {
                if depth == DEPTH_MAX || seen.len() > FOLDERS_MAX {
                    let sentence = format!("{target} is too deep, or one of too many folders");
                    return Err(ImportError::Invalid(sentence));
                }
                folders.push((target, depth + 1));
                continue;
            }
            items.push(FileItem {
                path: target.decoded_below(&root),
                place: Place::Address(target),
                content: FixedContent::default(),
            });
        }
    }
    Ok(items)
}
