//! The documents that Maven reads to find versions: made of what is stored, whatever clients send, and of what
//! upstreams say.

use waybill_machines::Timestamp;
use waybill_platform::repositories::{Package, StoredRepository, StoredVersion};

use super::artifact::ArtifactFormat;
use super::layout::{METADATA, Place, group_at, is_snapshot, package_at, package_of};
use super::plugins;
use super::snapshot::SnapshotFormat;
use super::xml::escaped;
use crate::caller::PackageClient;
use crate::components::joined::{Format, Joined, is_joined};
use crate::components::package_index::{Document, Wanted, document, missing};
use crate::error::ApiError;
use crate::state::AppState;

/// What a kind of document says of a package.
pub(super) trait Metadata: Format {
    /// What it says of a package of a local repository. None if that is nothing.
    fn of(&self, known: &Package) -> Option<Self::Index>;

    /// Writes it. None if it says nothing.
    fn written(&self, index: Self::Index) -> Option<String>;
}

/// The document in a folder: about a snapshot, an artifact or the plugins of a group.
///
/// # Errors
///
/// 404 if nothing is there that the client may see; 401 to a client without credentials.
pub(super) async fn of_folder(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    folder: &str,
) -> Result<Document, ApiError> {
    let snapshot = folder.rsplit_once('/').filter(|(_, version)| is_snapshot(version));
    if let Some((package, version)) = snapshot
        && let Some((group, artifact)) = package_at(package)
    {
        let form = format!("{METADATA} {version}");
        let of = OfPackage { state, client, repository, name: package_of(&group, artifact), form };
        return of.document(&SnapshotFormat { version: version.to_owned() }).await;
    }
    let of_package = match package_at(folder) {
        None => Err(missing(client, repository)),
        Some((group, artifact)) => {
            let (name, form) = (package_of(&group, artifact), METADATA.to_owned());
            OfPackage { state, client, repository, name, form }.document(&ArtifactFormat).await
        }
    };
    match (of_package, group_at(folder)) {
        (Err(missing), Some(group)) => {
            let plugins = plugins::of_group(state, client, repository, &group).await?;
            plugins.ok_or(missing)
        }
        (found, _) => found,
    }
}

/// A document of a package.
struct OfPackage<'a> {
    state: &'a AppState,
    client: &'a PackageClient,
    repository: &'a StoredRepository,
    /// The name of the package.
    name: String,
    /// What distinguishes it from the other documents of the package.
    form: String,
}

impl OfPackage<'_> {
    async fn document(self, format: &impl Metadata) -> Result<Document, ApiError> {
        let Self { state, client, repository, name, form } = self;
        if is_joined(repository) {
            let joined = Joined { state, client, repository, name: &name, format };
            let document = joined.document(form, async |index| {
                let written = format.written(index).map(String::into_bytes);
                written.ok_or_else(|| missing(client, repository))
            });
            return document.await;
        }
        let folder = format.folder(&name);
        let wanted = Wanted { repository, package: &name, folder, form: form.into() };
        document(state, client, wanted, async |known| {
            let written = format.of(known).and_then(|index| format.written(index));
            written.map(String::into_bytes).ok_or_else(|| missing(client, repository))
        })
        .await
    }
}

/// The places of the files of a version, with the times at which they were published.
pub(super) fn places(stored: &StoredVersion) -> impl Iterator<Item = (Place, Timestamp)> {
    stored.files.iter().filter_map(|file| Some((Place::parse(&file.path)?, file.published_at)))
}

/// The beginning of a document: of what it is, if it is of an artifact or a version of it.
pub(super) fn begin(of: Option<(&str, &str, Option<&str>)>) -> String {
    let mut text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<metadata modelVersion=\"1.1.0\">\n"
            .to_owned();
    let Some((group, artifact, version)) = of else { return text };
    text.push_str(&line(2, "groupId", group));
    text.push_str(&line(2, "artifactId", artifact));
    if let Some(version) = version {
        text.push_str(&line(2, "version", version));
    }
    text
}

/// An element with a text in a line of its own.
pub(super) fn line(spaces: usize, name: &str, text: &str) -> String {
    format!("{:spaces$}<{name}>{}</{name}>\n", "", escaped(text))
}

/// A time as Maven writes it: `20260101120000`, with something between the date and the time of day.
pub(super) fn digits(time: Timestamp, between: &str) -> String {
    let text = time.to_string();
    let digits: String = text.chars().filter(char::is_ascii_digit).take(14).collect();
    digits
        .split_at_checked(8)
        .map_or_else(String::new, |(date, rest)| format!("{date}{between}{rest}"))
}
