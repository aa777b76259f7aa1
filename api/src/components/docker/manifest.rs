//! Reading a manifest: its media type, and what it consists of.

mod kind;
mod stored;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use waybill_machines::rules::packages::Summary;
use waybill_platform::repositories::Part;

use super::names::Digest;
use super::strict;
use kind::Kind;

pub use stored::{listed, needed};

/// The largest manifest, in bytes. The specification asks registries to take this much.
pub(super) const MANIFEST_BYTES_MAX: u64 = 4 * 1_024 * 1_024;
/// The most blobs or manifests that one names.
const DESCRIPTORS_MAX: usize = 1_000;
/// The longest media type, in bytes.
const MEDIA_BYTES_MAX: usize = 255;

/// The media types of layers that are not pushed.
const FOREIGN: [&str; 4] = [
    "application/vnd.docker.image.rootfs.foreign.diff.tar.gzip",
    "application/vnd.oci.image.layer.nondistributable.v1.tar",
    "application/vnd.oci.image.layer.nondistributable.v1.tar+gzip",
    "application/vnd.oci.image.layer.nondistributable.v1.tar+zstd",
];
/// The largest annotations of a manifest that says something about another, in bytes: lists of those have them.
const LISTED_BYTES_MAX: usize = 512 * 1_024;

/// The media type of lists of manifests, as referrers are listed.
pub(super) const INDEX: &str = "application/vnd.oci.image.index.v1+json";

/// Why something is no manifest that is taken here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum ManifestError {
    #[error("a manifest is JSON of the OCI image specification: {0}")]
    Json(String),
    #[error("manifests have schemaVersion 2; push with a newer client")]
    Schema,
    #[error(
        "this media type is not taken: push an OCI image manifest or index, or one of Docker's schema 2"
    )]
    MediaType,
    #[error("the Content-Type is not the mediaType that the manifest has")]
    OtherType,
    #[error("a manifest has a config and layers, or manifests, and not both")]
    Ambiguous,
    #[error("an image manifest names its config")]
    NoConfig,
    #[error("the digest '{0}' is not valid: sha256 and sha512 are taken, in lower case")]
    Digest(String),
    #[error("a media type, a size or a platform in the manifest is not valid")]
    Text,
    #[error("the annotations of a manifest with a subject have at most {} KiB", LISTED_BYTES_MAX / 1_024)]
    Annotations,
    #[error("a manifest names at most {DESCRIPTORS_MAX} blobs or manifests")]
    TooMany,
}

/// A manifest as clients write it. Other fields are theirs.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Sent {
    schema_version: u32,
    #[serde(default)]
    media_type: Option<String>,
    #[serde(default)]
    artifact_type: Option<String>,
    #[serde(default)]
    config: Option<Descriptor>,
    #[serde(default)]
    layers: Option<Vec<Descriptor>>,
    #[serde(default)]
    manifests: Option<Vec<Descriptor>>,
    #[serde(default)]
    subject: Option<Descriptor>,
    #[serde(default)]
    annotations: Option<BTreeMap<String, String>>,
}

/// What a manifest says of a blob or of another manifest.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Descriptor {
    pub(super) media_type: String,
    pub(super) digest: String,
    pub(super) size: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    platform: Option<Platform>,
}

/// What a manifest in a list is for. Other fields are in the list itself.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Platform {
    #[serde(default)]
    architecture: String,
    #[serde(default)]
    os: String,
}

impl Descriptor {
    /// Layers that everyone has from elsewhere, and that are not pushed.
    fn is_foreign(&self) -> bool {
        FOREIGN.contains(&self.media_type.as_str())
    }

    fn is_valid(&self) -> bool {
        let texts = self.platform.as_ref().map(|of| [&of.architecture, &of.os]);
        let mut texts = texts.into_iter().flatten().chain([&self.media_type]);
        let is_size = i64::try_from(self.size).is_ok();
        is_size && !self.media_type.is_empty() && texts.all(|text| text.len() <= MEDIA_BYTES_MAX)
    }
}

/// A valid manifest.
pub(super) struct Manifest {
    kind: Kind,
    artifact_type: Option<String>,
    config: Option<Descriptor>,
    layers: Vec<Descriptor>,
    manifests: Vec<Descriptor>,
    /// The manifest that it says something about.
    pub(super) subject: Option<Descriptor>,
    /// What its author writes about it.
    pub(super) annotations: BTreeMap<String, String>,
}

