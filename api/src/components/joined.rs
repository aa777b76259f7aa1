//! Packages of remote and virtual repositories: what their sources say of them is joined, and their files are served by
//! the first source that has them. A local repository is its own only source, and does without this.

mod files;
mod format;
mod origin;
mod whole;

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;

use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::RepositoryClass;
use waybill_machines::rules::repository_sources::Members;
use waybill_platform::repositories::{Depth, FileInfo, Location, StoredRepository};

use super::package_index::{Document, Key, keep_visible, published, revision};
use super::repositories::sources::{Lookup, all_sources, asked_for};
use crate::caller::PackageClient;
use crate::error::ApiError;
use crate::state::AppState;

pub(super) use format::{Described, FETCHED_BYTES_MAX, Format, UpstreamDocument};
use origin::{Origin, Source, revision_of};
pub(super) use origin::{contents, document_of};
pub(super) use whole::Whole;

/// A package of a repository, as a client may see it.
pub(super) struct Joined<'a, F> {
    pub(super) state: &'a AppState,
    pub(super) client: &'a PackageClient,
    pub(super) repository: &'a StoredRepository,
    /// The name of the package.
    pub(super) name: &'a str,
    pub(super) format: &'a F,
}

/// Whether a package of a repository is joined.
pub(super) fn is_joined(repository: &StoredRepository) -> bool {
    repository.settings.class != RepositoryClass::Local
}

