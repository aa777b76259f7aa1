//! Git integrations on the pages of administrators (INT-07, DET-04).

use axum::Json;
use axum::extract::State;
use waybill_engine::scans_git;
use waybill_machines::rules::git::{
    GitFields, GitProblem, INTEGRATION_TYPE_GIT, Vendor, check_token,
};
use waybill_machines::secret::Handle;
use waybill_platform::git::{GitError, StoredIntegration};
use waybill_platform::secret::Secret;

use super::hooks::described_hooks;
use crate::caller::{Admin, AdminContext};
use crate::error::ApiError;
use crate::extract::{Body, PathParams};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::git::{
    DescribedGitIntegration, GitKey, GitProducts, GitToken, WantedGitIntegration,
};

/// The name of the type of integrations that there are.
const TYPE_GIT: &str = "git";

/// `GET integration/getIntegrations`.
pub async fn list(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<Vec<DescribedGitIntegration>>, ApiError> {
    supported(&state).await?;
    Ok(Json(described_all(&state).await?))
}

/// `GET integration/getIntegrations/{kind}`.
pub async fn list_of_type(
    State(state): State<AppState>,
    _: Admin,
    PathParams(kind): PathParams<String>,
) -> Result<Json<Vec<DescribedGitIntegration>>, ApiError> {
    supported(&state).await?;
    if kind != TYPE_GIT {
        return Err(ApiError::no_such_integration_type());
    }
    Ok(Json(described_all(&state).await?))
}

async fn described_all(state: &AppState) -> Result<Vec<DescribedGitIntegration>, ApiError> {
    let all = state.engine.ports().git.integrations().await?;
    Ok(all.into_iter().map(described).collect())
}

/// `POST integration/test`: nothing is stored. The stored token of an integration is tested if none is sent.
pub async fn test(
    State(state): State<AppState>,
    admin: Admin,
    Body(wanted): Body<WantedGitIntegration>,
) -> Result<Json<Empty>, ApiError> {
    supported(&state).await?;
    let Wanted { key, fields, token } = read(wanted)?;
    if key.is_none() && token.is_none() {
        return Err(problem(GitProblem::TokenMissing));
    }
    admitted(&state, &admin)?;
    state.engine.ports().git.test(key, fields, token).await?;
    Ok(Json(Empty {}))
}

/// `POST integration`: the vendor is asked first whether it accepts the user.
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    Body(wanted): Body<WantedGitIntegration>,
) -> Result<Json<GitKey>, ApiError> {
    supported(&state).await?;
    let Wanted { key, fields, token } = read(wanted)?;
    if key.is_some() {
        let message = "The platform chooses the key of an integration. Leave it out.";
        return Err(ApiError::not_in_integration("integrationKey", message));
    }
    let token = token.ok_or_else(|| problem(GitProblem::TokenMissing))?;
    admitted(&state, &admin)?;
    let context = admin.context(state.engine.now());
    let created = state.engine.ports().git.create(fields, token, None, context).await;
    Ok(Json(GitKey { data: created?.key }))
}

/// `PUT integration/{key}`: replaces what it is. A token is tested first; without one the stored one stays.
pub async fn change(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<WantedGitIntegration>,
) -> Result<Json<DescribedGitIntegration>, ApiError> {
    supported(&state).await?;
    let Wanted { key: named, fields, token } = read(wanted)?;
    if named.is_some_and(|named| named != key) {
        return Err(ApiError::other_key().at("integrationKey"));
    }
    if token.is_some() {
        admitted(&state, &admin)?;
    }
    let context = admin.context(state.engine.now());
    let changed = state.engine.ports().git.update(key, fields, token, None, context).await;
    Ok(Json(described(changed?)))
}

/// `DELETE integration/{key}`.
pub async fn remove(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
    PathParams(key): PathParams<String>,
) -> Result<Json<Empty>, ApiError> {
    supported(&state).await?;
    state.engine.ports().git.delete(key, context).await?;
    Ok(Json(Empty {}))
}

/// `PUT integration/{key}/products`.
pub async fn choose_products(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<GitProducts>,
) -> Result<Json<DescribedGitIntegration>, ApiError> {
    supported(&state).await?;
    let context = admin.context(state.engine.now());
    let git = &state.engine.ports().git;
    let changed = git.choose_products(key, wanted.products, context).await;
    Ok(Json(described(changed?)))
}

