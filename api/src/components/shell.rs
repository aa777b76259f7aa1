//! What the console's shell, and programs in its place, request of the installation beside the machines (API-02, API-04,
//! API-06).

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::licence::{Entitlement, Licence};
use waybill_machines::rules::services::ServiceId::Access;
use waybill_platform::licences::EffectiveLicence;
use waybill_platform::services::ServiceError;

use crate::caller::{Caller, SessionUser, SignedIn};
use crate::component::Component;
use crate::error::ApiError;
use crate::extract::QueryParams;
use crate::redirects::Destination;
use crate::route::{Row, get};
use crate::state::AppState;
use crate::wire::shell::{
    Features, LicenceRights, Notification, NotificationCode, Notifications, OnboardingStatus,
    RedirectQuery, RedirectTarget, SetMeUp, UpgradeInfo,
};

/// Answers about the installation.
pub struct Shell;

impl Component for Shell {
    fn calls(&self) -> Vec<Row> {
        let set_me_up = "What instructions for package clients begin with.";
        vec![
            get("/redirect", "Whether a page may lead to an address.", redirect).logged_by(Access),
            get("/system/setMeUp", set_me_up, base_url).logged_by(Access).accepts_tokens(),
            get("/ui/setMeUp", set_me_up, base_url).logged_by(Access).accepts_tokens(),
            get("/ui/features", "What the installation supports.", features)
                .logged_by(Access)
                .accepts_tokens(),
            get("/ui/onboarding", "How far the user is with the onboarding.", onboarding)
                .logged_by(Access),
            get("/ui/entitlements", "What the licence permits.", entitlements)
                .logged_by(Access)
                .accepts_tokens(),
            get("/ui/subscriptions/upgradeInfo", "What a higher licence would add.", upgrade_info)
                .logged_by(Access)
                .accepts_tokens(),
            get("/ui/notifications", "What the user should know at present.", notifications)
                .logged_by(Access)
                .accepts_tokens(),
        ]
    }
}

/// Longer addresses are a mistake.
const ADDRESS_CHARS_MAX: usize = 2_048;

/// `GET redirect`: the full address of where a page wants to lead, if that is on this server or where the installation's
/// settings lead.
pub async fn redirect(
    State(state): State<AppState>,
    _: Caller,
    QueryParams(query): QueryParams<RedirectQuery>,
) -> Result<Json<RedirectTarget>, ApiError> {
    let settings =
        state.engine.ports().settings.console().await.map_err(|error| unavailable(&error))?;
    let wanted = Some(query.redirect_to).filter(|to| to.chars().count() <= ADDRESS_CHARS_MAX);
    let configured = settings.external_redirect.as_deref();
    let target = Destination::named(&state.edge.address, &wanted.unwrap_or_default(), configured);
    let url = target.map_err(|refused| refused.at("redirectTo"))?.into_address();
    Ok(Json(RedirectTarget { url }))
}

/// `GET ui/setMeUp` and `GET system/setMeUp`.
pub async fn base_url(State(state): State<AppState>, _: SignedIn) -> Json<SetMeUp> {
    Json(SetMeUp { base_url: state.edge.address.base_url() })
}

/// `GET ui/features`.
pub async fn features(
    State(state): State<AppState>,
    _: SignedIn,
) -> Result<Json<Features>, ApiError> {
    let settings =
        state.engine.ports().settings.console().await.map_err(|error| unavailable(&error))?;
    Ok(Json(Features { features: settings.features }))
}

/// `GET ui/onboarding`: as far as start-up has gathered it.
pub async fn onboarding(
    State(state): State<AppState>,
    user: SessionUser,
) -> Result<Json<OnboardingStatus>, ApiError> {
    let known = state.engine.menu_inputs(&user.credentials.session).await?.facts;
    let facts =
        known.ok_or_else(|| ApiError::unavailable("The application has not started yet."))?;
    let (onboarding_owed, first_login) = (facts.user.onboarding_owed, facts.user.first_login);
    Ok(Json(OnboardingStatus { onboarding_owed, first_login }))
}

/// `GET ui/entitlements`.
pub async fn entitlements(
    State(state): State<AppState>,
    _: SignedIn,
) -> Result<Json<LicenceRights>, ApiError> {
    let EffectiveLicence { licence, .. } = effective(&state).await?;
    let entitlements = licence.entitlements();
    Ok(Json(LicenceRights { licence, level: licence.level(), entitlements }))
}

/// `GET ui/subscriptions/upgradeInfo`.
pub async fn upgrade_info(
    State(state): State<AppState>,
    _: SignedIn,
) -> Result<Json<UpgradeInfo>, ApiError> {
    let EffectiveLicence { licence, until } = effective(&state).await?;
    let has: Vec<Entitlement> = licence.entitlements();
    let mut missing = Licence::EnterprisePlus.entitlements();
    missing.retain(|entitlement| !has.contains(entitlement));
    Ok(Json(UpgradeInfo { licence, valid_through: until, missing }))
}

/// How long before its end a licence is worth a notification; the console's Overview says so as well.
const WARN_MS: i64 = 30 * 24 * 60 * 60 * 1_000;

/// `GET ui/notifications`.
pub async fn notifications(
    State(state): State<AppState>,
    _: SignedIn,
) -> Result<Json<Notifications>, ApiError> {
    let EffectiveLicence { licence, until } = effective(&state).await?;
    let now = state.engine.now();
    let none = licence.is_none().then(|| Notification {
        code: NotificationCode::NoLicence,
        message: "No licence is installed.".to_owned(),
        at: None,
    });
    let ends = until.filter(|until| until.ms_since(now) <= WARN_MS).map(|until| Notification {
        code: NotificationCode::LicenceEnds,
        message: format!("The licence ends at {until}."),
        at: Some(until),
    });
    Ok(Json(Notifications { notifications: none.into_iter().chain(ends).collect() }))
}

async fn effective(state: &AppState) -> Result<EffectiveLicence, ApiError> {
    state
        .engine
        .ports()
        .licences
        .effective(state.engine.now())
        .await
        .map_err(|error| unavailable(&error))
}

fn unavailable(error: &ServiceError) -> ApiError {
    ApiError::unavailable(error.to_string())
}
