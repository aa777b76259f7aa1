//! Promoting runs of builds: a status is recorded, and the files of the run are moved or copied to another repository.
//!
//! All files are judged before the first one is moved, and the status is recorded after the last one: a promotion that
//! ends before can be repeated, and does the rest. What has begun goes on when the client does not wait for it.

mod finding;
mod images;
mod messages;

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::artifacts::{ArtifactProblem, Properties, check_properties};
use waybill_machines::rules::builds::started_of;
use waybill_machines::rules::permissions::Action;
use waybill_platform::builds::{NewPromotion, StoredBuild};
use waybill_platform::repositories::{
    FileInfo, Location, OF_UPSTREAM, PropertyChanges, RelocationProblem, RepositoryError,
    StoredRepository, check_relocatable,
};
use waybill_platform::trace;

use super::public::hidden;
use super::{allow, build_of, readable};
use crate::caller::PackageClient;
use crate::components::copying::{Copying, Step};
use crate::components::docker::{Between, Shared};
use crate::components::repositories::shown;
use crate::error::ApiError;
use crate::extract::{PathParams, QueryParams, VendorBody};
use crate::state::AppState;
use crate::wire::public_builds::{BuildProjectQuery, PromoteBuild};
use crate::wire::search::ResultMessages;

use finding::{Files, Planned};
use images::is_of_images;
use messages::{Messages, Tally};

/// `POST /artifactory/api/build/promote/{name}/{number}?project=`.
pub async fn promote(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((name, number)): PathParams<(String, String)>,
    QueryParams(query): QueryParams<BuildProjectQuery>,
    VendorBody(wanted): VendorBody<PromoteBuild>,
) -> Result<Json<ResultMessages>, ApiError> {
    let build = build_of(name, query.project);
    let stored = readable(&state, client.rights(), build, number).await?;
    let stored = stored.ok_or_else(|| hidden(&client))?;
    if !allow(client.rights(), Action::Write, &stored) {
        return Err(ApiError::build_not_granted(Action::Write));
    }
    if wanted.timestamp.as_deref().is_some_and(|text| started_of(text).is_none()) {
        return Err(ApiError::promotion_timestamp());
    }
    let promotion = Promotion::new(state, client, wanted).await?;
    let mut messages = Messages::default();
    let mut files = promotion.find(&stored).await?;
    for error in std::mem::take(&mut files.refused) {
        if promotion.fails_fast() {
            return Err(error);
        }
        messages.warn_of_one(error);
    }
    if files.missing > 0 {
        let error = ApiError::build_files_missing(files.missing);
        if promotion.fails_fast() {
            return Err(error);
        }
        messages.warn_of_all(error);
    }
    files.steps = promotion.judged(files.steps, &mut messages).await?;
    if promotion.wanted.dry_run == Some(true) {
        let tally =
            files.steps.iter().fold(Tally::default(), |tally, planned| tally.and(&planned.step));
        messages.done(&promotion, &stored, &tally, files.are_none_of(&tally));
        return Ok(messages.answer());
    }
    // Records name the request and its token in the other task too.
    let completed = trace::within(trace::current(), promotion.completed(stored, files, messages));
    let done = tokio::spawn(completed).await;
    done.map_err(|_| ApiError::internal())?
}

/// A promotion of a run by a client.
struct Promotion {
    state: AppState,
    client: PackageClient,
    wanted: PromoteBuild,
    recorded: NewPromotion,
    /// The only repository whose files are promoted.
    from: Option<StoredRepository>,
    /// Where they are moved or copied to; none if they stay.
    to: Option<StoredRepository>,
    /// Whether files that came out of the run are moved.
    moves: bool,
    properties: Properties,
}

