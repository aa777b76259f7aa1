//! How packages are used: downloads by day, the data transfer of a month, and who follows them (PKG-03, PKG-04).

use axum::Json;
use axum::extract::State;
use waybill_machines::Timestamp;
use waybill_platform::permissions::Rights;
use waybill_platform::repositories::{DAYS_KEPT, Day, DayCount, PackageId, day_of};

use super::Asker;
use crate::caller::{RepositoryReader, RepositoryUser};
use crate::error::ApiError;
use crate::extract::{Body, QueryParams};
use crate::state::AppState;
use crate::wire::package_stats::{
    DataTransfer, DownloadsOfDay, FollowRequest, PackageDownloads, PackageDownloadsQuery,
    PackageFollowers,
};

/// How many days are shown unless others are asked for.
const DAYS_SHOWN: u32 = 90;
/// How much of a time in text is its day.
const DAY_CHARS: usize = "2026-11-27".len();
/// How much of it is its month.
const MONTH_CHARS: usize = "2026-11".len();

/// `GET packages/downloads?packageId=&version=&days=`.
pub async fn downloads(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(query): QueryParams<PackageDownloadsQuery>,
) -> Result<Json<PackageDownloads>, ApiError> {
    let PackageDownloadsQuery { package_id, version, days } = query;
    let id: PackageId = package_id.parse().map_err(|_| ApiError::no_such_package())?;
    let days = days.unwrap_or(DAYS_SHOWN);
    if !(1..=DAYS_KEPT).contains(&days) {
        return Err(ApiError::days_out_of_range(DAYS_KEPT));
    }
    let end = day_of(state.engine.now()) + 1;
    let ports = state.engine.ports().clone();
    let RepositoryReader { person, rights, .. } = reader;
    let scope = Asker { state, person, rights }.scope(&[]).await?;
    let failed = |error| ApiError::of_repository(&error);
    if ports.catalogue.package_row(id.clone(), scope.clone()).await.map_err(failed)?.is_none() {
        return Err(ApiError::no_such_package());
    }
    let counted = ports.downloads.by_day_of(id, version, end.saturating_sub(days)..end, scope);
    let day = |DayCount { day, transfers }: DayCount| DownloadsOfDay {
        day: text_of(day, DAY_CHARS),
        downloads: transfers.downloads,
    };
    let days = counted.await.map_err(failed)?.into_iter().map(day).collect();
    Ok(Json(PackageDownloads { days }))
}

/// `POST packages/follow`: the caller follows a package from now on, or no longer.
pub async fn follow(
    State(state): State<AppState>,
    user: RepositoryUser,
    Body(wanted): Body<FollowRequest>,
) -> Result<Json<PackageFollowers>, ApiError> {
    let FollowRequest { package_id, follow } = wanted;
    let id: PackageId = package_id.parse().map_err(|_| ApiError::no_such_package())?;
    let context = user.context(state.engine.now());
    if follow {
        let rights = user.rights().clone();
        let asker = Asker { state: state.clone(), person: Some(user.person.clone()), rights };
        let scope = asker.scope(&[]).await?;
        let found = state.engine.ports().catalogue.package_row(id.clone(), scope).await;
        if found.map_err(|error| ApiError::of_repository(&error))?.is_none() {
            return Err(ApiError::no_such_package());
        }
    }
    let followed_packages = &state.engine.ports().followed_packages;
    let followed = followed_packages.follow(user.person, id.clone(), follow, context).await;
    followed.map_err(|error| ApiError::of_following(&error))?;
    let followers = followed_packages.followers(&id);
    Ok(Json(PackageFollowers { followers, followed: follow }))
}

/// How much was downloaded in this month. The number of bytes is for administrators.
pub(super) async fn data_transfer(
    state: &AppState,
    rights: &Rights,
) -> Result<DataTransfer, ApiError> {
    let ports = state.engine.ports();
    let today = day_of(state.engine.now());
    let month = text_of(today, MONTH_CHARS);
    let is_of_month = |one: &DayCount| text_of(one.day, MONTH_CHARS) == month;
    let days = ports.downloads.by_day(today.saturating_sub(31)..today + 1).await;
    let days = days.map_err(|error| ApiError::of_repository(&error))?;
    let bytes = days.iter().filter(|one| is_of_month(one)).map(|one| one.transfers.bytes).sum();
    let quota_bytes = ports.settings.monthly_transfer_bytes().await;
    let quota_bytes = quota_bytes.map_err(|error| ApiError::unavailable(error.to_string()))?;
    Ok(DataTransfer {
        month,
        bytes: rights.is_admin().then_some(bytes),
        quota_bytes,
        is_reached: quota_bytes.is_some_and(|quota| bytes >= quota),
    })
}

/// The first letters of a day as text: yyyy-mm-dd.
fn text_of(day: Day, chars: usize) -> String {
    const DAY_MS: i64 = 24 * 60 * 60 * 1_000;
    Timestamp::from_ms(i64::from(day) * DAY_MS).to_string().chars().take(chars).collect()
}
