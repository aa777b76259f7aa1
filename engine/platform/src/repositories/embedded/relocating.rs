//! Copying and moving files and folders: all of them are judged before the first one is changed.

mod one;

use std::sync::Arc;

use waybill_machines::rules::artifacts::{ArtifactProblem, check_artifact_path};
use waybill_machines::rules::repositories::RepositoryClass;

use super::storing::check_overwriting;
use super::view::folders_since;
use super::{EmbeddedRepositories, Inner};
use crate::repositories::{
    Answer, FileInfo, Kind, Location, Named, Overwriting, RELOCATED_AT_ONCE_MAX, Relocated,
    Relocating, Relocation, RelocationProblem, RepositoryError, Stopped, StoredRepository,
    check_relocatable,
};
use crate::streams::ChangeContext;
use one::Step;

impl Relocating for EmbeddedRepositories {
    fn relocate(&self, wanted: Relocation, context: ChangeContext) -> Answer<'_, Relocated> {
        self.to_completion(async move |inner| {
            let _place = inner.places.relocations.acquire().await;
            let mut wanted = wanted;
            wanted.from.repository = inner.still(&wanted.from.repository)?;
            wanted.to.repository = inner.still(&wanted.to.repository)?;
            check_repositories(&wanted.from.repository, &wanted.to.repository)?;
            let (wanted, is_new) = inner.placed(wanted).await?;
            let plan = inner.plan(&wanted).await?;
            // What is moved within a repository takes no further room there.
            let stays = wanted.moves && wanted.from.repository.id == wanted.to.repository.id;
            let announced = Some(if stays { 0 } else { plan.bytes });
            let mut room = inner.reserve(&wanted.to.repository, announced).await?;
            let mut relocated = Relocated {
                to: wanted.to.clone(),
                is_new,
                files: 0,
                folders: plan.folders,
                wanted: plan.steps.len() as u64,
                replaced: plan.replaced,
                conflicts: plan.conflicts,
                stopped: None,
            };
            if wanted.is_dry {
                return Ok(Relocated { files: relocated.wanted, ..relocated });
            }
            let mut bytes = plan.bytes;
            for step in plan.steps {
                let path = step.from.clone();
                match inner.relocate_one(&wanted, step, &context).await {
                    Ok(taken) => {
                        relocated.files += 1;
                        bytes = bytes.saturating_sub(taken);
                        // What is stored counts by itself.
                        room.shrink_to(bytes);
                    }
                    Err(why) => {
                        relocated.stopped = Some(Stopped { path, why });
                        break;
                    }
                }
            }
            Ok(relocated)
        })
    }
}

/// Checks that files can be copied and moved from a repository to another one.
fn check_repositories(
    from: &StoredRepository,
    to: &StoredRepository,
) -> Result<(), RelocationProblem> {
    check_relocatable(&from.settings)?;
    if to.settings.class != RepositoryClass::Local {
        return Err(RelocationProblem::NotLocal);
    }
    if from.settings.package_type != to.settings.package_type {
        return Err(RelocationProblem::PackageType);
    }
    Ok(())
}

/// The files of a relocation.
struct Plan {
    steps: Vec<Step>,
    folders: u64,
    /// Their size together.
    bytes: u64,
    /// The paths whose contents are replaced.
    replaced: Named<String>,
    /// What cannot be copied or moved, of a relocation that is judged alone.
    conflicts: Named<Stopped>,
}

/// What is to be done with one file.
struct Judged {
    overwriting: Overwriting,
    /// Whether another content is at its destination.
    replaces: bool,
}

impl Inner {
    /// The relocation with the path that its file or folder gets, and whether nothing is there.
    async fn placed(
        self: &Arc<Self>,
        mut wanted: Relocation,
    ) -> Result<(Relocation, bool), RepositoryError> {
        let (id, path) = (wanted.to.repository.id.clone(), wanted.to.path.clone());
        let there = self.blocking(move |inner| inner.view.kind(&id, &path)).await?;
        let name = wanted.from.path.rsplit('/').next().filter(|name| !name.is_empty());
        let mut is_new = there.is_none();
        if let (Some(Kind::Folder), Some(name), true) = (there, name, wanted.into_folder) {
            let below = if wanted.to.path.is_empty() { "" } else { "/" };
            wanted.to.path = format!("{}{below}{name}", wanted.to.path);
            let (id, path) = (wanted.to.repository.id.clone(), wanted.to.path.clone());
            let there = self.blocking(move |inner| inner.view.kind(&id, &path)).await?;
            is_new = there.is_none();
        }
        let (from, to) = (&wanted.from, &wanted.to);
        if from.path.is_empty() && wanted.moves {
            return Err(RelocationProblem::Root.into());
        }
        if from.repository.id == to.repository.id {
            if from.path == to.path {
                return Err(RelocationProblem::SamePlace.into());
            }
            let into_itself = below(&to.path, &from.path).is_some();
            if into_itself && wanted.kind == Kind::Folder {
                return Err(RelocationProblem::IntoItself.into());
            }
        }
        Ok((wanted, is_new))
    }

