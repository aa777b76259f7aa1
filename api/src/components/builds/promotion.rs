//! Promoting runs of builds: a status is recorded, and the files of the run are moved or copied to another repository.
//!
//! All files are judged before the first one is moved, and the status is recorded after the last one: a promotion that
//! ends before can be repeated, and does the rest.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::artifacts::{Properties, check_properties};
use waybill_machines::rules::builds::started_of;
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::RepositoryClass;
use waybill_platform::builds::{BuildInfo, Dependency, NewPromotion, StoredBuild};
use waybill_platform::repositories::{
    Location, MayRead, PropertyChanges, RelocationProblem, RepositoryError, StoredRepository,
    WantedContent, check_relocatable,
};

use super::public::hidden;
use super::{allow, build_of, readable};
use crate::caller::PackageClient;
use crate::components::relocation::{self, Wanted};
use crate::components::repositories::shown;
use crate::error::ApiError;
use crate::extract::{PathParams, QueryParams, VendorBody};
use crate::state::AppState;
use crate::wire::public_builds::{BuildProjectQuery, PromoteBuild};
use crate::wire::search::{ResultMessage, ResultMessages};

/// The most files that are promoted at once.
const FILES_MAX: usize = 10_000;
/// The most messages of a response that name a file.
const NAMED_MAX: usize = 20;

/// `POST /artifactory/api/build/promote/{name}/{number}?project=`.
pub async fn promote(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((name, number)): PathParams<(String, String)>,
    QueryParams(query): QueryParams<BuildProjectQuery>,
    VendorBody(wanted): VendorBody<PromoteBuild>,
) -> Result<Json<ResultMessages>, ApiError> {
    let build = build_of(name, query.project);
    let stored = readable(&state, client.rights(), build.clone(), number.clone()).await?;
    let stored = stored.ok_or_else(|| hidden(&client))?;
    if !allow(client.rights(), Action::Write, &stored) {
        return Err(ApiError::build_not_granted(Action::Write));
    }
    if wanted.timestamp.as_deref().is_some_and(|text| started_of(text).is_none()) {
        return Err(ApiError::promotion_timestamp());
    }
    let promotion = Promotion::new(&state, &client, wanted).await?;
    let steps = promotion.steps(&stored).await?;
    let mut messages = Messages::default();
    let steps = promotion.judged(steps, &mut messages).await?;
    if promotion.wanted.dry_run == Some(true) {
        messages.done(&promotion, &stored, steps.len());
        return Ok(messages.answer());
    }
    let promoted = promotion.perform(&steps, &mut messages).await?;
    let context = client.context(state.engine.now())?;
    let new = promotion.recorded.clone();
    let recorded = state.engine.ports().builds.promote(build, number, new, context).await;
    recorded.map_err(|error| ApiError::of_build(&error))?.ok_or_else(|| hidden(&client))?;
    messages.done(&promotion, &stored, promoted);
    Ok(messages.answer())
}

/// A file of the run, with the place that it is promoted to.
#[derive(Clone, PartialEq, Eq)]
struct Step {
    from: Location,
    to: Location,
}

/// What a response says.
#[derive(Default)]
struct Messages {
    all: Vec<ResultMessage>,
    /// Warnings that are not among them.
    left_out: usize,
}

impl Messages {
    fn warn(&mut self, step: &Step, error: ApiError) {
        if self.all.len() >= NAMED_MAX {
            self.left_out += 1;
            return;
        }
        let (key, path) = (&step.from.repository.settings.key, &step.from.path);
        let message = format!("{key}:{path}: {}", error.in_words().1);
        self.all.push(ResultMessage { level: "WARN", message });
    }

