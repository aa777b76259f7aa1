//! Finding the files of a run that is promoted.
//!
//! A file that the build-info names a path for is only found at that path, so that no file is moved which another build
//! has made with the same content. One without a path is found by its checksum alone, and is moved only out of the
//! repository that the client names. What went into a run belongs to others too, so that it is copied, never moved.

use std::collections::BTreeSet;

use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::RepositoryClass;
use waybill_platform::builds::{BuildInfo, Dependency, StoredBuild};
use waybill_platform::repositories::{
    Expected, Location, MayRead, StoredRepository, WantedContent,
};

use super::images::is_of_images;
use super::messages::Tally;
use super::{Promotion, Step};
use crate::components::builds::wanted_of;
use crate::components::docker::TaggedManifest;
use crate::error::ApiError;

/// The most files that are promoted at once.
const FILES_MAX: usize = 10_000;

/// What is promoted at once: a file, or an image by its manifest.
pub(super) struct Planned {
    pub(super) step: Step,
    pub(super) image: Option<TaggedManifest>,
}

impl Planned {
    /// A file that is where it is promoted to, and only gets properties.
    pub(super) fn staying(at: Location, expected: Expected) -> Self {
        let step = Step { from: at.clone(), to: at, moves: false, expected };
        Self { step, image: None }
    }
}

/// The files of a run.
#[derive(Default)]
pub(super) struct Files {
    pub(super) steps: Vec<Planned>,
    /// Why images cannot be promoted.
    pub(super) refused: Vec<ApiError>,
    /// How many are neither where they are looked for nor at the target.
    pub(super) missing: usize,
    /// How many are only at the target.
    pub(super) there: usize,
    /// Whether any file is looked for.
    pub(super) is_wanted: bool,
    /// The places of the steps.
    known: BTreeSet<(String, String)>,
}

impl Files {
    /// Whether none of the files that are wanted is promoted, now or before.
    pub(super) fn are_none_of(&self, tally: &Tally) -> bool {
        self.is_wanted && self.there == 0 && tally.files() == 0
    }

    pub(super) fn add(&mut self, planned: Planned) -> Result<(), ApiError> {
        let Location { repository, path } = &planned.step.from;
        // Several tags may name one manifest.
        let name = planned.image.as_ref().map_or_else(|| path.clone(), |one| one.named.to_string());
        if !self.known.insert((repository.id.clone(), name)) {
            return Ok(());
        }
        if self.steps.len() >= FILES_MAX {
            return Err(ApiError::too_many_promoted(FILES_MAX));
        }
        self.steps.push(planned);
        Ok(())
    }
}

impl Promotion {
    /// The files of a run, each once.
    pub(super) async fn find(&self, stored: &StoredBuild) -> Result<Files, ApiError> {
        let mut files = Files::default();
        if self.to.is_none() && self.properties.is_empty() {
            return Ok(files);
        }
        let info = self.state.engine.ports().builds.info(stored).await;
        let info = info.map_err(|error| ApiError::of_build(&error))?;
        if let Some(to) = self.to.as_ref().filter(|to| is_of_images(to)) {
            self.find_images(self.made(&info), to, &mut files).await?;
            return Ok(files);
        }
        self.find_all(self.made(&info), self.moves, &mut files).await?;
        self.find_all(self.needed(&info), false, &mut files).await?;
        Ok(files)
    }