impl Manifest {
    /// Reads a manifest that was sent with a media type; one that is stored is its own.
    pub(super) fn read(bytes: &[u8], content_type: Option<&str>) -> Result<Self, ManifestError> {
        let json = |error: serde_json::Error| ManifestError::Json(error.to_string());
        // What is stored stays readable when rules become stricter.
        let is_new = content_type.is_some();
        if is_new {
            strict::check(bytes).map_err(json)?;
        }
        let sent: Sent = serde_json::from_slice(bytes).map_err(json)?;
        if sent.schema_version != 2 {
            return Err(ManifestError::Schema);
        }
        let kind = sent.kind(content_type)?;
        let Sent { artifact_type, config, layers, manifests, subject, annotations, .. } = sent;
        let (layers, manifests) = (layers.unwrap_or_default(), manifests.unwrap_or_default());
        if !kind.lists_manifests() && config.is_none() {
            return Err(ManifestError::NoConfig);
        }
        if layers.len() + manifests.len() > DESCRIPTORS_MAX {
            return Err(ManifestError::TooMany);
        }
        let all = || config.iter().chain(&layers).chain(&manifests).chain(&subject);
        if let Some(wrong) = all().find(|descriptor| Digest::parse(&descriptor.digest).is_none()) {
            let digest = wrong.digest.chars().take(80).collect();
            return Err(ManifestError::Digest(digest));
        }
        let is_type = |text: &String| text.len() <= MEDIA_BYTES_MAX;
        if !all().all(Descriptor::is_valid) || !artifact_type.iter().all(is_type) {
            return Err(ManifestError::Text);
        }
        let annotations = annotations.unwrap_or_default();
        let bytes = annotations.iter().map(|(name, value)| name.len() + value.len() + 6);
        if is_new && subject.is_some() && bytes.sum::<usize>() > LISTED_BYTES_MAX {
            return Err(ManifestError::Annotations);
        }
        Ok(Self { kind, artifact_type, config, layers, manifests, subject, annotations })
    }

    /// Its media type.
    pub(super) const fn media_type(&self) -> &'static str {
        self.kind.media_type()
    }

    /// What kind of artifact it is: what it says, or else the type of its config.
    pub(super) fn artifact_type(&self) -> Option<&str> {
        let own = self.artifact_type.as_deref().filter(|own| !own.is_empty());
        own.or_else(|| self.config.as_ref().map(|config| config.media_type.as_str()))
    }

    /// The blobs and manifests that have to be in its image.
    pub(super) fn parts(&self, image: &str) -> Vec<Part> {
        let part = |descriptor: &Descriptor, is_manifest: bool| {
            let named = Digest::parse(&descriptor.digest)?;
            let mut paths = vec![named.blob_path(image)];
            if is_manifest {
                // Caches of builds list blobs among manifests.
                let blob = paths.pop().filter(|_| Kind::of(&descriptor.media_type).is_none());
                paths = [named.manifest_path(image)].into_iter().chain(blob).collect();
            }
            Some(Part { name: descriptor.digest.clone(), paths, bytes: descriptor.size })
        };
        let layers = self.layers.iter().filter(|layer| !layer.is_foreign());
        let blobs = self.config.iter().chain(layers).map(|blob| part(blob, false));
        let manifests = self.manifests.iter().map(|manifest| part(manifest, true));
        blobs.chain(manifests).flatten().collect()
    }

    /// What says how the image runs, and how it was built.
    pub(super) const fn config(&self) -> Option<&Descriptor> {
        self.config.as_ref()
    }

    /// The layers, the first one at the bottom.
    pub(super) fn layers(&self) -> &[Descriptor] {
        &self.layers
    }

    /// The digests of the manifests that it lists.
    pub(super) fn manifests(&self) -> impl Iterator<Item = &str> {
        let manifests = self.manifests.iter();
        let manifests = manifests.filter(|listed| Kind::of(&listed.media_type).is_some());
        manifests.map(|listed| listed.digest.as_str())
    }

    /// The digests of the blobs that are pushed with it. Caches of builds list some among manifests.
    pub(super) fn blobs(&self) -> impl Iterator<Item = &str> {
        let layers = self.layers.iter().filter(|layer| !layer.is_foreign());
        let listed = self.manifests.iter().filter(|of| Kind::of(&of.media_type).is_none());
        let blobs = self.config.iter().chain(layers).chain(listed);
        blobs.map(|blob| blob.digest.as_str())
    }

    /// What searches need.
    pub(super) fn summary(&self) -> Summary {
        let text = |names: &[&str]| {
            let mut found = names.iter().filter_map(|name| self.annotations.get(*name));
            found.next().cloned().unwrap_or_default()
        };
        Summary::cut(
            &text(&["org.opencontainers.image.description", "org.opencontainers.image.title"]),
            &[],
            &text(&["org.opencontainers.image.licenses"]),
        )
    }
}