/// `POST integration/secret`: the page proposes its event with the handle, so that no record has the token.
pub async fn keep_token(
    State(state): State<AppState>,
    _: Admin,
    Body(GitToken { token }): Body<GitToken>,
) -> Result<Json<Handle>, ApiError> {
    supported(&state).await?;
    check_token(token.expose()).map_err(problem)?;
    Ok(Json(state.engine.keep_git_token(token)?))
}

/// What a request says of an integration.
struct Wanted {
    key: Option<String>,
    fields: GitFields,
    token: Option<Secret>,
}

/// Converts the codes of a request (DET-04). The rules of the fields are those of the service.
fn read(wanted: WantedGitIntegration) -> Result<Wanted, ApiError> {
    let Some(vendor) = Vendor::of_code(wanted.vendor_name) else {
        let message =
            "The vendor is 1 (GitHub), 2 (GitLab), 3 (Bitbucket Cloud) or 4 (Bitbucket Server).";
        return Err(ApiError::not_in_integration("vendorName", message));
    };
    if wanted.integration_type != INTEGRATION_TYPE_GIT {
        let message = "The type is 1, Git.";
        return Err(ApiError::not_in_integration("integrationType", message));
    }
    let url = wanted.url.filter(|url| !url.trim().is_empty());
    let hosted = vendor.hosted_url().unwrap_or_default();
    let fields = GitFields {
        vendor,
        name: wanted.integration_name,
        url: url.unwrap_or_else(|| hosted.to_owned()),
        user_name: wanted.user_name,
    };
    let fields = fields.trimmed();
    fields.checked().map_err(problem)?;
    let token = wanted.token.filter(|token| !token.expose().is_empty());
    if let Some(token) = &token {
        check_token(token.expose()).map_err(problem)?;
    }
    Ok(Wanted { key: wanted.integration_key.filter(|key| !key.is_empty()), fields, token })
}

fn problem(problem: GitProblem) -> ApiError {
    ApiError::of_git(&GitError::Problem(problem))
}

pub(super) fn described(stored: StoredIntegration) -> DescribedGitIntegration {
    let hooks = described_hooks(&stored);
    DescribedGitIntegration {
        hooks,
        key: stored.key,
        name: stored.fields.name,
        kind: INTEGRATION_TYPE_GIT,
        url: stored.fields.url,
        username: stored.fields.user_name,
        vendor_name: stored.fields.vendor.code(),
        products: stored.products,
        repositories: stored.repositories,
        created_on: stored.created_at,
        updated_on: stored.updated_at,
    }
}

/// Whether the installation supports Git integrations (INT-06).
pub(super) async fn supported(state: &AppState) -> Result<(), ApiError> {
    match scans_git(state.engine.ports()).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(ApiError::git_unavailable()),
        Err(error) => {
            tracing::error!(service = "artifactory", %error, "the settings cannot be read");
            Err(ApiError::internal())
        }
    }
}

/// Uses one test or scan of the user.
pub(super) fn admitted(state: &AppState, admin: &Admin) -> Result<(), ApiError> {
    state.engine.admit_git_request(&admin.person).map_err(ApiError::too_many_requests)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(vendor_name: u8, integration_type: u8) -> WantedGitIntegration {
        WantedGitIntegration {
            user_name: " ann ".to_owned(),
            integration_name: "Ours".to_owned(),
            token: None,
            url: None,
            vendor_name,
            integration_type,
            integration_key: None,
        }
    }

    /// covers: [DET-04]
    #[test]
    fn vendors_and_types_are_numbers_and_a_hosted_vendor_needs_no_url() {
        for vendor in Vendor::ALL {
            let read = read(wanted(vendor.code(), INTEGRATION_TYPE_GIT)).ok();
            let read = read.map(|wanted| (wanted.fields.vendor, wanted.fields.url));
            assert_eq!(read, vendor.hosted_url().map(|url| (vendor, url.to_owned())));
        }
        for (vendor_name, integration_type) in [(0, 1), (5, 1), (1, 0), (1, 2)] {
            let error = read(wanted(vendor_name, integration_type)).err();
            let (code, _) = error.map(ApiError::in_words).unwrap_or_default();
            assert_eq!(code, "git_invalid", "{vendor_name} {integration_type}");
        }
    }
}
