//! Projects that are joined of several sources: other indexes of Python packages (PEP 503 and 691), and repositories of
//! this server.

use std::collections::{BTreeMap, BTreeSet};

use html5gum::{Token, Tokenizer};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use waybill_machines::rules::artifacts::check_artifact_path;
use waybill_platform::repositories::{Expected, FixedContent, Package, StoredRepository};

use super::METADATA;
use super::names::{FileName, path_of};
use super::simple::{Listed, listed};
use crate::components::helm::time_of;
use crate::components::joined::{Described, Format, UpstreamDocument};
use crate::error::ApiError;
use crate::state::AppState;

/// The forms of an index, the best one first.
const ACCEPT: &str = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1";
/// The folder of files whose names say no version: of forms that are no longer published.
pub(super) const OTHER: &str = "other";
/// How long a SHA-256 is, in hexadecimal digits.
const SHA256_DIGITS: usize = 64;

/// Projects of Python.
pub(in crate::components) struct PypiFormat;

/// The index of a project in JSON.
#[derive(Deserialize)]
struct Project {
    files: Vec<File>,
}

/// A file in that index.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct File {
    filename: String,
    url: String,
    #[serde(default)]
    hashes: BTreeMap<String, String>,
    #[serde(default)]
    requires_python: Option<String>,
    #[serde(default)]
    size: Option<u64>,
    #[serde(default)]
    upload_time: Option<String>,
    #[serde(default)]
    yanked: Yanked,
    #[serde(default)]
    core_metadata: Metadata,
    #[serde(default)]
    dist_info_metadata: Metadata,
}

/// Whether a file is yanked.
#[derive(Deserialize)]
#[serde(untagged)]
enum Yanked {
    Is(bool),
    Because(String),
}

impl Default for Yanked {
    fn default() -> Self {
        Self::Is(false)
    }
}

/// Whether the metadata of a file are served beside it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Metadata {
    With(BTreeMap<String, String>),
    Other(IgnoredAny),
}

impl Default for Metadata {
    fn default() -> Self {
        Self::Other(IgnoredAny)
    }
}

impl Metadata {
    fn sha256(self) -> Option<String> {
        match self {
            Self::With(mut hashes) => hashes.remove("sha256"),
            Self::Other(_) => None,
        }
    }
}

fn in_json(project: &str, document: &[u8]) -> Option<Vec<Listed>> {
    let read: Project = serde_json::from_slice(document).ok()?;
    let files = read.files.into_iter().filter_map(|mut file| {
        Some(Listed {
            path: path_in(project, &file.filename)?,
            sha256: file.hashes.remove("sha256")?,
            bytes: file.size,
            requires_python: file.requires_python,
            metadata_sha256: file.core_metadata.sha256().or(file.dist_info_metadata.sha256()),
            published_at: file.upload_time.map(Value::from),
            yanked: match file.yanked {
                Yanked::Is(false) => None,
                Yanked::Is(true) => Some(String::new()),
                Yanked::Because(reason) => Some(reason),
            },
            link: Some(file.url),
        })
    });
    Some(files.collect())
}

/// Reads a page of links.
fn in_html(project: &str, document: &[u8]) -> Option<Vec<Listed>> {
    let text = std::str::from_utf8(document).ok()?;
    let mut files = Vec::new();
    let mut is_page = false;
    let mut link: Option<(BTreeMap<String, String>, String)> = None;
    for token in Tokenizer::new(text).flatten() {
        match token {
            Token::StartTag(tag) => {
                is_page = true;
                if *tag.name == b"a" {
                    let attributes = tag.attributes.iter().map(|(name, value)| {
                        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                        (text(name), text(value))
                    });
                    link = Some((attributes.collect(), String::new()));
                }
            }
            Token::String(text) => {
                if let Some((_, name)) = &mut link {
                    name.push_str(&String::from_utf8_lossy(&text));
                }
            }
            Token::EndTag(tag) if *tag.name == b"a" => {
                if let Some((attributes, name)) = link.take() {
                    files.extend(linked(project, attributes, name.trim()));
                }
            }
            _ => {}
        }
    }
    is_page.then_some(files)
}

/// A file that a page links. None if the link says no SHA-256.
fn linked(project: &str, mut attributes: BTreeMap<String, String>, name: &str) -> Option<Listed> {
    let href = attributes.remove("href")?;
    let (link, fragment) = href.split_once('#')?;
    let mut metadata = ["data-core-metadata", "data-dist-info-metadata"].into_iter();
    let metadata = metadata.find_map(|attribute| attributes.get(attribute));
    Some(Listed {
        path: path_in(project, name)?,
        sha256: fragment.strip_prefix("sha256=")?.to_owned(),
        bytes: None,
        requires_python: attributes.get("data-requires-python").cloned(),
        metadata_sha256: metadata
            .and_then(|digest| digest.strip_prefix("sha256="))
            .map(str::to_owned),
        published_at: None,
        yanked: attributes.get("data-yanked").cloned(),
        link: Some(link.to_owned()),
    })
}

/// The path at which a file of an upstream is kept; none if it could be nowhere.
fn path_in(project: &str, file: &str) -> Option<String> {
    let version = match FileName::parse(file) {
        Some(name) if name.project == project => name.version.to_string(),
        _ => OTHER.to_owned(),
    };
    let path = path_of(project, &version, file);
    (!file.contains('/') && check_artifact_path(&path).is_ok()).then_some(path)
}