    async fn find_all(
        &self,
        mut wanted: Vec<WantedContent>,
        moves: bool,
        files: &mut Files,
    ) -> Result<(), ApiError> {
        // Modules share files.
        let mut known = BTreeSet::new();
        wanted.retain(|wanted| known.insert(wanted.clone()));
        files.is_wanted |= !wanted.is_empty();
        let found = self.holders(wanted.clone(), self.may_read()).await?;
        let needs_path = moves && self.to.is_some() && self.from.is_none();
        let mut left = Vec::new();
        for (wanted, found) in wanted.into_iter().zip(found) {
            let is_certain = !needs_path || wanted.only_at.is_some();
            match found.filter(|_| is_certain) {
                Some(from) => files.add(self.step(from, moves, wanted.checksum()))?,
                None => left.push(wanted),
            }
        }
        let Some(to) = &self.to else {
            files.missing += left.len();
            return Ok(());
        };
        for wanted in &mut left {
            let path = wanted.only_at.clone();
            wanted.expected = path.map(|path| (to.settings.key.clone(), path));
        }
        let found = self.holders(left.clone(), self.may_know(to)).await?;
        for (wanted, there) in left.into_iter().zip(found) {
            let Some(at) = there else {
                files.missing += 1;
                continue;
            };
            files.there += 1;
            // An earlier promotion may have ended before they got there.
            if !self.properties.is_empty() {
                files.add(Planned::staying(at, wanted.checksum()))?;
            }
        }
        Ok(())
    }

    async fn holders(
        &self,
        wanted: Vec<WantedContent>,
        may_read: MayRead,
    ) -> Result<Vec<Option<Location>>, ApiError> {
        let found = self.state.engine.ports().tree.holders(wanted, may_read).await;
        found.map_err(|error| ApiError::of_repository(&error))
    }

    fn step(&self, from: Location, moves: bool, expected: Expected) -> Planned {
        let to = match &self.to {
            Some(to) => Location { repository: to.clone(), path: from.path.clone() },
            None => from.clone(),
        };
        Planned { step: Step { from, to, moves, expected }, image: None }
    }

    /// The files that came out of the run.
    fn made(&self, info: &BuildInfo) -> Vec<WantedContent> {
        if self.wanted.artifacts == Some(false) {
            return Vec::new();
        }
        let made = info.modules.iter().flat_map(|module| &module.artifacts);
        let wanted = made.map(|artifact| {
            let deployed_to = artifact.original_deployment_repo.clone();
            let key = self.from.as_ref().map_or(deployed_to, |from| from.settings.key.clone());
            wanted_of(artifact, key)
        });
        wanted.collect()
    }

    /// The files that went into the run, if they are promoted.
    fn needed(&self, info: &BuildInfo) -> Vec<WantedContent> {
        if self.wanted.dependencies != Some(true) {
            return Vec::new();
        }
        let scopes = self.wanted.scopes.iter().flatten();
        let scopes: BTreeSet<&str> = scopes.map(String::as_str).collect();
        let has_scope = |dependency: &&Dependency| {
            let mut of_dependency = dependency.scopes.iter();
            scopes.is_empty() || of_dependency.any(|scope| scopes.contains(scope.as_str()))
        };
        let needed = info.modules.iter().flat_map(|module| &module.dependencies);
        let needed = needed.filter(has_scope);
        let wanted = needed.map(|dependency| WantedContent {
            sha256: dependency.sha256.clone(),
            sha1: dependency.sha1.clone(),
            ..WantedContent::default()
        });
        wanted.collect()
    }

    /// Where files are looked for: in local repositories of the client, as far as they are not promoted already.
    fn may_read(&self) -> MayRead {
        let rights = self.client.rights().clone();
        let from = self.from.as_ref().map(|from| from.id.clone());
        let to = self.to.as_ref().map(|to| (to.id.clone(), to.settings.package_type));
        Box::new(move |repository, path| {
            let is_source = from.as_ref().is_none_or(|from| *from == repository.id)
                && repository.settings.class == RepositoryClass::Local
                && to.as_ref().is_none_or(|(id, package_type)| {
                    *id != repository.id && *package_type == repository.settings.package_type
                });
            is_source && rights.allow(Action::Read, repository, path)
        })
    }

    /// What the client may know to be at the target: it learns that by storing the same content, too.
    fn may_know(&self, to: &StoredRepository) -> MayRead {
        let (rights, id) = (self.client.rights().clone(), to.id.clone());
        Box::new(move |repository, path| {
            let allow = |action| rights.allow(action, repository, path);
            repository.id == id && (allow(Action::Read) || allow(Action::Write))
        })
    }
}
