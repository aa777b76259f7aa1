//! Files in repositories, with their properties, and tags of images.

use waybill_journal::RecordView;
use waybill_machines::machines::package::{Content, Event, Origin, Place};
use waybill_machines::rules::artifacts::Properties;
use waybill_machines::rules::repositories::{PackageType, RepositoryClass};
use waybill_machines::rules::webhooks::{WebhookData, WebhookEventType as Type};

use super::repositories::Known;
use super::{About, Found, KnownRepositories};
use crate::repositories::{RepositoryError, is_archived};

/// The prefix of the streams of packages.
const PACKAGE: &str = "package/";

/// The events of a record of a package.
pub(super) async fn of_package(
    view: &RecordView<'_>,
    event: Event,
    known: &KnownRepositories,
) -> Result<Found, RepositoryError> {
    let id = view.stream.strip_prefix(PACKAGE).and_then(|rest| rest.split('/').next());
    let Some(id) = id else { return Ok(Vec::new()) };
    let Some(repository) = known.of(id).await? else { return Ok(Vec::new()) };
    let in_repository = InRepository { id, repository: &repository };
    let mut found = Vec::new();
    match event {
        Event::Deploy { path, content, properties, origin, .. } => {
            found.extend(in_repository.arrived(&path, &content, origin.as_deref(), known).await?);
            found.extend(in_repository.properties(&path, &Properties::new(), &properties));
        }
        Event::Publish { name, path, content, tags, properties, origin, .. } => {
            found.extend(in_repository.arrived(&path, &content, origin.as_deref(), known).await?);
            found.extend(in_repository.properties(&path, &Properties::new(), &properties));
            for tag in tags {
                found.extend(in_repository.tag(Type::DockerPushed, &name, &tag));
            }
        }
        Event::Tag { name, tag, version, promoted_from, .. } => {
            let kind = match (version, promoted_from) {
                (Some(_), Some(_)) => Type::DockerPromoted,
                (Some(_), None) => Type::DockerPushed,
                (None, _) => Type::DockerDeleted,
            };
            found.extend(in_repository.tag(kind, &name, &tag));
        }
        Event::Annotate { path, properties, earlier: Some(earlier), .. } => {
            found.extend(in_repository.properties(&path, &earlier, &properties));
        }
        Event::Remove { path, file, moved_to: None } | Event::Trash { path, file, .. } => {
            let file = file.map(|file| (file.sha256.0, file.bytes));
            found.push(in_repository.file(Type::ArtifactDeleted, &path, file));
            if let Some((image, digest)) = manifest_at(&path) {
                found.extend(in_repository.tag(Type::DockerDeleted, image, &digest));
            }
        }
        Event::Archive { path, file, .. } => {
            let file = file.map(|file| (file.sha256.0, file.bytes));
            found.push(in_repository.file(Type::VersionArchived, &path, file));
        }
        Event::Restore { item, path, file, .. } => {
            let kind =
                if is_archived(&item) { Type::VersionRestored } else { Type::ArtifactDeployed };
            let file = file.map(|file| (file.sha256.0, file.bytes));
            found.push(in_repository.file(kind, &path, file));
        }
        // The group of a move has the event of the path that it leads to.
        Event::Remove { moved_to: Some(_), .. }
        | Event::Annotate { earlier: None, .. }
        | Event::Deprecate { .. }
        | Event::Yank { .. }
        | Event::Purge { .. }
        | Event::UpstreamDiffers { .. } => {}
    }
    Ok(found)
}

/// What happens in a repository.
pub(super) struct InRepository<'a> {
    pub(super) id: &'a str,
    pub(super) repository: &'a Known,
}

impl InRepository<'_> {
    fn about(&self, path: &str) -> About {
        About::File {
            repository: self.id.to_owned(),
            class: self.repository.class,
            project: self.repository.project.clone(),
            path: path.to_owned(),
        }
    }

    /// An event of a file, with its content if that is known.
    pub(super) fn file(
        &self,
        kind: Type,
        path: &str,
        content: Option<(String, u64)>,
    ) -> (Type, WebhookData, About) {
        let (sha256, size) = content.unzip();
        let data = WebhookData {
            repo_key: Some(self.repository.key.clone()),
            path: Some(path.to_owned()),
            name: path.rsplit('/').next().map(str::to_owned),
            sha256,
            size,
            ..WebhookData::default()
        };
        (kind, data, self.about(path))
    }

    /// A file that is there from now on: sent, fetched from an upstream, copied or moved.
    async fn arrived(
        &self,
        path: &str,
        content: &Content,
        origin: Option<&Origin>,
        known: &KnownRepositories,
    ) -> Result<Vec<(Type, WebhookData, About)>, RepositoryError> {
        let kind = match origin {
            Some(Origin { moved: true, .. }) => Type::ArtifactMoved,
            Some(_) => Type::ArtifactCopied,
            None if self.repository.class == RepositoryClass::Remote => Type::ArtifactCached,
            None => Type::ArtifactDeployed,
        };
        let content = Some((content.sha256.0.clone(), content.bytes));
        let (kind, mut data, about) = self.file(kind, path, content);
        if let Some(Origin { place: Place { repository, path: source }, .. }) = origin {
            let key = known.of(repository).await?.map(|from| from.key);
            data.source_repo_path = key.map(|key| format!("{key}/{source}"));
            data.target_repo_path = Some(format!("{}/{path}", self.repository.key));
        }
        Ok(vec![(kind, data, about)])
    }

    /// The properties that a file has from now on, or no longer. One with other values is both.
    fn properties(
        &self,
        path: &str,
        earlier: &Properties,
        now: &Properties,
    ) -> Vec<(Type, WebhookData, About)> {
        let changed = |kind, of: &Properties, other: &Properties| {
            let changed = of.iter().filter(|(name, values)| other.get(*name) != Some(*values));
            let event = |(name, values): (&String, &Vec<String>)| {
                let (kind, mut data, about) = self.file(kind, path, None);
                data.property_key = Some(name.clone());
                data.property_values = Some(values.clone());
                (kind, data, about)
            };
            changed.map(event).collect::<Vec<_>>()
        };
        let mut all = changed(Type::PropertyDeleted, earlier, now);
        all.extend(changed(Type::PropertyAdded, now, earlier));
        all
    }

    fn tag(&self, kind: Type, image: &str, tag: &str) -> Option<(Type, WebhookData, About)> {
        let is_image = self.repository.package_type == PackageType::Docker;
        let path = format!("{image}/{tag}/manifest.json");
        is_image.then(|| {
            let data = WebhookData {
                repo_key: Some(self.repository.key.clone()),
                path: Some(path.clone()),
                image_name: Some(image.to_owned()),
                tag: Some(tag.to_owned()),
                ..WebhookData::default()
            };
            (kind, data, self.about(&path))
        })
    }
}

/// The image and the digest whose manifest is at a path.
fn manifest_at(path: &str) -> Option<(&str, String)> {
    let (image, digest) = path.strip_suffix("/manifest.json")?.rsplit_once("/_manifests/")?;
    Some((image, digest.replacen("__", ":", 1)))
}
