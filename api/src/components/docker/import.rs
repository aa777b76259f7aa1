//! Importing images and other artifacts: from another registry, from an OCI image layout, or from the storage folder of
//! the registry of the distribution project (docker-registry).

use std::path::{Path, PathBuf};

use serde::Deserialize;
use waybill_outbound::header::{ACCEPT, CONTENT_TYPE, HeaderName, HeaderValue, LOCATION};
use waybill_outbound::{Method, Request, Target};
use waybill_platform::repositories::FixedContent;

use super::manifest::{MANIFEST_BYTES_MAX, Manifest};
use super::names::{Digest, is_image, is_tag};
use super::upstream::{MANIFESTS, content_of};
use crate::import::{
    Content, Format, ImportError, Job, Listing, Names, Place, Server, Source, files_in,
};

/// How many images or tags are asked for at once.
const PAGE: &str = "1000";
/// The header with the digest of a manifest.
const DIGEST: HeaderName = HeaderName::from_static("docker-content-digest");
/// The annotation with which layouts name their images.
const NAME: &str = "org.opencontainers.image.ref.name";
/// The folder of images in the storage of docker-registry.
const STORAGE: &str = "docker/registry/v2";
/// How deep lists of manifests may be nested.
const DEPTH_MAX: usize = 4;

/// Images and other artifacts.
pub struct Images;

/// A tag of an image.
pub struct TaggedImage {
    image: String,
    tag: String,
    /// The digest that it names, where the source says so when it lists.
    digest: Option<String>,
}

/// A folder with images.
enum Folder<'a> {
    /// An OCI image layout.
    Layout(&'a Path),
    /// The storage of docker-registry: its folder `v2`.
    Storage(PathBuf),
}

#[derive(Deserialize)]
struct Catalog {
    #[serde(default)]
    repositories: Vec<String>,
}

#[derive(Deserialize)]
struct Tags {
    #[serde(default)]
    tags: Option<Vec<String>>,
}

/// The index of a layout.
#[derive(Deserialize)]
struct Layout {
    manifests: Vec<LayoutManifest>,
}

#[derive(Deserialize)]
struct LayoutManifest {
    digest: String,
    #[serde(default)]
    annotations: std::collections::BTreeMap<String, String>,
}

/// A manifest as its registry has it.
struct Held {
    bytes: Vec<u8>,
    digest: String,
    manifest: Manifest,
}

impl Format for Images {
    type Item = TaggedImage;

    async fn list(&self, job: &Job) -> Result<Listing<TaggedImage>, ImportError> {
        let mut tags = match &job.from {
            Source::Folder(folder) => Folder::of(folder)?.tags(folder, &job.names)?,
            Source::Server(server) => {
                let names = match &job.names[..] {
                    [] => images(server).await?,
                    names => names.to_vec(),
                };
                let mut tags = Vec::new();
                for image in names {
                    tags.extend(tags_of(server, &image).await?);
                }
                tags
            }
        };
        tags.retain(|tag| job.wants(&tag.image));
        Ok(tags.into())
    }

    fn label(&self, item: &TaggedImage) -> String {
        format!("{}:{}", item.image, item.tag)
    }

    async fn is_there(&self, job: &Job, item: &TaggedImage) -> Result<bool, ImportError> {
        let address = to(job, &item.image, &["manifests", &item.tag]);
        let accept = HeaderValue::from_static(MANIFESTS);
        let head =
            || Request::new(Method::HEAD, address.clone()).with_header(ACCEPT, accept.clone());
        let Some(answer) = job.to.send(head).await? else { return Ok(false) };
        let theirs = answer.headers.get(DIGEST).and_then(|value| value.to_str().ok());
        let ours = match &item.digest {
            Some(digest) => digest.clone(),
            None => held(job, &item.image, &item.tag).await?.digest,
        };
        // A tag that names another image is moved, as a push would, if the repository lets it.
        Ok(theirs == Some(ours.as_str()))
    }

    async fn copy(&self, job: &Job, item: &TaggedImage) -> Result<u64, ImportError> {
        let reference = item.digest.as_deref().unwrap_or(&item.tag);
        let top = held(job, &item.image, reference).await?;
        let bytes = copy_parts(job, &item.image, &top, 0).await?;
        put_manifest(job, &item.image, &item.tag, &top).await?;
        Ok(bytes)
    }
}

/// The address of something of an image in the repository.
fn to(job: &Job, image: &str, below: &[&str]) -> Target {
    let path: Vec<&str> = ["v2", &job.key].into_iter().chain(image.split('/')).collect();
    job.to.at(&path).below(below, &[])
}

/// Copies what a manifest needs: blobs, and the manifests that a list has. Returns the bytes that were sent.
async fn copy_parts(job: &Job, image: &str, held: &Held, depth: usize) -> Result<u64, ImportError> {
    if depth > DEPTH_MAX {
        return Err(ImportError::Invalid("its lists of manifests are nested too deep".to_owned()));
    }
    let mut bytes = 0;
    for digest in held.manifest.manifests() {
        let child = self::held(job, image, digest).await?;
        bytes += Box::pin(copy_parts(job, image, &child, depth + 1)).await?;
        put_manifest(job, image, digest, &child).await?;
    }
    for digest in held.manifest.blobs() {
        bytes += copy_blob(job, image, digest).await?;
    }
    Ok(bytes)
}