impl<F: Format> Joined<'_, F> {
    /// A document in a form, written of all that the client may see. It is written once for each revision of the
    /// sources.
    pub(super) async fn document(
        &self,
        form: impl Into<Cow<'static, str>>,
        write: impl AsyncFnOnce(F::Index) -> Result<Vec<u8>, ApiError>,
    ) -> Result<Document, ApiError> {
        let sources = self.sources().await?;
        let folder = self.format.folder(self.name);
        let rights = self.client.rights();
        let sees_all = sources
            .iter()
            .all(|source| rights.allow_all_below(Action::Read, &source.repository, &folder));
        let key = Key::new(self.repository, self.name, revision_of(&sources), form);
        let indexes = &self.state.package_indexes;
        if let Some(document) = indexes.get(&key).filter(|_| sees_all) {
            return Ok(document);
        }
        let _permit = indexes.work().await;
        // Another request may have written it meanwhile.
        if let Some(document) = indexes.get(&key).filter(|_| sees_all) {
            return Ok(document);
        }
        let Some(index) = self.joined(&sources).await? else { return Err(self.no_package().await) };
        let document = Document::new(write(index).await?)?;
        if sees_all {
            indexes.keep(key, document.clone());
        }
        Ok(document)
    }

    /// What all sources together say, as far as the client may see it.
    ///
    /// # Errors
    ///
    /// 404 if that is nothing.
    pub(super) async fn index(&self) -> Result<F::Index, ApiError> {
        match self.found().await? {
            Some(index) => Ok(index),
            None => Err(self.no_package().await),
        }
    }

    /// The same; none if that is nothing.
    pub(super) async fn found(&self) -> Result<Option<F::Index>, ApiError> {
        let sources = self.sources().await?;
        let _permit = self.state.package_indexes.work().await;
        self.joined(&sources).await
    }

    /// The contents of another document: of the first upstream that has it and may be asked for the package.
    pub(super) async fn other_document(
        &self,
        document: UpstreamDocument,
    ) -> Result<Option<Vec<u8>>, ApiError> {
        let (folder, mut failed) = (self.format.folder(self.name), None);
        for member in asked_for(self.state, self.repository, self).await? {
            if !is_joined(&member) || !self.client.rights().show_folder(&member, &folder) {
                continue;
            }
            match document_of(self.state, &member, document.clone()).await {
                Ok(Some(file)) => return contents(self.state, &file).await.map(Some),
                Ok(None) => {}
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        failed.map_or(Ok(None), Err)
    }

    pub(super) async fn no_package(&self) -> ApiError {
        self.missing(ApiError::no_such_package()).await
    }

    /// The error about what is not there, or may not be seen. Where everyone may read everything, credentials would not
    /// change the answer.
    async fn missing(&self, missing: ApiError) -> ApiError {
        if !self.client.is_anonymous() {
            return missing;
        }
        let rights = self.client.rights();
        match all_sources(self.state, self.repository).await {
            Ok(all) if all.iter().all(|one| rights.allow_all_below(Action::Read, one, "")) => {
                missing
            }
            Ok(_) => self.client.hidden(),
            Err(error) => error,
        }
    }

    /// The repositories that say something of the package. An upstream that cannot answer is passed over if others
    /// can.
    async fn sources(&self) -> Result<Vec<Source>, ApiError> {
        let (mut sources, mut failed) = (Vec::new(), None);
        let folder = self.format.folder(self.name);
        for member in asked_for(self.state, self.repository, self).await? {
            if !self.client.rights().show_folder(&member, &folder) {
                continue;
            }
            match self.origin_of(&member).await {
                Ok(Some(origin)) => sources.push(Source { repository: member, origin }),
                Ok(None) => {}
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        match failed {
            Some(error) if sources.is_empty() => Err(error),
            _ => Ok(sources),
        }
    }

    async fn origin_of(&self, member: &StoredRepository) -> Result<Option<Origin>, ApiError> {
        if member.settings.class == RepositoryClass::Local {
            let name = self.format.canonical(self.name);
            let revision = revision(self.state, member, &name).await?;
            return Ok((revision > 0).then_some(Origin::Local(revision)));
        }
        let document = document_of(self.state, member, self.format.upstream(self.name)).await?;
        let Some(document) = document else { return Ok(None) };
        let configuration = match self.format.configuration() {
            None => None,
            Some(wanted) => document_of(self.state, member, wanted).await?,
        };
        let configuration = configuration.map(Box::new);
        Ok(Some(Origin::Remote { document: document.into(), configuration }))
    }

    async fn joined(&self, sources: &[Source]) -> Result<Option<F::Index>, ApiError> {
        let mut joined = None;
        for source in sources {
            let Some(mut index) = self.read(source).await? else { continue };
            let sight = self.client.rights().sight(&source.repository);
            let settings = &source.repository.settings;
            self.format.retain(&mut index, &|path, _| {
                sight.shows_file(path) && (!is_joined(&source.repository) || settings.takes(path))
            });
            match &mut joined {
                None => joined = Some(index),
                Some(joined) => self.format.join(joined, index),
            }
        }
        Ok(joined.filter(|joined| !self.format.is_empty(joined)))
    }

    /// What a source says.
    async fn read(&self, source: &Source) -> Result<Option<F::Index>, ApiError> {
        let Source { repository, origin } = source;
        match origin {
            Origin::Local(_) => {
                let name = self.format.canonical(self.name);
                let found = published(self.state, repository, &name).await?;
                let Some(mut package) = found else { return Ok(None) };
                keep_visible(&mut package, self.client.rights().sight(repository).as_ref());
                if package.versions.is_empty() {
                    return Ok(None);
                }
                self.format.local(self.state, repository, package).await.map(Some)
            }
            Origin::Remote { document, configuration } => {
                let document = contents(self.state, document).await?;
                let configuration = match configuration {
                    None => Vec::new(),
                    Some(configuration) => contents(self.state, configuration).await?,
                };
                let read = self.format.read(self.name, &document, &configuration);
                let mut index = read.ok_or_else(ApiError::upstream_not_understood)?;
                self.refuse_other_contents(repository, &mut index).await?;
                Ok(Some(index))
            }
        }
    }

    /// Removes the files of which the upstream says another content than was kept: a published file never changes.
    async fn refuse_other_contents(
        &self,
        repository: &StoredRepository,
        index: &mut F::Index,
    ) -> Result<(), ApiError> {
        let path = self.format.folder_of(self.name, index);
        let folder = Location { repository: repository.clone(), path };
        let sight = self.client.rights().sight(repository);
        let kept = self.state.engine.ports().artifacts.files(folder, Depth::All, sight).await;
        let kept = kept.map_err(|error| ApiError::of_repository(&error))?;
        let kept: BTreeMap<&str, &FileInfo> =
            kept.iter().map(|file| (file.path.as_str(), file)).collect();
        let differing = RefCell::new(Vec::new());
        self.format.retain(index, &|path, content| {
            let is_same = kept.get(path).is_none_or(|file| content.is_kept_in(file));
            if !is_same {
                differing.borrow_mut().push((path.to_owned(), content.clone()));
            }
            is_same
        });
        for (path, named) in differing.into_inner() {
            let at = Location { repository: repository.clone(), path };
            let upstreams = &self.state.engine.ports().upstreams;
            let recorded = upstreams.record_difference(at, named, self.state.engine.now()).await;
            recorded.map_err(|error| ApiError::of_repository(&error))?;
        }
        Ok(())
    }
}

impl<F: Format> Lookup for Joined<'_, F> {
    fn name(&self) -> &str {
        self.name
    }

    fn is_reserved_by(&self, members: &Members) -> bool {
        let canonical = |text: &str| self.format.canonical(text);
        let members = Members { reserved: canonical(&members.reserved), ..members.clone() };
        members.reserve(&canonical(self.name))
    }

    async fn is_held_by(&self, repository: &StoredRepository) -> Result<bool, ApiError> {
        let folder = self.format.folder(self.name);
        // Only those who may read something of it have it asked.
        if is_joined(repository) && !self.client.rights().show_folder(repository, &folder) {
            let path = self.format.upstream(self.name).path;
            let at = Location { repository: repository.clone(), path };
            let kept = self.state.engine.ports().artifacts.file(at).await;
            return Ok(kept.map_err(|error| ApiError::of_repository(&error))?.is_some());
        }
        let Some(origin) = self.origin_of(repository).await? else { return Ok(false) };
        match origin {
            Origin::Remote { .. } if F::IS_OF_ALL => {
                let source = Source { repository: repository.clone(), origin };
                let index = self.read(&source).await?;
                Ok(index.is_some_and(|index| !self.format.is_empty(&index)))
            }
            Origin::Remote { .. } => Ok(true),
            // Its last version may have been removed.
            Origin::Local(_) => {
                let name = self.format.canonical(self.name);
                let found = published(self.state, repository, &name).await?;
                Ok(found.is_some_and(|package| !package.versions.is_empty()))
            }
        }
    }
}