    /// The last message: what was done, or would be.
    fn done(&mut self, promotion: &Promotion<'_>, stored: &StoredBuild, files: usize) {
        if self.left_out > 0 {
            let message = format!("{} further files cannot be promoted", self.left_out);
            self.all.push(ResultMessage { level: "WARN", message });
        }
        let is_dry = promotion.wanted.dry_run == Some(true);
        let prefix = if is_dry { "dry run for " } else { "" };
        let would = if is_dry { "would be" } else { "were" };
        let (name, number) = (&stored.build.name, &stored.build.number);
        let message = match &promotion.to {
            Some(to) => {
                let key = &to.settings.key;
                let done = if promotion.moves { "moved" } else { "copied" };
                format!(
                    "{prefix}promoting {name} {number} completed successfully, {files} artifacts {would} {done} to {key}"
                )
            }
            None => format!("{prefix}promoting {name} {number} completed successfully"),
        };
        self.all.push(ResultMessage { level: "INFO", message });
    }

    fn answer(self) -> Json<ResultMessages> {
        Json(ResultMessages { messages: self.all })
    }
}

/// A promotion of a run by a client.
struct Promotion<'a> {
    state: &'a AppState,
    client: &'a PackageClient,
    wanted: PromoteBuild,
    recorded: NewPromotion,
    /// The only repository whose files are promoted.
    from: Option<StoredRepository>,
    /// Where they are moved or copied to; none if they stay.
    to: Option<StoredRepository>,
    moves: bool,
    properties: Properties,
}

impl<'a> Promotion<'a> {
    async fn new(
        state: &'a AppState,
        client: &'a PackageClient,
        wanted: PromoteBuild,
    ) -> Result<Self, ApiError> {
        let named = |key: &Option<String>| key.clone().filter(|key| !key.is_empty());
        let recorded = NewPromotion {
            status: wanted.status.clone().unwrap_or_default(),
            comment: wanted.comment.clone().unwrap_or_default(),
            repository: named(&wanted.target_repo),
        };
        recorded.check().map_err(|error| ApiError::of_build(&error))?;
        let properties = wanted.properties.clone().unwrap_or_default();
        let checked = check_properties(&properties).map_err(RepositoryError::Artifact);
        checked.map_err(|error| ApiError::of_repository(&error).at("properties"))?;
        let from = match named(&wanted.source_repo) {
            Some(key) => Some(local(state, client, &key, "sourceRepo").await?),
            None => None,
        };
        let to = match named(&wanted.target_repo) {
            Some(key) => Some(local(state, client, &key, "targetRepo").await?),
            None => None,
        };
        if let (Some(from), Some(to)) = (&from, &to) {
            if from.id == to.id {
                return Err(ApiError::promoted_to_same_repository());
            }
            if from.settings.package_type != to.settings.package_type {
                let error = RepositoryError::from(RelocationProblem::PackageType);
                return Err(ApiError::of_repository(&error).at("targetRepo"));
            }
        }
        let moves = wanted.copy != Some(true);
        Ok(Self { state, client, wanted, recorded, from, to, moves, properties })
    }

    /// The files of a run that are found, each once.
    async fn steps(&self, stored: &StoredBuild) -> Result<Vec<Step>, ApiError> {
        if self.to.is_none() && self.properties.is_empty() {
            return Ok(Vec::new());
        }
        let ports = self.state.engine.ports();
        let info = ports.builds.info(stored).await.map_err(|error| ApiError::of_build(&error))?;
        let found = ports.tree.holders(self.contents(&info), self.may_read()).await;
        let found = found.map_err(|error| ApiError::of_repository(&error))?;
        let (mut known, mut steps) = (BTreeSet::new(), Vec::new());
        for from in found.into_iter().flatten() {
            if !known.insert((from.repository.id.clone(), from.path.clone())) {
                continue;
            }
            if steps.len() >= FILES_MAX {
                return Err(ApiError::too_many_promoted(FILES_MAX));
            }
            let to = match &self.to {
                Some(to) => Location { repository: to.clone(), path: from.path.clone() },
                None => from.clone(),
            };
            steps.push(Step { from, to });
        }
        Ok(steps)
    }

