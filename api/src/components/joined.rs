//! Packages of remote and virtual repositories: what their sources say of them is joined, and their files are served by
//! the first source that has them. A local repository is its own only source, and does without this.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use waybill_machines::rules::packages as content;
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::RepositoryClass;
use waybill_platform::repositories::{
    Address, Depth, FileInfo, FixedContent, Keeping, Location, Package, StoredRepository, Wanted,
};

use super::package_index::{Document, Key, METADATA_BYTES_MAX, keep_visible, published, revision};
use super::repositories::sources::{Lookup, asked_for, fetched};
use crate::caller::PackageClient;
use crate::error::ApiError;
use crate::state::AppState;

/// The largest file of a package that a remote repository keeps, in bytes.
pub(super) const FETCHED_BYTES_MAX: u64 = 20 * 1_024 * 1_024 * 1_024;

/// How a package type says what a package has, and where other servers have it.
pub(super) trait Format: Send + Sync {
    /// What one source says of a package, or all of them together.
    type Index: Send;

    /// The folder of the files of a package.
    fn folder(&self, name: &str) -> String;

    /// The document in which an upstream says what a package has.
    fn upstream(&self, name: &str) -> UpstreamDocument;

    /// Another document that is needed to read that one, if there is such a one.
    fn configuration(&self) -> Option<UpstreamDocument> {
        None
    }

    /// Reads the document of an upstream, and its configuration. None if it is not valid.
    fn read(&self, name: &str, document: &[u8], configuration: &[u8]) -> Option<Self::Index>;

    /// What a local repository says of a package.
    fn local(
        &self,
        state: &AppState,
        repository: &StoredRepository,
        package: Package,
    ) -> impl Future<Output = Result<Self::Index, ApiError>> + Send;

    /// Keeps the files that this wants to keep, by their paths and what the index says of their contents.
    fn retain(&self, index: &mut Self::Index, keeps: &dyn Fn(&str, &FixedContent) -> bool);

    /// Where the file at a path is, and what is known of its content.
    fn find(&self, index: &Self::Index, path: &str) -> Option<(String, FixedContent)>;

    /// Adds what another source says. What is there already stays.
    fn join(&self, index: &mut Self::Index, other: Self::Index);

    /// Whether nothing is left.
    fn is_empty(&self, index: &Self::Index) -> bool;
}

/// A document of an upstream.
pub(super) struct UpstreamDocument {
    /// Where it is kept.
    pub(super) path: String,
    /// Where the upstream has it: the parts of the path.
    pub(super) from: Vec<String>,
    /// The media types in which it can be read.
    pub(super) accept: Option<&'static str>,
}

/// A package of a repository, as a client may see it.
pub(super) struct Joined<'a, F> {
    pub(super) state: &'a AppState,
    pub(super) client: &'a PackageClient,
    pub(super) repository: &'a StoredRepository,
    /// The name of the package.
    pub(super) name: &'a str,
    pub(super) format: &'a F,
}

/// A repository that says something of a package.
struct Source {
    repository: StoredRepository,
    origin: Origin,
}

