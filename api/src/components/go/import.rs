//! Importing modules: from the download cache of go, a folder that `GOPROXY=file://` reads, or another proxy.

use waybill_platform::repositories::FixedContent;

use super::names::{escaped, is_module, path_of};
use crate::components::artifacts::import::{FileItem, below, in_folder, is_there, put};
use crate::import::{Format, ImportError, Job, Listing, Place, Source};

/// The folder of modules in the cache of go.
const CACHE: &str = "cache/download/";

/// Modules of Go. A version is its zip file, of which the repository makes the others.
pub struct Modules;

impl Format for Modules {
    type Item = FileItem;

    async fn list(&self, job: &Job) -> Result<Listing<FileItem>, ImportError> {
        if let Source::Folder(folder) = &job.from {
            let mut items = in_folder(folder)?;
            items.retain_mut(|item| {
                if let Some((_, path)) = item.path.split_once(CACHE) {
                    item.path = path.to_owned();
                }
                let module = item.path.split_once("/@v/").map(|(module, _)| module);
                module.is_some_and(|module| {
                    item.path.strip_suffix(".zip").is_some()
                        && (job.names.is_empty()
                            || job.names.iter().any(|name| escaped(name) == module))
                })
            });
            return Ok(items.into());
        }
        let server = job.server().filter(|_| !job.names.is_empty()).ok_or(ImportError::NoList)?;
        let mut items = Vec::new();
        for module in &job.names {
            if !is_module(module) {
                return Err(ImportError::Invalid(format!("{module} is no name of a module")));
            }
            let list = server.at_path(&format!("{}/@v/list", escaped(module)));
            let versions = server.document(&list, "text/plain").await?;
            let versions = versions.ok_or_else(|| ImportError::NotThere(list.to_string()))?;
            let versions = String::from_utf8_lossy(&versions.body).into_owned();
            for version in versions.lines().filter_map(|line| line.split_whitespace().next()) {
                let path = path_of(module, version);
                let place = Place::Address(server.at_path(&path));
                items.push(FileItem { path, place, content: FixedContent::default() });
            }
        }
        Ok(items.into())
    }

    fn label(&self, item: &FileItem) -> String {
        item.path.clone()
    }

    async fn is_there(&self, job: &Job, item: &FileItem) -> Result<bool, ImportError> {
        is_there(job, item).await
    }

    async fn copy(&self, job: &Job, item: &FileItem) -> Result<u64, ImportError> {
        let address = job.to.at(&["artifactory", "api", "go", &job.key]);
        put(job, item, below(&address, &item.path)).await
    }
}