    /// What is looked for.
    fn contents(&self, info: &BuildInfo) -> Vec<WantedContent> {
        let mut all = Vec::new();
        if self.wanted.artifacts != Some(false) {
            for artifact in info.modules.iter().flat_map(|module| &module.artifacts) {
                let deployed_to = artifact.original_deployment_repo.clone();
                let key = self.from.as_ref().map_or(deployed_to, |from| from.settings.key.clone());
                let is_known = !key.is_empty() && !artifact.path.is_empty();
                all.push(WantedContent {
                    sha256: artifact.sha256.clone(),
                    sha1: artifact.sha1.clone(),
                    expected: is_known.then(|| (key, artifact.path.clone())),
                });
            }
        }
        if self.wanted.dependencies == Some(true) {
            let needed = info.modules.iter().flat_map(|module| &module.dependencies);
            let needed = needed.filter(|dependency| self.is_wanted(dependency));
            all.extend(needed.map(|dependency| WantedContent {
                sha256: dependency.sha256.clone(),
                sha1: dependency.sha1.clone(),
                expected: None,
            }));
        }
        all
    }

    /// Whether a file that went into the run has one of the scopes.
    fn is_wanted(&self, dependency: &Dependency) -> bool {
        let scopes = self.wanted.scopes.as_deref().unwrap_or_default();
        scopes.is_empty() || dependency.scopes.iter().any(|scope| scopes.contains(scope))
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

    /// The files that can be promoted.
    ///
    /// # Errors
    ///
    /// Why the first one cannot, if that ends the promotion.
    async fn judged(
        &self,
        steps: Vec<Step>,
        messages: &mut Messages,
    ) -> Result<Vec<Step>, ApiError> {
        let mut possible = Vec::new();
        for step in steps {
            match self.judge(&step).await {
                Ok(()) => possible.push(step),
                Err(error) if self.wanted.fail_fast == Some(false) => messages.warn(&step, error),
                Err(error) => return Err(error),
            }
        }
        Ok(possible)
    }

    async fn judge(&self, step: &Step) -> Result<(), ApiError> {
        if !self.properties.is_empty() {
            self.client.require(Action::Annotate, &step.to.repository, &step.to.path)?;
        }
        self.relocate(step, true).await
    }

    /// Promotes files. Returns how many.
    async fn perform(&self, steps: &[Step], messages: &mut Messages) -> Result<usize, ApiError> {
        let mut done = 0;
        for step in steps {
            match self.perform_one(step).await {
                Ok(()) => done += 1,
                Err(error) if self.wanted.fail_fast == Some(false) => messages.warn(step, error),
                Err(error) => return Err(error.of_promotion(done, steps.len())),
            }
        }
        Ok(done)
    }

    async fn perform_one(&self, step: &Step) -> Result<(), ApiError> {
        self.relocate(step, false).await?;
        if self.properties.is_empty() {
            return Ok(());
        }
        let changes = self.properties.iter();
        let changes: PropertyChanges =
            changes.map(|(name, values)| (name.clone(), Some(values.clone()))).collect();
        let context = self.client.context(self.state.engine.now())?;
        let artifacts = &self.state.engine.ports().artifacts;
        let annotated = artifacts.annotate(step.to.clone(), changes, context).await;
        annotated.map_err(|error| ApiError::of_repository(&error))
    }

    /// Moves or copies a file, or only judges that.
    async fn relocate(&self, step: &Step, is_dry: bool) -> Result<(), ApiError> {
        if step.from == step.to {
            return Ok(());
        }
        let Step { from, to } = step.clone();
        let wanted = Wanted { from, to, moves: self.moves, is_dry, replaces: true };
        let context = self.client.context(self.state.engine.now())?;
        let relocated =
            relocation::relocated(self.state, self.client.rights(), wanted, context).await;
        let (kind, relocated) = relocated.map_err(|error| ApiError::of_repository(&error))?;
        let conflict = relocated.conflicts.first.into_iter().next();
        match relocated.stopped.or(conflict) {
            Some(stopped) => Err(ApiError::of_repository(&stopped.into_error(kind))),
            None => Ok(()),
        }
    }
}

/// A local repository whose files can be moved and copied.
async fn local(
    state: &AppState,
    client: &PackageClient,
    key: &str,
    field: &str,
) -> Result<StoredRepository, ApiError> {
    let repository = shown(state, client, key).await.map_err(|error| error.at(field))?;
    let checked = check_relocatable(&repository.settings).map_err(RepositoryError::from);
    checked.map_err(|error| ApiError::of_repository(&error).at(field))?;
    Ok(repository)
}