/// Where a source says it.
enum Origin {
    /// In the records up to this revision.
    Local(u64),
    /// In documents of its upstream.
    Remote { document: FileInfo, configuration: Option<FileInfo> },
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
        form: &'static str,
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
        let index = self.joined(&sources).await?;
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
        let sources = self.sources().await?;
        let _permit = self.state.package_indexes.work().await;
        self.joined(&sources).await
    }

    /// The file at a path: of the first source that has it.
    ///
    /// # Errors
    ///
    /// As the rights of the client say; 404 if there is none.
    pub(super) async fn file(&self, path: &str) -> Result<FileInfo, ApiError> {
        let is_virtual = self.repository.settings.members.is_some();
        if !is_virtual {
            self.client.require(Action::Read, self.repository, path)?;
        }
        let mut failed = None;
        for member in asked_for(self.state, self.repository, self).await? {
            if !self.client.rights().allow(Action::Read, &member, path) {
                continue;
            }
            match self.file_of(&member, path).await {
                Ok(Some(file)) => return Ok(file),
                Ok(None) => {}
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        Err(failed.unwrap_or_else(|| self.hidden(ApiError::no_such_file())))
    }

    /// The error about what is not there, or may not be seen.
    fn hidden(&self, missing: ApiError) -> ApiError {
        if self.client.is_anonymous() { self.client.hidden() } else { missing }
    }

    async fn file_of(
        &self,
        member: &StoredRepository,
        path: &str,
    ) -> Result<Option<FileInfo>, ApiError> {
        let at = Location { repository: member.clone(), path: path.to_owned() };
        let kept = self.state.engine.ports().artifacts.file(at.clone()).await;
        let kept = kept.map_err(|error| ApiError::of_repository(&error))?;
        // What is kept of a published file never changes.
        if kept.is_some() || member.settings.class == RepositoryClass::Local {
            return Ok(kept);
        }
        let Some(origin) = self.origin_of(member).await? else { return Ok(None) };
        let source = Source { repository: member.clone(), origin };
        let found = {
            let _permit = self.state.package_indexes.work().await;
            self.read(&source).await?.and_then(|index| self.format.find(&index, path))
        };
        let Some((link, content)) = found else { return Ok(None) };
        let from = self.format.upstream(self.name).from;
        let wanted = Wanted {
            at,
            from: Address::Linked { from, link },
            keeping: Keeping::Fixed(content),
            accept: None,
            bytes_max: FETCHED_BYTES_MAX,
        };
        fetched(self.state, wanted).await
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
        if sources.is_empty() {
            return Err(failed.unwrap_or_else(|| self.hidden(ApiError::no_such_package())));
        }
        Ok(sources)
    }

    async fn origin_of(&self, member: &StoredRepository) -> Result<Option<Origin>, ApiError> {
        if member.settings.class == RepositoryClass::Local {
            let revision = revision(self.state, member, self.name).await?;
            return Ok((revision > 0).then_some(Origin::Local(revision)));
        }
        let document = document_of(self.state, member, self.format.upstream(self.name)).await?;
        let Some(document) = document else { return Ok(None) };
        let configuration = match self.format.configuration() {
            None => None,
            Some(wanted) => document_of(self.state, member, wanted).await?,
        };
        Ok(Some(Origin::Remote { document, configuration }))
    }

    async fn joined(&self, sources: &[Source]) -> Result<F::Index, ApiError> {
        let mut joined = None;
        for source in sources {
            let Some(mut index) = self.read(source).await? else { continue };
            let sight = self.client.rights().sight(&source.repository);
            self.format.retain(&mut index, &|path, _| sight.shows_file(path));
            match &mut joined {
                None => joined = Some(index),
                Some(joined) => self.format.join(joined, index),
            }
        }
        let joined = joined.filter(|joined| !self.format.is_empty(joined));
        joined.ok_or_else(|| self.hidden(ApiError::no_such_package()))
    }

    /// What a source says.
    async fn read(&self, source: &Source) -> Result<Option<F::Index>, ApiError> {
        let Source { repository, origin } = source;
        match origin {
            Origin::Local(_) => {
                let found = published(self.state, repository, self.name).await?;
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
        let folder =
            Location { repository: repository.clone(), path: self.format.folder(self.name) };
        let sight = self.client.rights().sight(repository);
        let kept = self.state.engine.ports().artifacts.files(folder, Depth::All, sight).await;
        let kept = kept.map_err(|error| ApiError::of_repository(&error))?;
        let kept: BTreeMap<&str, &FileInfo> =
            kept.iter().map(|file| (file.path.as_str(), file)).collect();
        self.format.retain(index, &|path, content| {
            let is_same = kept.get(path).is_none_or(|file| content.expected.fits(&file.content));
            if !is_same {
                let repository = &repository.settings.key;
                tracing::warn!(
                    service = "artifactory",
                    repository,
                    path,
                    "the upstream names another content than the one that is kept; it is left out"
                );
            }
            is_same
        });
        Ok(())
    }
}

impl<F: Format> Lookup for Joined<'_, F> {
    fn name(&self) -> &str {
        self.name
    }

    async fn is_held_by(&self, repository: &StoredRepository) -> Result<bool, ApiError> {
        match self.origin_of(repository).await? {
            None => Ok(false),
            Some(Origin::Remote { .. }) => Ok(true),
            // Its last version may have been removed.
            Some(Origin::Local(_)) => {
                let found = published(self.state, repository, self.name).await?;
                Ok(found.is_some_and(|package| !package.versions.is_empty()))
            }
        }
    }
}

/// A number that differs whenever what the sources say does.
fn revision_of(sources: &[Source]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for source in sources {
        source.repository.id.hash(&mut hasher);
        match &source.origin {
            Origin::Local(revision) => revision.hash(&mut hasher),
            Origin::Remote { document, configuration } => {
                document.content.sha256.0.hash(&mut hasher);
                configuration.as_ref().map(|file| &file.content.sha256.0).hash(&mut hasher);
            }
        }
    }
    hasher.finish()
}

/// A document of the upstream of a remote repository, which is asked for again from time to time.
async fn document_of(
    state: &AppState,
    repository: &StoredRepository,
    document: UpstreamDocument,
) -> Result<Option<FileInfo>, ApiError> {
    let UpstreamDocument { path, from, accept } = document;
    let wanted = Wanted {
        at: Location { repository: repository.clone(), path },
        from: Address::Below(from),
        keeping: Keeping::Refreshed,
        accept,
        bytes_max: METADATA_BYTES_MAX,
    };
    fetched(state, wanted).await
}

/// The contents of a document.
pub(super) async fn contents(state: &AppState, file: &FileInfo) -> Result<Vec<u8>, ApiError> {
    let content = &file.content;
    let document = content::Document { sha256: content.sha256.clone(), bytes: content.bytes };
    let read = state.engine.ports().packages.document(document).await;
    read.map_err(|error| ApiError::of_repository(&error))
}
