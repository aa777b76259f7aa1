//! Importing charts: files in a folder, or what the index of another repository names.

use super::names::of_file;
use super::upstream::HelmFormat;
use crate::components::artifacts::import::{FileItem, below, in_folder, is_there, put};
use crate::components::joined::{Format as _, Whole as _};
use crate::import::{Format, ImportError, Job, Listing, Place, Source};

/// Charts of Helm.
pub struct Charts;

impl Format for Charts {
    type Item = FileItem;

    async fn list(&self, job: &Job) -> Result<Listing<FileItem>, ImportError> {
        let server = match &job.from {
            Source::Folder(folder) => {
                let mut items = in_folder(folder)?;
                items.retain_mut(|item| {
                    item.path = item.path.rsplit('/').next().unwrap_or_default().to_owned();
                    of_file(&item.path).is_some_and(|(name, _)| job.wants(name))
                });
                return Ok(items.into());
            }
            Source::Server(server) => server,
        };
        let address = server.at(&["index.yaml"]);
        let index = server.document(&address, "*/*").await?;
        let index = index.ok_or_else(|| ImportError::NotThere(address.to_string()))?;
        let charts = HelmFormat.read("", &index.body, &[]).ok_or_else(|| {
            ImportError::Invalid(format!("{address} is no index of charts that Helm reads"))
        })?;
        let mut items = Vec::new();
        for name in HelmFormat.names(&charts).filter(|name| job.wants(name)) {
            for version in &charts.0[name] {
                let path = version.path();
                let Some((link, content)) = HelmFormat.find(&charts, &path) else { continue };
                let place = address.resolve(&link).map(Place::Address);
                let place = place.ok_or_else(|| {
                    ImportError::Invalid(format!(
                        "the index has {path} at '{link}', which is no address"
                    ))
                })?;
                items.push(FileItem { path, place, content });
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
        let address = job.to.at(&["artifactory", "api", "helm", &job.key]);
        put(job, item, below(&address, &item.path)).await
    }
}