async fn copy_blob(job: &Job, image: &str, digest: &str) -> Result<u64, ImportError> {
    if job.to.head(&to(job, image, &["blobs", digest])).await?.is_some() {
        return Ok(0);
    }
    let content = job.content(&blob(job, image, digest)?).await?;
    content.check(&fixed(digest)?)?;
    let uploads = to(job, image, &["blobs", "uploads", ""]);
    let begun = job.to.change(|| Request::new(Method::POST, uploads.clone())).await?;
    let location = begun.headers.get(LOCATION).and_then(|value| value.to_str().ok());
    let upload = location.and_then(|location| uploads.resolve(location));
    // Behind a proxy the server may name itself otherwise: the upload is at this address all the same.
    let upload = upload.and_then(|upload| job.to.base.resolve(&path_of(&upload)));
    let upload = upload.ok_or_else(|| {
        ImportError::Invalid("the repository begins an upload without saying where".to_owned())
    })?;
    let upload = upload.with_parameters(&[("digest", digest)]);
    job.to
        .change(|| {
            Request::new(Method::PUT, upload.clone())
                .with_header(CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"))
                .with_file(content.file.clone(), content.bytes)
        })
        .await?;
    Ok(content.bytes)
}

fn path_of(target: &Target) -> String {
    target.to_string()[target.origin().len()..].to_owned()
}

async fn put_manifest(
    job: &Job,
    image: &str,
    reference: &str,
    held: &Held,
) -> Result<(), ImportError> {
    let address = to(job, image, &["manifests", reference]);
    let media_type = held.manifest.media_type();
    let put =
        || Request::new(Method::PUT, address.clone()).with_body(media_type, held.bytes.clone());
    job.to.change(put).await?;
    Ok(())
}

/// What an index or a manifest says of a content.
fn fixed(digest: &str) -> Result<FixedContent, ImportError> {
    let parsed = Digest::parse(digest);
    parsed.map(|digest| content_of(&digest)).ok_or(ImportError::Digest("digest"))
}

/// The manifest that a tag or a digest names.
async fn held(job: &Job, image: &str, reference: &str) -> Result<Held, ImportError> {
    let (bytes, media_type) = match &job.from {
        Source::Folder(folder) => {
            let path = Folder::of(folder)?.blob(reference)?;
            let content = Content::open(&path)?;
            let bytes = content.read(MANIFEST_BYTES_MAX);
            (bytes.map_err(|error| ImportError::file(&path, error))?, None)
        }
        Source::Server(server) => {
            let address = from(server, image, &["manifests", reference]);
            let answer = server.document(&address, MANIFESTS).await?;
            let answer = answer.ok_or_else(|| ImportError::NotThere(address.to_string()))?;
            let kind = answer.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
            (answer.body.to_vec(), kind.map(str::to_owned))
        }
    };
    let manifest = Manifest::read(&bytes, media_type.as_deref())
        .map_err(|error| ImportError::Invalid(error.to_string()))?;
    let digest = Digest::of_sha256(waybill_platform::secret::hex(&sha256(&bytes))).to_string();
    if reference.starts_with("sha256:") && reference != digest {
        return Err(ImportError::Digest("digest"));
    }
    Ok(Held { bytes, digest, manifest })
}

fn sha256(bytes: &[u8]) -> [u8; 32] {
    use sha2::Digest as _;
    sha2::Sha256::digest(bytes).into()
}

/// Where a blob is.
fn blob(job: &Job, image: &str, digest: &str) -> Result<Place, ImportError> {
    match &job.from {
        Source::Folder(folder) => Folder::of(folder)?.blob(digest).map(Place::File),
        Source::Server(server) => Ok(Place::Address(from(server, image, &["blobs", digest]))),
    }
}

/// The address of something of an image in another registry, whose address may have a path: the folder of its images.
fn from(server: &Server, image: &str, below: &[&str]) -> Target {
    let above: Vec<&str> = server.base.path().split('/').filter(|part| !part.is_empty()).collect();
    let path = ["v2"].into_iter().chain(above).chain(image.split('/'));
    let path: Vec<&str> = path.chain(below.iter().copied()).collect();
    let origin = Target::parse(&server.base.origin()).unwrap_or_else(|_| server.base.clone());
    origin.below(&path, &[])
}

/// The images of a registry that lists them.
async fn images(server: &Server) -> Result<Vec<String>, ImportError> {
    let origin = Target::parse(&server.base.origin()).unwrap_or_else(|_| server.base.clone());
    let above = server.base.path().trim_matches('/');
    let above = if above.is_empty() { String::new() } else { format!("{above}/") };
    let mut images = Names::default();
    let mut last = String::new();
    loop {
        let page = origin.below(&["v2", "_catalog"], &[("n", PAGE), ("last", &last)]);
        let catalog: Option<Catalog> = server.json(&page).await?;
        let found = catalog.ok_or(ImportError::NoList)?.repositories;
        last = found.last().cloned().unwrap_or_default();
        if !images.add(found) {
            break;
        }
    }
    let images = images.some()?.into_iter();
    Ok(images.filter_map(|name| name.strip_prefix(&above).map(str::to_owned)).collect())
}

async fn tags_of(server: &Server, image: &str) -> Result<Vec<TaggedImage>, ImportError> {
    if !is_image(image) {
        return Err(ImportError::Invalid(format!("{image} is no name of an image")));
    }
    let address = from(server, image, &["tags", "list"]);
    let mut tags = Names::default();
    let mut last = String::new();
    loop {
        let page = address.with_parameters(&[("n", PAGE), ("last", &last)]);
        let page: Option<Tags> = server.json(&page).await?;
        let page = page.ok_or_else(|| ImportError::NotThere(format!("the image {image}")))?;
        let found = page.tags.unwrap_or_default();
        last = found.last().cloned().unwrap_or_default();
        // Not every registry has pages: it says the same again.
        if !tags.add(found) {
            break;
        }
    }
    // All tags of an image may have been removed.
    let tags = tags.all()?.into_iter();
    Ok(tags.map(|tag| TaggedImage { image: image.to_owned(), tag, digest: None }).collect())
}

impl<'a> Folder<'a> {
    fn of(folder: &'a Path) -> Result<Self, ImportError> {
        if folder.join("oci-layout").is_file() {
            return Ok(Self::Layout(folder));
        }
        let roots = [folder.join(STORAGE), folder.to_owned()];
        let storage = roots.into_iter().find(|root| root.join("repositories").is_dir());
        storage.map(Self::Storage).ok_or_else(|| {
            let sentence = "the folder is no OCI image layout (it has no oci-layout) and no storage of docker-registry (it has no docker/registry/v2/repositories)";
            ImportError::Invalid(sentence.to_owned())
        })
    }

    /// The file of a blob or of a manifest.
    fn blob(&self, digest: &str) -> Result<PathBuf, ImportError> {
        let parsed = Digest::parse(digest).ok_or(ImportError::Digest("digest"))?;
        let algorithm = digest.split(':').next().unwrap_or_default();
        Ok(match self {
            Self::Layout(root) => root.join("blobs").join(algorithm).join(&parsed.digits),
            Self::Storage(root) => {
                let folder = root.join("blobs").join(algorithm).join(&parsed.digits[..2]);
                folder.join(&parsed.digits).join("data")
            }
        })
    }

    fn tags(&self, folder: &Path, names: &[String]) -> Result<Vec<TaggedImage>, ImportError> {
        match self {
            Self::Layout(root) => layout_tags(root, folder, names),
            Self::Storage(root) => storage_tags(&root.join("repositories")),
        }
    }
}

/// The images in a layout. One whose name is a tag alone is named as `--name` says, or as the folder.
fn layout_tags(
    root: &Path,
    folder: &Path,
    names: &[String],
) -> Result<Vec<TaggedImage>, ImportError> {
    let path = root.join("index.json");
    let text = std::fs::read(&path).map_err(|error| ImportError::file(&path, error))?;
    let Layout { manifests } = serde_json::from_slice(&text)
        .map_err(|error| ImportError::Invalid(format!("{}: {error}", path.display())))?;
    let named = match names {
        [name] => name.clone(),
        _ => {
            let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            name.to_ascii_lowercase()
        }
    };
    let mut tags = Vec::new();
    for LayoutManifest { digest, annotations } in manifests {
        let Some(name) = annotations.get(NAME) else { continue };
        let (image, tag) = match name.rsplit_once(':') {
            Some((image, tag)) => (image.to_owned(), tag.to_owned()),
            None => (named.clone(), name.clone()),
        };
        if !is_image(&image) || !is_tag(&tag) {
            let sentence = format!("{image}:{tag} is no name of an image; give one with --name");
            return Err(ImportError::Invalid(sentence));
        }
        tags.push(TaggedImage { image, tag, digest: Some(digest) });
    }
    if tags.is_empty() {
        let sentence = format!("no manifest in index.json has the annotation {NAME}");
        return Err(ImportError::Invalid(sentence));
    }
    Ok(tags)
}

/// The tags in the storage of docker-registry: `{image}/_manifests/tags/{tag}/current/link`.
fn storage_tags(root: &Path) -> Result<Vec<TaggedImage>, ImportError> {
    let mut tags = Vec::new();
    for file in files_in(root)? {
        let Some((image, rest)) = file.below.split_once("/_manifests/tags/") else { continue };
        let Some(tag) = rest.strip_suffix("/current/link") else { continue };
        let link = std::fs::read_to_string(&file.path);
        let link = link.map_err(|error| ImportError::file(&file.path, error))?;
        let digest = Some(link.trim().to_owned());
        tags.push(TaggedImage { image: image.to_owned(), tag: tag.to_owned(), digest });
    }
    Ok(tags)
}
