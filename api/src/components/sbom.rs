//! Software bills of materials: what a version of a package or a build consists of, as documents of `CycloneDX` and SPDX.
//! The same content always makes the same document.

mod cyclonedx;
pub(super) mod purl;
mod spdx;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use sha1::{Digest as _, Sha1};
use sha2::Sha256;
use waybill_machines::Timestamp;

use super::artifacts::inert;
use crate::error::ApiError;
use crate::ranges::Download;
use crate::wire::sbom::SbomFormat;
use crate::wire::scanning::{ScanStatus, Vulnerability};

/// The media types of both formats, as the document of the API has them.
pub(super) const MEDIA: &str = "application/*";
/// The most components of a document. It says how many were left out.
pub(super) const PARTS_MAX: usize = 20_000;
/// The longest name in the name of a file, in characters.
const FILE_NAME_CHARS_MAX: usize = 150;
/// The program, as documents name it.
const TOOL: &str = "waybill";

/// What something consists of.
#[derive(Debug, Clone)]
pub(super) struct Bill {
    /// When what it describes was published.
    pub(super) created_at: Timestamp,
    /// What it describes.
    pub(super) subject: Part,
    /// The components, at most [`PARTS_MAX`].
    pub(super) parts: Vec<Part>,
    pub(super) relations: Vec<Relation>,
    /// How many components were left out.
    pub(super) left_out: usize,
    /// Whether it was compared with advisories, and what they say of the subject; none if that was not wanted.
    pub(super) scan: Option<(ScanStatus, Vec<Vulnerability>)>,
}

/// What a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PartKind {
    Application,
    Container,
    File,
    Library,
}

/// Something that is described, or a component of it.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// What names it within the document: letters, digits and `-`.
    pub(super) id: String,
    pub(super) kind: PartKind,
    pub(super) name: String,
    pub(super) version: Option<String>,
    pub(super) purl: Option<String>,
    pub(super) description: String,
    /// Its home page; empty if it has none.
    pub(super) home_page: String,
    pub(super) checksums: Checksums,
    /// The name of the file that has these checksums; empty if it is not known.
    pub(super) file_name: String,
    /// Its licence as its author writes it; empty if it has none.
    pub(super) licence: String,
    /// What else is known of it, by name.
    pub(super) properties: Vec<(&'static str, String)>,
    /// For what it is needed, where all that need it need it for the same.
    pub(super) need: Option<Need>,
    /// The files of it.
    pub(super) files: Vec<Part>,
}

impl Part {
    /// A part of which nothing else is known.
    pub(super) fn new(id: String, kind: PartKind, name: String) -> Self {
        Self {
            id,
            kind,
            name,
            version: None,
            purl: None,
            description: String::new(),
            home_page: String::new(),
            checksums: Checksums::default(),
            file_name: String::new(),
            licence: String::new(),
            properties: Vec::new(),
            need: None,
            files: Vec::new(),
        }
    }
}

/// The checksums of a file, in hexadecimal digits; empty if one is not known.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Checksums {
    pub(super) sha256: String,
    pub(super) sha1: String,
    pub(super) md5: String,
}

impl Checksums {
    /// Those that are checksums, with their numbers of bits: build-infos may have any text there.
    fn known(&self) -> impl Iterator<Item = (Algorithm, String)> {
        let all = [
            (Algorithm::Md5, &self.md5, 32),
            (Algorithm::Sha1, &self.sha1, 40),
            (Algorithm::Sha256, &self.sha256, 64),
        ];
        let is_valid = |text: &str, digits: usize| {
            text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        let known = all.into_iter().filter(move |(_, text, digits)| is_valid(text, *digits));
        known.map(|(algorithm, text, _)| (algorithm, text.to_ascii_lowercase()))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Algorithm {
    Md5,
    Sha1,
    Sha256,
}

/// How two parts are related, by their ids.
#[derive(Debug, Clone)]
pub(super) struct Relation {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) kind: RelationKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RelationKind {
    Contains,
    Needs(Need),
}

/// For what something is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    Runtime,
    /// It is expected to be there already.
    Provided,
    Optional,
    Build,
    Development,
}

/// The document as a download. `label` names what it describes in the name of the file.
pub(super) async fn download(
    bill: Bill,
    label: String,
    format: SbomFormat,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let written = tokio::task::spawn_blocking(move || written(&bill, format)).await;
    let document = written.map_err(|_| ApiError::internal())?.map_err(|error| {
        tracing::error!(%error, "a software bill of materials could not be written");
        ApiError::internal()
    })?;
    let document = Bytes::from(document);
    let (ending, media) = match format {
        SbomFormat::Cyclonedx => ("cdx.json", cyclonedx::MEDIA),
        SbomFormat::Spdx => ("spdx.json", spdx::MEDIA),
    };
    let download = Download {
        size: document.len() as u64,
        name: format!("{}.{ending}", file_name(&label)),
        content_type: media.into(),
        etag: hex(&Sha256::digest(&document)),
        of: None,
    };
    let part = |from: u64, to: u64| {
        let end = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(document.len());
        Body::from(document.slice(end(from)..end(to)))
    };
    Ok(inert(download.answer(&headers, part)?))
}

fn written(bill: &Bill, format: SbomFormat) -> serde_json::Result<Vec<u8>> {
    match format {
        SbomFormat::Cyclonedx => cyclonedx::written(bill),
        SbomFormat::Spdx => spdx::written(bill),
    }
}

/// A name that is safe as that of a file: `@acme/shop-1.9.0` is `acme-shop-1.9.0`.
fn file_name(label: &str) -> String {
    let mut name = String::new();
    for letter in label.chars().take(FILE_NAME_CHARS_MAX) {
        if letter.is_alphanumeric() || matches!(letter, '.' | '_' | '+') {
            name.push(letter);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_matches(['-', '.']);
    if name.is_empty() { "sbom".to_owned() } else { name.to_owned() }
}

/// A time as both formats accept it: SPDX has no parts of seconds.
fn time(at: Timestamp) -> String {
    let text = at.to_string();
    format!("{}Z", text.get(..19).unwrap_or(&text))
}

/// What says that components were left out.
fn left_out(bill: &Bill) -> Option<String> {
    (bill.left_out > 0).then(|| {
        format!(
            "{} of {} components were left out: a document has {PARTS_MAX} at most",
            bill.left_out,
            bill.parts.len() + bill.left_out
        )
    })
}

/// The UUID of a content (RFC 9562, version 5, with the namespace of URLs): the same content has the same one.
fn uuid(of: &impl Serialize) -> serde_json::Result<String> {
    const NAMESPACE: [u8; 16] = [
        0x6b, 0xa7, 0xb8, 0x11, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30,
        0xc8,
    ];
    let digest = Sha256::digest(serde_json::to_vec(of)?);
    let name = format!("urn:sha256:{}", hex(&digest));
    let mut bytes = Sha1::digest([&NAMESPACE[..], name.as_bytes()].concat());
    bytes[6] = (bytes[6] & 0x0f) | 0x50;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    let text = hex(&bytes[..16]);
    Ok([&text[..8], &text[8..12], &text[12..16], &text[16..20], &text[20..]].join("-"))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
