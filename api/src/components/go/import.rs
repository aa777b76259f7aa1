//! Importing modules: from the download cache of go, a folder that `GOPROXY=file://` reads, or another proxy.

use waybill_platform::repositories::FixedContent;

use super::names::{escaped, is_module, path_of};
use crate::components::artifacts::import::{FileItem, FileList, in_folder};
use crate::import::{ImportError, Job, Place, Source};

/// The folder of modules in the cache of go.
const CACHE: &str = "cache/download/";

/// Modules of Go. A version is its zip file, of which the repository makes the others.
pub struct Modules;

impl FileList for Modules {
    const BELOW: &'static [&'static str] = &["artifactory", "api", "go"];

    async fn files(&self, job: &Job) -> Result<Vec<FileItem>, ImportError> {
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
            return Ok(items);
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
        Ok(items)
    }
}