impl Sent {
    /// What a client reads as an image, another one must not read as a list.
    fn kind(&self, content_type: Option<&str>) -> Result<Kind, ManifestError> {
        let is_image = self.config.is_some() || self.layers.is_some();
        if is_image && self.manifests.is_some() {
            return Err(ManifestError::Ambiguous);
        }
        let own = self.media_type.as_deref().filter(|own| !own.is_empty());
        let kind = match own {
            Some(own) => Kind::of(own).ok_or(ManifestError::MediaType)?,
            // Only those of OCI may leave it out.
            None if self.manifests.is_some() => Kind::Index,
            None => Kind::Image,
        };
        let lists = self.manifests.is_some();
        if kind.lists_manifests() != lists {
            return Err(ManifestError::Ambiguous);
        }
        match content_type.map(|sent| sent.split(';').next().unwrap_or_default().trim()) {
            None => Ok(kind),
            Some(sent) if sent.eq_ignore_ascii_case(kind.media_type()) => Ok(kind),
            Some(sent) if Kind::of(&sent.to_ascii_lowercase()).is_none() => {
                Err(ManifestError::MediaType)
            }
            Some(_) => Err(ManifestError::OtherType),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const IMAGE: &str = "application/vnd.oci.image.manifest.v1+json";

    fn descriptor(digit: &str) -> Value {
        json!({"mediaType": "application/octet-stream", "digest": format!("sha256:{}", digit.repeat(64)), "size": 3})
    }

    fn read(manifest: &Value, content_type: &str) -> Result<Manifest, ManifestError> {
        Manifest::read(manifest.to_string().as_bytes(), Some(content_type))
    }

    #[test]
    fn a_manifest_is_either_an_image_or_a_list() {
        let image =
            json!({"schemaVersion": 2, "config": descriptor("a"), "layers": [descriptor("b")]});
        let list = json!({"schemaVersion": 2, "mediaType": INDEX, "manifests": [descriptor("c")]});
        assert_eq!(read(&image, IMAGE).unwrap().parts("shop").len(), 2);
        assert_eq!(read(&list, INDEX).unwrap().parts("shop")[0].paths.len(), 2);
        let mut both = image.clone();
        both["manifests"] = json!([descriptor("c")]);
        let mut as_list = image.clone();
        as_list["mediaType"] = json!(INDEX);
        for (manifest, content_type, error) in [
            (&both, IMAGE, ManifestError::Ambiguous),
            (&as_list, INDEX, ManifestError::Ambiguous),
            (&image, INDEX, ManifestError::OtherType),
            (&list, IMAGE, ManifestError::OtherType),
            (&image, "application/json", ManifestError::MediaType),
            (&json!({"schemaVersion": 1, "config": descriptor("a")}), IMAGE, ManifestError::Schema),
            (&json!({"schemaVersion": 2, "layers": []}), IMAGE, ManifestError::NoConfig),
        ] {
            assert_eq!(read(manifest, content_type).err(), Some(error), "{manifest}");
        }
    }

    #[test]
    fn layers_from_elsewhere_need_not_be_pushed() {
        let mut foreign = descriptor("b");
        foreign["mediaType"] =
            json!("application/vnd.oci.image.layer.nondistributable.v1.tar+gzip");
        let image = json!({"schemaVersion": 2, "config": descriptor("a"), "layers": [foreign]});
        assert_eq!(read(&image, IMAGE).unwrap().parts("shop").len(), 1);
    }

    #[test]
    fn a_field_that_occurs_twice_is_not_taken() {
        let text = r#"{"schemaVersion": 2, "manifests": [], "manifests": []}"#;
        let error = Manifest::read(text.as_bytes(), Some(INDEX)).err();
        assert!(matches!(error, Some(ManifestError::Json(_))));
    }

    #[test]
    fn what_it_is_comes_from_its_config_if_it_does_not_say() {
        let mut image = json!({"schemaVersion": 2, "config": descriptor("a"), "layers": []});
        assert_eq!(read(&image, IMAGE).unwrap().artifact_type(), Some("application/octet-stream"));
        image["artifactType"] = json!("example/x");
        assert_eq!(read(&image, IMAGE).unwrap().artifact_type(), Some("example/x"));
    }
}