fn is_sha256(text: &str) -> bool {
    text.len() == SHA256_DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A content with this SHA-256.
pub(super) fn content_of(sha256: &str) -> FixedContent {
    let expected = Expected { sha256: Some(sha256.to_owned()), ..Expected::default() };
    FixedContent { expected, sha512: None }
}

impl Format for PypiFormat {
    type Index = Vec<Listed>;

    fn folder(&self, name: &str) -> String {
        name.to_owned()
    }

    fn upstream(&self, name: &str) -> UpstreamDocument {
        UpstreamDocument {
            path: format!("{name}/index"),
            // The address ends with a slash, which links are relative to.
            from: vec![name.to_owned(), String::new()],
            accept: Some(ACCEPT),
        }
    }

    fn read(&self, name: &str, document: &[u8], _: &[u8]) -> Option<Vec<Listed>> {
        let is_json = document.trim_ascii_start().starts_with(b"{");
        let mut files = if is_json { in_json(name, document)? } else { in_html(name, document)? };
        files.retain_mut(|file| {
            file.metadata_sha256.take_if(|sha256| !is_sha256(sha256));
            is_sha256(&file.sha256)
        });
        Some(files)
    }

    async fn local(
        &self,
        state: &AppState,
        _: &StoredRepository,
        package: Package,
    ) -> Result<Vec<Listed>, ApiError> {
        let mut files = listed(state, &package).await?;
        for file in &mut files {
            // They are no file of the repository, and clients find them in the wheel.
            file.metadata_sha256 = None;
        }
        Ok(files)
    }

    fn retain(&self, files: &mut Vec<Listed>, keeps: &dyn Fn(&str, &FixedContent) -> bool) {
        files.retain(|file| keeps(&file.path, &content_of(&file.sha256)));
    }

    fn find(&self, files: &Vec<Listed>, path: &str) -> Option<(String, FixedContent)> {
        if let Some(file) = files.iter().find(|file| file.path == path) {
            return Some((file.link.clone()?, content_of(&file.sha256)));
        }
        let file = path.strip_suffix(METADATA)?;
        let file = files.iter().find(|listed| listed.path == file)?;
        let link = file.link.as_deref()?.split('#').next()?;
        Some((format!("{link}{METADATA}"), content_of(file.metadata_sha256.as_ref()?)))
    }

    fn described(&self, files: &Vec<Listed>, path: &str) -> Described {
        let path = path.strip_suffix(METADATA).unwrap_or(path);
        let found = files.iter().find(|file| file.path == path);
        let time = found.and_then(|file| file.published_at.as_ref());
        let published_at = time.and_then(Value::as_str).and_then(time_of);
        Described { published_at, ..Described::default() }
    }

    fn join(&self, files: &mut Vec<Listed>, other: Vec<Listed>) {
        let known: BTreeSet<String> = files.iter().map(|file| file.name().to_owned()).collect();
        files.extend(other.into_iter().filter(|file| !known.contains(file.name())));
    }

    fn is_empty(&self, files: &Vec<Listed>) -> bool {
        files.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHA256: &str = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

    #[test]
    fn both_forms_of_an_index_say_the_same() {
        let page = format!(
            r#"<!DOCTYPE html><html><body><h1>Links</h1>
            <a href="../../f/shop-1.0-py3-none-any.whl#sha256={SHA256}" data-requires-python="&gt;=3.8"
               data-yanked="" data-core-metadata="sha256={SHA256}">shop-1.0-py3-none-any.whl</a><br/>
            <A HREF='https://other.example/shop-1.0.zip#sha256={SHA256}'> shop-1.0.zip </A>
            <a href="shop-2.0.tar.gz">shop-2.0.tar.gz</a>
            <a href="x.whl#sha256={SHA256}">../../../x.whl</a>"#
        );
        let json = serde_json::json!({"files": [
            {"filename": "shop-1.0-py3-none-any.whl", "url": "../../f/shop-1.0-py3-none-any.whl",
             "hashes": {"sha256": SHA256}, "requires-python": ">=3.8", "yanked": true,
             "core-metadata": {"sha256": SHA256}},
            {"filename": "shop-1.0.zip", "url": "https://other.example/shop-1.0.zip",
             "hashes": {"sha256": SHA256}, "yanked": false, "core-metadata": false},
            {"filename": "shop-2.0.tar.gz", "url": "shop-2.0.tar.gz", "hashes": {"md5": "aa"}},
        ]});
        for document in [page, json.to_string()] {
            let files = PypiFormat.read("shop", document.as_bytes(), &[]).unwrap();
            let paths: Vec<_> = files.iter().map(|file| file.path.as_str()).collect();
            assert_eq!(paths, ["shop/1.0/shop-1.0-py3-none-any.whl", "shop/other/shop-1.0.zip"]);
            let wheel = &files[0];
            assert_eq!(wheel.requires_python.as_deref(), Some(">=3.8"));
            assert_eq!((wheel.yanked.as_deref(), files[1].yanked.as_deref()), (Some(""), None));
            let metadata = PypiFormat.find(&files, &format!("{}.metadata", wheel.path)).unwrap();
            assert_eq!(metadata.0, "../../f/shop-1.0-py3-none-any.whl.metadata");
            assert!(PypiFormat.find(&files, "shop/other/shop-1.0.zip.metadata").is_none());
        }
        assert!(PypiFormat.read("shop", b"no page", &[]).is_none());
        assert!(PypiFormat.read("shop", b"{\"error\": 1}", &[]).is_none());
    }
}
