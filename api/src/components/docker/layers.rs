//! The layers of images, with the commands that made them (PKG-08).

use serde::Deserialize;
use waybill_platform::repositories::{FileInfo, Location, Sight, StoredRepository};

use super::manifest::{Descriptor, Manifest};
use super::manifests::{bytes_of, of_file};
use super::names::Digest;
use crate::error::ApiError;
use crate::state::AppState;
use crate::wire::image_layers::{ImageLayer, ImageLayers, VersionLayers};

/// The most images of an index that are read.
const IMAGES_MAX: usize = 32;
/// The most layers and commands of an image that are shown.
const LAYERS_MAX: usize = 500;
/// The largest configuration of an image that is read, in bytes.
const CONFIG_BYTES_MAX: u64 = 4 * 1_024 * 1_024;
/// The longest part of a command that is shown, in characters.
const COMMAND_CHARS_MAX: usize = 2_000;

/// What an image's configuration says of its layers. Those of other artifacts say nothing.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Config {
    os: Option<String>,
    architecture: Option<String>,
    history: Vec<Step>,
}

/// A step of building an image.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Step {
    created_by: String,
    empty_layer: bool,
}

/// The images of the manifest in a file, as far as they are in the repository and may be seen.
pub async fn images(
    state: &AppState,
    repository: &StoredRepository,
    sight: &dyn Sight,
    file: &FileInfo,
) -> Result<VersionLayers, ApiError> {
    let none = VersionLayers { images: Vec::new(), left_out: 0 };
    let Some((image, _)) = file.path.rsplit_once("/_manifests/") else { return Ok(none) };
    let manifest = read(state, file).await?;
    let listed: Vec<Digest> = manifest.manifests().filter_map(Digest::parse).collect();
    if listed.is_empty() {
        let found = Found { state, repository, sight, image };
        return Ok(VersionLayers {
            images: vec![found.image(file, &manifest).await?],
            left_out: 0,
        });
    }
    let found = Found { state, repository, sight, image };
    let mut images = Vec::new();
    for digest in listed.iter().take(IMAGES_MAX) {
        let Some(file) = found.file(digest.manifest_path(image)).await? else { continue };
        let manifest = read(state, &file).await?;
        images.push(found.image(&file, &manifest).await?);
    }
    let left_out = listed.len() - images.len();
    Ok(VersionLayers { images, left_out })
}

async fn read(state: &AppState, file: &FileInfo) -> Result<Manifest, ApiError> {
    let stored = of_file(state, file).await?;
    Manifest::read(&stored.bytes, None).map_err(|_| ApiError::upstream_not_understood())
}

/// Where the parts of an image are.
struct Found<'a> {
    state: &'a AppState,
    repository: &'a StoredRepository,
    sight: &'a dyn Sight,
    image: &'a str,
}

impl Found<'_> {
    /// A file that is there and may be seen.
    async fn file(&self, path: String) -> Result<Option<FileInfo>, ApiError> {
        if !self.sight.shows_file(&path) {
            return Ok(None);
        }
        let at = Location { repository: self.repository.clone(), path };
        let file = self.state.engine.ports().artifacts.file(at).await;
        file.map_err(|error| ApiError::of_repository(&error))
    }

    async fn image(&self, file: &FileInfo, manifest: &Manifest) -> Result<ImageLayers, ApiError> {
        let config = match manifest.config() {
            Some(descriptor) => self.config(descriptor).await?,
            None => Config::default(),
        };
        let platform = match (&config.os, &config.architecture) {
            (Some(os), Some(architecture)) => Some(format!("{os}/{architecture}")),
            _ => None,
        };
        let layers = manifest.layers();
        Ok(ImageLayers {
            digest: format!("sha256:{}", file.content.sha256.0),
            platform,
            bytes: layers.iter().map(|layer| layer.size).sum(),
            layers: with_commands(layers, config.history),
        })
    }

    /// The configuration; an empty one where it is of another kind or is not here.
    async fn config(&self, descriptor: &Descriptor) -> Result<Config, ApiError> {
        let Some(digest) = Digest::parse(&descriptor.digest) else { return Ok(Config::default()) };
        let file = self.file(digest.blob_path(self.image)).await?;
        let file = file.filter(|file| file.content.bytes <= CONFIG_BYTES_MAX);
        let Some(blob) = file.and_then(|file| file.blob()) else { return Ok(Config::default()) };
        let bytes = bytes_of(self.state, blob).await?;
        Ok(serde_json::from_slice(&bytes).unwrap_or_default())
    }
}

/// The steps of building an image with the layers that they made. Layers without a step are at the end.
fn with_commands(layers: &[Descriptor], history: Vec<Step>) -> Vec<ImageLayer> {
    let mut rest = layers.iter();
    let layer = |command: String, made: Option<&Descriptor>| ImageLayer {
        command,
        digest: made.map(|layer| layer.digest.clone()),
        bytes: made.map_or(0, |layer| layer.size),
    };
    let mut all: Vec<ImageLayer> = Vec::new();
    for Step { created_by, empty_layer } in history {
        let made = if empty_layer { None } else { rest.next() };
        all.push(layer(command(&created_by), made));
    }
    all.extend(rest.map(|made| layer(String::new(), Some(made))));
    all.truncate(LAYERS_MAX);
    all
}

/// A command as its author wrote it, without the shell that builders put before it.
fn command(created_by: &str) -> String {
    let text = created_by.trim();
    let text = text.strip_suffix("# buildkit").unwrap_or(text).trim();
    let plain = match text.strip_prefix("/bin/sh -c") {
        Some(rest) => match rest.trim().strip_prefix("#(nop)") {
            Some(rest) => rest.trim().to_owned(),
            None => format!("RUN {}", rest.trim()),
        },
        None => text.replacen("RUN /bin/sh -c", "RUN", 1),
    };
    plain.chars().take(COMMAND_CHARS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_what_authors_wrote() {
        for (created_by, shown) in [
            ("/bin/sh -c #(nop)  CMD [\"sh\"]", "CMD [\"sh\"]"),
            ("/bin/sh -c apk add curl", "RUN apk add curl"),
            ("RUN /bin/sh -c apk add curl # buildkit", "RUN apk add curl"),
            ("COPY . /app # buildkit", "COPY . /app"),
            ("", ""),
        ] {
            assert_eq!(command(created_by), shown);
        }
    }

    #[test]
    fn each_step_has_the_layer_that_it_made() {
        let descriptor = |digest: &str, size: u64| -> Descriptor {
            let read = serde_json::from_value(
                serde_json::json!({"mediaType": "", "digest": digest, "size": size}),
            );
            read.unwrap()
        };
        let step =
            |created_by: &str, empty_layer| Step { created_by: created_by.into(), empty_layer };
        let history = vec![step("ADD x", false), step("ENV a=b", true), step("COPY y", false)];
        let layers = [descriptor("a", 1), descriptor("b", 2), descriptor("c", 3)];
        let made = with_commands(&layers, history);
        let shown: Vec<_> =
            made.iter().map(|of| (of.command.as_str(), of.digest.as_deref(), of.bytes)).collect();
        let expected = [
            ("ADD x", Some("a"), 1),
            ("ENV a=b", None, 0),
            ("COPY y", Some("b"), 2),
            ("", Some("c"), 3),
        ];
        assert_eq!(shown, expected);
    }
}
