//! Importing charts: files in a folder, or what the index of another repository names.

use super::names::of_file;
use super::upstream::HelmFormat;
use crate::components::artifacts::import::{FileItem, FileList, in_folder};
use crate::components::joined::{Format as _, Whole as _};
use crate::import::{ImportError, Job, Place, Source};

/// Charts of Helm.
pub struct Charts;

impl FileList for Charts {
    const BELOW: &'static [&'static str] = &["artifactory", "api", "helm"];

    async fn files(&self, job: &Job) -> Result<Vec<FileItem>, ImportError> {
        let server = match &job.from {
            Source::Folder(folder) => {
                let mut items = in_folder(folder)?;
                items.retain_mut(|item| {
                    item.path = item.path.rsplit('/').next().unwrap_or_default().to_owned();
                    of_file(&item.path).is_some_and(|(name, _)| job.wants(name))
                });
                return Ok(items);
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
        Ok(items)
    }
}