impl Promotion {
    async fn new(
        state: AppState,
        client: PackageClient,
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
        check_given(&properties)?;
        let from = match named(&wanted.source_repo) {
            Some(key) => Some(local(&state, &client, &key, "sourceRepo").await?),
            None => None,
        };
        let to = match named(&wanted.target_repo) {
            Some(key) => Some(local(&state, &client, &key, "targetRepo").await?),
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
        if to.is_none() && from.as_ref().is_some_and(is_of_images) {
            let error = RepositoryError::from(RelocationProblem::Versions);
            return Err(ApiError::of_repository(&error).at("sourceRepo"));
        }
        let moves = wanted.copy != Some(true);
        Ok(Self { state, client, wanted, recorded, from, to, moves, properties })
    }

    /// Whether the first file that cannot be promoted ends it.
    fn fails_fast(&self) -> bool {
        self.wanted.fail_fast != Some(false)
    }

    /// The files that can be promoted.
    ///
    /// # Errors
    ///
    /// Why the first one cannot, if that ends the promotion.
    async fn judged(
        &self,
        steps: Vec<Planned>,
        messages: &mut Messages,
    ) -> Result<Vec<Planned>, ApiError> {
        let (mut possible, mut shared) = (Vec::new(), Shared::default());
        for planned in steps {
            match self.judge(&planned, &mut shared).await {
                Ok(()) => possible.push(planned),
                Err(error) if !self.fails_fast() => messages.warn(&planned.step, error),
                Err(error) => return Err(error),
            }
        }
        Ok(possible)
    }

    async fn judge(&self, planned: &Planned, shared: &mut Shared) -> Result<(), ApiError> {
        if !self.properties.is_empty() {
            let step = &planned.step;
            self.client.require(Action::Annotate, &step.to.repository, &step.to.path)?;
            self.judge_properties(step).await?;
        }
        self.relocate(planned, shared, true).await
    }

    /// Whether the properties that a file gets fit beside those that it has.
    async fn judge_properties(&self, step: &Step) -> Result<(), ApiError> {
        let file = self.file(&step.from).await?;
        // The same content keeps the properties that it has there.
        let there = self.file(&step.to).await?.filter(|there| {
            file.as_ref().is_some_and(|file| file.content.sha256 == there.content.sha256)
        });
        let mut properties = Properties::new();
        for known in [there, file].into_iter().flatten() {
            properties.extend(known.properties);
        }
        properties.extend(self.properties.clone());
        let checked = check_properties(&properties).map_err(RepositoryError::Artifact);
        checked.map_err(|error| ApiError::of_repository(&error).at("properties"))
    }

    async fn file(&self, at: &Location) -> Result<Option<FileInfo>, ApiError> {
        let file = self.state.engine.ports().artifacts.file(at.clone()).await;
        file.map_err(|error| ApiError::of_repository(&error))
    }

    /// Promotes files that were judged, and records it.
    async fn completed(
        self,
        stored: StoredBuild,
        files: Files,
        mut messages: Messages,
    ) -> Result<Json<ResultMessages>, ApiError> {
        let tally = self.perform(&files.steps, &mut messages).await?;
        let is_nothing = files.are_none_of(&tally);
        if !is_nothing {
            let context = self.client.context(self.state.engine.now())?;
            let builds = &self.state.engine.ports().builds;
            let recorded = builds.promote(&stored, self.recorded.clone(), context).await;
            let recorded = recorded.map_err(|error| ApiError::of_build(&error))?;
            recorded.ok_or_else(|| hidden(&self.client))?;
        }
        messages.done(&self, &stored, &tally, is_nothing);
        Ok(messages.answer())
    }

    /// Promotes files. Returns how many.
    async fn perform(&self, steps: &[Planned], messages: &mut Messages) -> Result<Tally, ApiError> {
        let (mut tally, mut shared) = (Tally::default(), Shared::default());
        for planned in steps {
            match self.perform_one(planned, &mut shared).await {
                Ok(()) => tally = tally.and(&planned.step),
                Err(error) if !self.fails_fast() => messages.warn(&planned.step, error),
                Err(error) => return Err(error.of_promotion(tally.files(), steps.len())),
            }
        }
        Ok(tally)
    }

    async fn perform_one(&self, planned: &Planned, shared: &mut Shared) -> Result<(), ApiError> {
        self.relocate(planned, shared, false).await?;
        if self.properties.is_empty() {
            return Ok(());
        }
        let changes = self.properties.iter();
        let changes: PropertyChanges =
            changes.map(|(name, values)| (name.clone(), Some(values.clone()))).collect();
        let context = self.client.context(self.state.engine.now())?;
        let artifacts = &self.state.engine.ports().artifacts;
        let Step { to, expected, .. } = planned.step.clone();
        let annotated = artifacts.annotate_same(to, expected, changes, context).await;
        annotated.map_err(|error| ApiError::of_repository(&error))
    }

    /// Moves or copies a file or an image, or only judges that.
    async fn relocate(
        &self,
        planned: &Planned,
        shared: &mut Shared,
        is_dry: bool,
    ) -> Result<(), ApiError> {
        let Planned { step, image } = planned;
        if let Some(image) = image {
            let between = Between {
                state: &self.state,
                client: &self.client,
                from: &step.from.repository,
                to: &step.to.repository,
                moves: step.moves,
            };
            return Box::pin(image.promote(&between, shared, is_dry)).await;
        }
        let context = self.client.context(self.state.engine.now())?;
        let copying = Copying { state: &self.state, rights: self.client.rights(), replaces: true };
        copying.relocate(step, is_dry, context).await
    }
}

/// Checks properties that files are to get.
fn check_given(properties: &Properties) -> Result<(), ApiError> {
    let is_reserved = properties.keys().any(|name| name.starts_with(OF_UPSTREAM));
    let reserved = is_reserved.then_some(ArtifactProblem::Properties);
    let checked = reserved.map_or_else(|| check_properties(properties), Err);
    let checked = checked.map_err(RepositoryError::Artifact);
    checked.map_err(|error| ApiError::of_repository(&error).at("properties"))
}

/// A local repository whose files, or images, can be moved and copied.
async fn local(
    state: &AppState,
    client: &PackageClient,
    key: &str,
    field: &str,
) -> Result<StoredRepository, ApiError> {
    let repository = shown(state, client, key).await.map_err(|error| error.at(field))?;
    // Images are promoted as a whole.
    if is_of_images(&repository) {
        return Ok(repository);
    }
    let checked = check_relocatable(&repository.settings).map_err(RepositoryError::from);
    checked.map_err(|error| ApiError::of_repository(&error).at(field))?;
    Ok(repository)
}
