//! Which webhooks are whose: those of a project are also for its administrators, who learn nothing of others (ROLE-03).

use waybill_platform::repositories::StoredRepository;

use crate::caller::Administered;
use crate::error::ApiError;

/// The project that a caller names; none for an administrator of the installation who means all of it.
///
/// # Errors
///
/// 404 for a project that the caller does not administer, whether it exists or not, and 400 if an administrator of
/// projects names none.
pub(super) fn named(
    administered: &Administered,
    key: Option<String>,
) -> Result<Option<String>, ApiError> {
    let key = key.filter(|key| !key.is_empty());
    if administered.has(key.as_deref()) {
        return Ok(key);
    }
    match key {
        Some(_) => Err(ApiError::not_found("There is no such project.")),
        None => {
            let message = "Name a project that you administer.";
            Err(ApiError::not_in_webhook("project_key", message))
        }
    }
}

/// Whether a repository, which belongs to a project or to none, is meant by a caller who means this project, or all.
pub(super) fn is_repository_meant(meant: Option<&str>, repository: &StoredRepository) -> bool {
    meant.is_none() || meant == repository.settings.project_key.as_deref()
}
