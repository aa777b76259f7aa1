//! The console's files, embedded in the binary. File names contain a content hash, so all files but the index page may
//! be cached for ever.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};
use waybill_platform::secret::hex;

use crate::error::{ApiError, not_modified};
use crate::extract::PathParams;

#[derive(RustEmbed)]
#[folder = "../ui/dist"]
struct Files;

const PAGE: &str = "index.html";

/// A file of the console's build.
pub fn embedded(path: &str) -> Option<std::borrow::Cow<'static, [u8]>> {
    Files::get(path).map(|file| file.data)
}

/// Identifies this build of the console: a page of another build is asked to reload.
pub fn build() -> String {
    let page = Files::get(PAGE).map(|file| file.data).unwrap_or_default();
    let hash = Sha256::digest(&page);
    format!("{}+{}", env!("CARGO_PKG_VERSION"), hex(&hash[..6]))
}

/// `GET /`.
pub async fn to_console() -> Redirect {
    Redirect::temporary("/ui/")
}

/// `GET /ui/`.
pub async fn page(headers: HeaderMap) -> Response {
    match Files::get(PAGE) {
        Some(file) => answer(PAGE, file, &headers),
        None => ApiError::unavailable(
            "This binary was built without the console. Build it with `npm run build`.",
        )
        .into_response(),
    }
}

/// `GET /ui/...`: a file of the console, or the index page, whose client-side router handles the path.
pub async fn file_or_page(PathParams(path): PathParams<String>, headers: HeaderMap) -> Response {
    // Files that the build writes for itself and for the server are not served.
    let is_note = path.starts_with('.') || path == crate::frontends::MANIFEST;
    if let Some(file) = Files::get(&path).filter(|_| !is_note) {
        return answer(&path, file, &headers);
    }
    // A missing script must not be answered with the page: the browser would try to run it.
    let of_a_build = ["js/", "css/", "assets/", "workers/", "frontends/", "api/", "."];
    if of_a_build.iter().any(|folder| path.starts_with(folder)) {
        return ApiError::not_found("There is no such file in this build of the console.")
            .into_response();
    }
    page(headers).await
}

fn answer(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let etag = format!("\"{}\"", hex(&file.metadata.sha256_hash()[..12]));
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let cache = if path == PAGE { "no-cache" } else { "public, max-age=31536000, immutable" };
    let mut response = if known.is_some_and(|known| known.contains(&etag)) {
        not_modified()
    } else {
        let (data, encoding) = precompressed(path, file, headers);
        let mut response = Response::new(Body::from(data));
        if let Some(encoding) = encoding {
            let value = HeaderValue::from_static(encoding);
            response.headers_mut().insert(header::CONTENT_ENCODING, value);
        }
        let kind = HeaderValue::from_static(content_type(path));
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(etag) = HeaderValue::from_str(&etag) {
        headers.insert(header::ETAG, etag);
    }
    response
}

/// The build adds compressed variants of files that benefit from compression.
fn precompressed(
    path: &str,
    file: EmbeddedFile,
    headers: &HeaderMap,
) -> (std::borrow::Cow<'static, [u8]>, Option<&'static str>) {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let accepted = accepted.unwrap_or_default();
    for (encoding, ending) in [("br", "br"), ("gzip", "gz")] {
        if accepted.split(',').any(|offer| offer.trim().split(';').next() == Some(encoding))
            && let Some(twin) = Files::get(&format!("{path}.{ending}"))
        {
            return (twin.data, Some(encoding));
        }
    }
    (file.data, None)
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
