//! The console's files, embedded in the binary. File names contain a content hash, so all files but the index page may
//! be cached for ever.

use std::io::Write as _;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};
use waybill_platform::secret::hex;

use crate::error::{ApiError, not_modified};
use crate::extract::PathParams;
use crate::public_url::BasePath;
use crate::redirects::Destination;
use crate::state::AppState;

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

/// The index page as this server delivers it. The build writes the addresses of its files relative to the page, but the
/// page is delivered at each of the console's paths: here they become those of this server, and the page learns the base
/// path, from which the console makes all other addresses.
pub struct Page {
    text: Bytes,
    gzip: Bytes,
    etag: String,
}

/// Where the page has the base path.
const BASE_PATH: &str = "<meta name=\"base-path\" content=\"";

impl Page {
    /// The page of a server below a base path; none if the binary was built without the console.
    pub fn below(base_path: &BasePath) -> Option<Self> {
        let built = String::from_utf8(Files::get(PAGE)?.data.into_owned()).ok()?;
        let text = with_addresses(&built, base_path);
        let etag = format!("\"{}\"", hex(&Sha256::digest(&text)[..12]));
        let gzip = gzipped(text.as_bytes()).ok()?.into();
        Some(Self { text: text.into(), gzip, etag })
    }
}

fn gzipped(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

fn with_addresses(built: &str, base_path: &BasePath) -> String {
    // Only letters, digits and '-', '.', '_', '~', '/': it needs no escapes.
    let console = base_path.path("/ui/");
    let text = built.replace(BASE_PATH, &format!("{BASE_PATH}{}", base_path.path("")));
    ["src", "href"].iter().fold(text, |text, attribute| {
        text.replace(&format!("{attribute}=\"./"), &format!("{attribute}=\"{console}"))
    })
}

/// `GET /`.
pub async fn to_console(State(state): State<AppState>) -> Result<Redirect, ApiError> {
    Ok(Destination::own(&state.edge.address, "/ui/")?.led_for_now())
}

/// `GET /ui/`.
pub async fn page(State(state): State<AppState>, headers: HeaderMap) -> Response {
    match &state.edge.page {
        Some(Page { text, gzip, etag }) => cached(PAGE, etag, &headers, |response| {
            if accepts(&headers, "gzip") {
                *response.body_mut() = Body::from(gzip.clone());
                set_encoding(response, "gzip");
            } else {
                *response.body_mut() = Body::from(text.clone());
            }
        }),
        None => ApiError::unavailable(
            "This binary was built without the console. Build it with `npm run build`.",
        )
        .into_response(),
    }
}

/// `GET /ui/...`: a file of the console, or the index page, whose client-side router handles the path.
pub async fn file_or_page(
    state: State<AppState>,
    PathParams(path): PathParams<String>,
    headers: HeaderMap,
) -> Response {
    // Files that the build writes for itself and for the server are not served, nor is the page as it was built.
    let is_note =
        path.starts_with('.') || path == crate::frontends::MANIFEST || path.starts_with(PAGE);
    if let Some(file) = Files::get(&path).filter(|_| !is_note) {
        return answer(&path, file, &headers);
    }
    // A missing script must not be answered with the page: the browser would try to run it.
    let of_a_build = ["js/", "css/", "assets/", "workers/", "frontends/", "."];
    let of_programs = ["api", "npm"];
    let first = path.split('/').next().unwrap_or_default();
    if of_programs.contains(&first) {
        return ApiError::not_found("There is no such call.").into_response();
    }
    if of_a_build.iter().any(|folder| path.starts_with(folder)) {
        return ApiError::not_found("There is no such file in this build of the console.")
            .into_response();
    }
    page(state, headers).await
}

fn answer(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let etag = format!("\"{}\"", hex(&file.metadata.sha256_hash()[..12]));
    cached(path, &etag, headers, |response| {
        let (data, encoding) = precompressed(path, file, headers);
        *response.body_mut() = Body::from(data);
        if let Some(encoding) = encoding {
            set_encoding(response, encoding);
        }
    })
}

/// A response that browsers may cache, with what is filled in unless the browser has it already.
fn cached(
    path: &str,
    etag: &str,
    headers: &HeaderMap,
    fill: impl FnOnce(&mut Response),
) -> Response {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let cache = if path == PAGE { "no-cache" } else { "public, max-age=31536000, immutable" };
    let mut response = if known.is_some_and(|known| known.contains(etag)) {
        not_modified()
    } else {
        let mut response = Response::default();
        fill(&mut response);
        let kind = HeaderValue::from_static(content_type(path));
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(etag) = HeaderValue::from_str(etag) {
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
    for (encoding, ending) in [("br", "br"), ("gzip", "gz")] {
        if accepts(headers, encoding)
            && let Some(twin) = Files::get(&format!("{path}.{ending}"))
        {
            return (twin.data, Some(encoding));
        }
    }
    (file.data, None)
}

/// Whether a browser takes this encoding. One with `q=0` is named in order to be excluded.
fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.unwrap_or_default().split(',').any(|offer| {
        let mut parts = offer.split(';').map(str::trim);
        let is_named = parts.next() == Some(encoding);
        let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
        is_named && weight.is_none_or(|weight| weight > 0.0)
    })
}

fn set_encoding(response: &mut Response, encoding: &'static str) {
    response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::public_url::PublicAddress;

    #[test]
    fn the_page_names_its_files_below_the_base_path() {
        let built = "<meta name=\"base-path\" content=\"\" /><link href=\"./a.css\"><script src=\"./js/b.js\">";
        let of = |url| {
            let address = PublicAddress::parse(url).expect(url);
            with_addresses(built, address.base_path())
        };
        assert_eq!(
            of("https://example.org/way/bill"),
            "<meta name=\"base-path\" content=\"/way/bill\" /><link href=\"/way/bill/ui/a.css\">\
             <script src=\"/way/bill/ui/js/b.js\">"
        );
        assert!(of("https://example.org").contains("content=\"\" /><link href=\"/ui/a.css\">"));
    }
}
