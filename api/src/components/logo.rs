//! The uploaded logo (MENU-07): visible to everyone, changed by administrators.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use waybill_machines::machines::logo::Picture;
use waybill_platform::logo::{LOGO_BYTES_MAX, LogoError, PictureFormat, Uploaded};

use crate::caller::{Admin, AdminContext};
use crate::error::ApiError;
use crate::extract::{BODY_WITHIN, PathParams, announces_more};
use crate::state::AppState;
use crate::wire::installation::{LogoDetails, UploadedLogo};
use std::sync::Arc;

use waybill_machines::AnyState;
use waybill_platform::logo::Logos;
use waybill_platform::stored_file::StoredFile;

use crate::component::{Component, Opened, Opening};
use crate::route::{Row, delete, get, put};
use crate::shape::Payload;

/// The folder of uploaded pictures.
const FOLDER: &str = "logo";

/// The uploaded logo, and the other settings of the installation that the console shows.
pub struct Logo;

impl Component for Logo {
    fn calls(&self) -> Vec<Row> {
        vec![
            get("/system/logo", "The uploaded logo.", show),
            put("/system/logo", "Uploads a logo: a PNG, JPEG or WebP picture.", upload)
                .accepts_body(Payload::Bytes("application/octet-stream"), LOGO_BYTES_MAX),
            delete("/system/logo", "Removes the uploaded logo.", remove),
            get("/system/logo/{digest}", "The picture itself.", picture).responds_with("image/*"),
        ]
    }

    fn folder(&self) -> Option<&'static str> {
        Some(FOLDER)
    }

    fn files(&self, state: &AnyState) -> Vec<StoredFile> {
        Logos::files(state)
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let logos = Logos::open(opening.data.platform.clone(), &opening.data.root.join(FOLDER))?;
        let logos = Arc::new(logos);
        let settings = opening.configured()?.with_logos(Arc::clone(&logos), ADDRESS);
        opened.ports.settings = Some(Arc::new(settings));
        opened.logos = Some(logos);
        Ok(())
    }
}

/// The URL path of logos, followed by the digest.
pub const ADDRESS: &str = "/ui/api/v1/system/logo/";

/// Whatever the bytes are, nothing in them is executed, loaded or framed.
const POLICY: &str = "default-src 'none'; sandbox; frame-ancestors 'none'";
/// A different picture has a different URL.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// `GET system/logo/{digest}`: the picture. It needs no session, since the sign-in page shows it.
pub async fn picture(
    State(state): State<AppState>,
    PathParams(digest): PathParams<String>,
) -> Result<Response, ApiError> {
    let found = state.logos.bytes(digest).await.map_err(|error| ApiError::of_logo(&error))?;
    let (format, bytes) = found.ok_or_else(|| ApiError::not_found("This logo does not exist."))?;
    let kind = match format {
        PictureFormat::Png => "image/png",
        PictureFormat::Jpeg => "image/jpeg",
        PictureFormat::Webp => "image/webp",
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CACHE_CONTROL, HeaderValue::from_static(FOR_EVER)),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    ];
    Ok((headers, Bytes::from_owner(bytes)).into_response())
}

/// `GET system/logo`: its details.
pub async fn show(State(state): State<AppState>, _: Admin) -> Result<Json<UploadedLogo>, ApiError> {
    let uploaded = state.logos.uploaded().map_err(|error| ApiError::of_logo(&error))?;
    response(&state, uploaded).await
}

/// `PUT system/logo`: stores the picture in the body.
pub async fn upload(
    State(state): State<AppState>,
    admin: Admin,
    request: Request,
) -> Result<Json<UploadedLogo>, ApiError> {
    if announces_more(&request, LOGO_BYTES_MAX) {
        return Err(ApiError::of_logo(&LogoError::TooLarge));
    }
    let read = tokio::time::timeout(BODY_WITHIN, Bytes::from_request(request, &state)).await;
    let bytes = read.map_err(|_| ApiError::too_slow())?;
    let bytes = bytes.map_err(|_| ApiError::of_logo(&LogoError::TooLarge))?;
    let context = admin.context(state.engine.now());
    let uploaded = state.logos.upload(bytes.into(), context).await;
    response(&state, Some(uploaded.map_err(|error| ApiError::of_logo(&error))?)).await
}

/// `DELETE system/logo`: removes it, so that the configured or default logo is shown again.
pub async fn remove(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
) -> Result<Json<UploadedLogo>, ApiError> {
    state.logos.remove(context).await.map_err(|error| ApiError::of_logo(&error))?;
    response(&state, None).await
}

async fn response(
    state: &AppState,
    uploaded: Option<Uploaded>,
) -> Result<Json<UploadedLogo>, ApiError> {
    let Some(logo) = uploaded else { return Ok(Json(UploadedLogo { logo: None })) };
    let by = match &logo.by {
        Some(person) => state.access(state.engine.ports().accounts.user(person.clone()).await)?,
        None => None,
    };
    let address = format!("{ADDRESS}{}", logo.picture.digest.0);
    let Picture { format, width, height, bytes, .. } = logo.picture;
    let (at, by) = (logo.at, by.and_then(|user| user.name));
    let details = LogoDetails { address, format, width, height, bytes, at, by };
    Ok(Json(UploadedLogo { logo: Some(details) }))
}