    /// Finds the files and judges each of them.
    async fn plan(self: &Arc<Self>, wanted: &Relocation) -> Result<Plan, RepositoryError> {
        let wanted = wanted.clone();
        self.blocking(move |inner| inner.planned(&wanted)).await
    }

    fn planned(&self, wanted: &Relocation) -> Result<Plan, RepositoryError> {
        let Relocation { from, to, .. } = wanted;
        if wanted.kind == Kind::Folder {
            // A folder that has come to the path of a file is not taken for it.
            one::check_expected(wanted, None)?;
        }
        let files = match wanted.kind {
            Kind::File => {
                let file = self.view.file(&from.repository.id, &from.path)?;
                file.filter(|file| wanted.may.read(&file.path)).into_iter().collect()
            }
            Kind::Folder => {
                let limit = RELOCATED_AT_ONCE_MAX + 1;
                let reads = |path: &str| wanted.may.read(path);
                self.view.files_below(&from.repository.id, &from.path, limit, reads)?
            }
        };
        if files.is_empty() {
            return Err(RepositoryError::Artifact(ArtifactProblem::Missing));
        }
        if files.len() > RELOCATED_AT_ONCE_MAX {
            return Err(RelocationProblem::TooMany.into());
        }
        let mut plan = Plan {
            steps: Vec::new(),
            folders: 0,
            bytes: 0,
            replaced: Named::default(),
            conflicts: Named::default(),
        };
        let mut before = String::new();
        for file in files {
            let path = match (wanted.kind, below(&file.path, &from.path)) {
                (Kind::Folder, Some(rest)) if to.path.is_empty() => rest.to_owned(),
                (Kind::Folder, Some(rest)) => format!("{}/{rest}", to.path),
                _ => to.path.clone(),
            };
            let Judged { overwriting, replaces } = match self.judged(wanted, &file, &path) {
                Ok(judged) => judged,
                Err(why) => {
                    let conflict = Stopped { path: file.path, why };
                    if !wanted.is_dry {
                        return Err(conflict.into_error(wanted.kind));
                    }
                    plan.conflicts.add(conflict);
                    continue;
                }
            };
            if replaces {
                plan.replaced.add(path.clone());
            }
            let folders = folders_since(&before, &file.path);
            let folders = folders.filter(|folder| is_at_or_below(folder, &from.path));
            plan.folders += folders.count() as u64;
            plan.bytes = plan.bytes.saturating_add(file.content.bytes);
            before.clone_from(&file.path);
            plan.steps.push(Step { from: file.path, to: path, overwriting });
        }
        if wanted.kind == Kind::File {
            plan.folders = 0;
        }
        Ok(plan)
    }

    /// Judges one file.
    fn judged(
        &self,
        wanted: &Relocation,
        file: &FileInfo,
        path: &str,
    ) -> Result<Judged, RepositoryError> {
        let Location { repository, .. } = &wanted.to;
        one::check_expected(wanted, Some(&file.content))?;
        check_artifact_path(path).map_err(RepositoryError::Artifact)?;
        let overwriting = wanted.may.store(&file.path, path)?;
        if wanted.moves && !wanted.may.remove(&file.path) {
            return Err(RelocationProblem::MayNotRemove.into());
        }
        if !repository.settings.takes(path) {
            return Err(RepositoryError::NotIncluded);
        }
        if let Some(obstacle) = self.view.obstacle(&repository.id, path)? {
            return Err(obstacle);
        }
        let before = self.view.file(&repository.id, path)?;
        one::check_version(before.as_ref(), file)?;
        check_overwriting(before.as_ref(), &file.content, overwriting)?;
        let replaces = before.is_some_and(|before| before.content != file.content);
        Ok(Judged { overwriting, replaces })
    }
}

/// What follows a folder in a path below it; everything is below the root.
fn below<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    if folder.is_empty() { Some(path) } else { path.strip_prefix(folder)?.strip_prefix('/') }
}

fn is_at_or_below(path: &str, folder: &str) -> bool {
    path == folder || below(path, folder).is_some()
}
