//! What all sources of a repository together say of all of their packages, in one document. It is joined by the rules
//! by which one package is: a name of a local repository is taken from no other one.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{Sight, StoredRepository};

use super::format::Format;
use super::origin::{Origin, Source, document_of, revision_of};
use super::{Joined, is_joined};
use crate::components::package_index::{Document, Key, keep_visible, published};
use crate::components::repositories::sources::{all_sources, has_priority};
use crate::components::repository_index::totals;
use crate::error::ApiError;

/// A package type whose upstreams have one document of all packages. Its format reads all of them with an empty name.
pub(in crate::components) trait Whole: Format<Index: Default> {
    /// The names of the packages.
    fn names<'a>(&self, index: &'a Self::Index) -> impl Iterator<Item = &'a str>;

    /// Keeps the packages whose names this wants to keep.
    fn keep(&self, index: &mut Self::Index, keeps: &dyn Fn(&str) -> bool);
}

/// Sees everything: names are taken whether a client may read them or not.
struct Everything;

impl Sight for Everything {
    fn shows_file(&self, _: &str) -> bool {
        true
    }

    fn shows_folder(&self, _: &str) -> bool {
        true
    }

    fn shows_all_below(&self, _: &str) -> bool {
        true
    }
}

impl<F: Whole> Joined<'_, F> {
    /// The document of the repository in a form, written of all that the client may see. It is written once for each
    /// revision of the sources.
    pub(in crate::components) async fn whole(
        &self,
        form: &'static str,
        write: impl AsyncFnOnce(F::Index) -> Result<Vec<u8>, ApiError>,
    ) -> Result<Document, ApiError> {
        let sources = self.sources_of_all().await?;
        let rights = self.client.rights();
        let mut repositories = sources.iter().map(|source| &source.repository);
        let sees_all = repositories.all(|one| rights.allow_all_below(Action::Read, one, ""));
        let key = Key::new(self.repository, "", self.revision_of_all(&sources), form);
        let indexes = &self.state.package_indexes;
        if let Some(document) = indexes.get(&key).filter(|_| sees_all) {
            return Ok(document);
        }
        let _permit = indexes.work().await;
        let index = self.joined_of_all(sources).await?;
        let document = Document::new(write(index).await?)?;
        if sees_all {
            indexes.keep(key, document.clone());
        }
        Ok(document)
    }

    fn shows(&self, repository: &StoredRepository) -> bool {
        self.client.rights().show_folder(repository, "")
    }

    /// The sources whose documents count. A local one counts whatever the client may see, and so does an upstream
    /// whose names are taken from no other one; without its answer nothing is known.
    async fn sources_of_all(&self) -> Result<Vec<Source>, ApiError> {
        let (mut sources, mut failed) = (Vec::new(), None);
        for repository in all_sources(self.state, self.repository).await? {
            if !is_joined(&repository) {
                let revision = totals(self.state, &repository).await?.revision;
                sources.push(Source { repository, origin: Origin::Local(revision) });
                continue;
            }
            if !has_priority(&repository) && !self.shows(&repository) {
                continue;
            }
            match document_of(self.state, &repository, self.format.upstream("")).await {
                Ok(Some(document)) => {
                    let origin = Origin::Remote { document: document.into(), configuration: None };
                    sources.push(Source { repository, origin });
                }
                Ok(None) => {}
                Err(error) if has_priority(&repository) => return Err(error),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        if sources.iter().any(|source| self.shows(&source.repository)) {
            return Ok(sources);
        }
        match failed {
            Some(error) => Err(error),
            None => Err(self.no_package().await),
        }
    }

    /// A number that differs whenever the joined document does.
    fn revision_of_all(&self, sources: &[Source]) -> u64 {
        let mut hasher = DefaultHasher::new();
        revision_of(sources).hash(&mut hasher);
        let members = self.repository.settings.members.as_ref();
        members.map(|members| &members.reserved).hash(&mut hasher);
        for source in sources {
            has_priority(&source.repository).hash(&mut hasher);
        }
        hasher.finish()
    }

    async fn joined_of_all(&self, sources: Vec<Source>) -> Result<F::Index, ApiError> {
        let (mut held, mut prior) = (BTreeSet::new(), BTreeSet::new());
        let (mut indexes, mut failed) = (Vec::new(), None);
        for source in sources {
            let index = match source.origin {
                Origin::Local(_) => {
                    held.extend(self.names_of(&source.repository, Arc::new(Everything)).await?);
                    self.local_packages(&source.repository).await?
                }
                Origin::Remote { .. } => match self.read(&source).await {
                    Ok(index) => index.unwrap_or_default(),
                    Err(error) if has_priority(&source.repository) => return Err(error),
                    Err(error) => {
                        failed = failed.or(Some(error));
                        continue;
                    }
                },
            };
            if has_priority(&source.repository) {
                prior.extend(self.format.names(&index).map(str::to_owned));
            }
            indexes.push((source.repository, index));
        }
        // One that sends something else is passed over if others can answer.
        if let Some(error) = failed.filter(|_| !indexes.iter().any(|(one, _)| self.shows(one))) {
            return Err(error);
        }
        let members = self.repository.settings.members.as_ref();
        let mut joined = F::Index::default();
        for (repository, mut index) in indexes {
            if is_joined(&repository) {
                let is_prior = has_priority(&repository);
                self.format.keep(&mut index, &|name| {
                    let is_reserved = members.is_some_and(|members| members.reserve(name));
                    !is_reserved && !held.contains(name) && (is_prior || !prior.contains(name))
                });
            }
            let sight = self.client.rights().sight(&repository);
            self.format.retain(&mut index, &|path, _| sight.shows_file(path));
            self.format.join(&mut joined, index);
        }
        Ok(joined)
    }

    async fn names_of(
        &self,
        repository: &StoredRepository,
        sight: Arc<dyn Sight>,
    ) -> Result<Vec<String>, ApiError> {
        let names = self.state.engine.ports().packages.names(repository.clone(), sight).await;
        names.map_err(|error| ApiError::of_repository(&error))
    }

    /// What a local repository says of the packages of which the client may see a file.
    async fn local_packages(&self, repository: &StoredRepository) -> Result<F::Index, ApiError> {
        let sight = self.client.rights().sight(repository);
        let mut all = F::Index::default();
        for name in self.names_of(repository, Arc::clone(&sight)).await? {
            // Its last version may have been removed meanwhile.
            let Some(mut package) = published(self.state, repository, &name).await? else {
                continue;
            };
            keep_visible(&mut package, sight.as_ref());
            let index = self.format.local(self.state, repository, package).await?;
            self.format.join(&mut all, index);
        }
        Ok(all)
    }
}
