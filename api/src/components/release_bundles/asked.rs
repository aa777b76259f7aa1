//! Bundles that administrators want to promote or to distribute.

use waybill_platform::release_bundles::{BundleError, PageRange, StoredBundle};
use waybill_platform::streams::ChangeContext;

use crate::caller::Admin;
use crate::error::ApiError;
use crate::state::AppState;

/// A bundle that an administrator wants to promote or to distribute.
pub(super) struct Asked<'a> {
    pub(super) state: &'a AppState,
    pub(super) admin: &'a Admin,
    /// The name and the version of the bundle.
    pub(super) bundle: (String, String),
}

impl Asked<'_> {
    /// The bundle, if it was created here and nothing is in progress with it.
    ///
    /// # Errors
    ///
    /// 404 if there is no such bundle, this error if it was not created here, and 409 if it is being promoted or
    /// distributed.
    pub(super) async fn idle(&self, imported: fn() -> ApiError) -> Result<StoredBundle, ApiError> {
        let (name, version) = &self.bundle;
        let stored = stored_of(self.state, name, version).await?;
        if !stored.from_repositories {
            return Err(imported());
        }
        if stored.is_promoting() {
            return Err(ApiError::bundle_promoting());
        }
        if stored.distributing().is_some() {
            return Err(ApiError::of_bundle(&BundleError::Distributing));
        }
        Ok(stored)
    }

    /// The circumstances of a change by the administrator.
    pub(super) fn context(&self) -> ChangeContext {
        self.admin.context(self.state.engine.now())
    }
}

/// A bundle.
///
/// # Errors
///
/// 404 if there is no such bundle.
pub(super) async fn stored_of(
    state: &AppState,
    name: &str,
    version: &str,
) -> Result<StoredBundle, ApiError> {
    let bundles = &state.engine.ports().release_bundles;
    let found = bundles.one(name.to_owned(), version.to_owned(), PageRange::default()).await;
    let found = found.map_err(|error| ApiError::of_bundle(&error))?;
    Ok(found.ok_or_else(ApiError::no_such_bundle)?.stored)
}
