//! The plugins of a group, which Maven finds by the prefixes of their goals.

use std::collections::HashSet;

use waybill_machines::rules::repositories::RepositoryClass;
use waybill_platform::repositories::StoredRepository;
use waybill_versions::Scheme;

use super::layout::{METADATA, Place, is_name, package_of};
use super::metadata::{begin, line};
use super::pom::Pom;
use super::xml::{decoded, visit};
use crate::caller::PackageClient;
use crate::components::joined::{UpstreamDocument, contents, document_of, is_joined};
use crate::components::package_index::{Document, keep_visible, metadata, published};
use crate::components::repositories::sources::{all_sources, has_priority};
use crate::components::repository_index::kept;
use crate::error::ApiError;
use crate::state::AppState;

/// The packaging of a plugin.
const PLUGIN: &str = "maven-plugin";
/// The most plugins that the document of an upstream may name.
const PLUGINS_MAX: usize = 1_000;

/// A plugin.
#[derive(Debug, Default, PartialEq, Eq)]
struct Plugin {
    /// What the goals of it begin with on a command line.
    prefix: String,
    artifact: String,
    title: String,
}

/// The document about the plugins of a group; none if it has no plugin that the client may see.
pub(super) async fn of_group(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    group: &str,
) -> Result<Option<Document>, ApiError> {
    let document = if is_joined(repository) {
        let plugins = of_sources(state, client, repository, group).await?;
        Document::new(written(&plugins).into_bytes())?
    } else {
        of_packages(state, client, repository, group).await?
    };
    Ok(Some(document).filter(|document| !document.is_empty()))
}

/// The document about the plugins of a group in a local repository.
async fn of_packages(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    group: &str,
) -> Result<Document, ApiError> {
    let begins = format!("{group}:");
    kept(state, client, repository, format!("plugins {group}"), async |names| {
        let mut plugins = Vec::new();
        for name in names {
            let Some(artifact) = name.strip_prefix(&begins) else { continue };
            if let Some((prefix, title)) = plugin(state, client, repository, &name).await? {
                let prefix = prefix.unwrap_or_else(|| prefix_of(artifact));
                plugins.push(Plugin { prefix, artifact: artifact.to_owned(), title });
            }
        }
        Ok(written(&plugins).into_bytes())
    })
    .await
}

/// The plugins of a group in all sources of a repository. A prefix or an artifact of a local one is taken from no other
/// server, and those of one with priority from none after it.
async fn of_sources(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    group: &str,
) -> Result<Vec<Plugin>, ApiError> {
    let mut sources = all_sources(state, repository).await?;
    let is_local = |source: &StoredRepository| source.settings.class == RepositoryClass::Local;
    sources.sort_by_key(|source| (!is_local(source), !has_priority(source)));
    let folder = group.replace('.', "/");
    let (mut plugins, mut failed) = (Vec::<Plugin>::new(), None);
    let mut taken = HashSet::new();
    for source in &sources {
        if !client.rights().show_folder(source, &folder) {
            continue;
        }
        let found = if is_local(source) {
            read(&of_packages(state, client, source, group).await?.body())
        } else {
            let document = UpstreamDocument::at(format!("{folder}/{METADATA}"));
            match document_of(state, source, document).await {
                Ok(Some(document)) => read(&contents(state, &document).await?),
                Ok(None) => None,
                Err(error) => {
                    failed = failed.or(Some(error));
                    None
                }
            }
        };
        for plugin in found.unwrap_or_default() {
            let package = package_of(group, &plugin.artifact);
            let is_known = taken.contains(&plugin.prefix) || taken.contains(&package);
            if is_known
                || !is_local(source) && is_kept_from(state, repository, &sources, &package).await?
            {
                continue;
            }
            taken.extend([plugin.prefix.clone(), package]);
            plugins.push(plugin);
        }
    }
    match failed {
        Some(error) if plugins.is_empty() => Err(error),
        _ => Ok(plugins),
    }
}

/// Whether a package is asked of no other server: its name is reserved, or that of a local one.
async fn is_kept_from(
    state: &AppState,
    repository: &StoredRepository,
    sources: &[StoredRepository],
    package: &str,
) -> Result<bool, ApiError> {
    if repository.settings.members.as_ref().is_some_and(|members| members.reserve(package)) {
        return Ok(true);
    }
    for source in sources {
        let is_local = source.settings.class == RepositoryClass::Local;
        if is_local && published(state, source, package).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Reads a document about plugins. None if it is not valid.
fn read(document: &[u8]) -> Option<Vec<Plugin>> {
    if document.is_empty() {
        return None;
    }
    let (mut plugins, mut plugin) = (Vec::new(), Plugin::default());
    let done = visit(&decoded(document).ok()?, |path, text| {
        let field = match path {
            "metadata/plugins/plugin/name" => &mut plugin.title,
            "metadata/plugins/plugin/prefix" => &mut plugin.prefix,
            "metadata/plugins/plugin/artifactId" => &mut plugin.artifact,
            "metadata/plugins/plugin" => return plugins.push(std::mem::take(&mut plugin)),
            _ => return,
        };
        text.clone_into(field);
    });
    done.ok().filter(|()| plugins.len() <= PLUGINS_MAX)?;
    plugins.retain(|plugin| is_name(&plugin.artifact) && !plugin.prefix.is_empty());
    Some(plugins)
}

/// The prefix that the pom of a plugin names, and the plugin's name; none if the package is no plugin.
async fn plugin(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    package: &str,
) -> Result<Option<(Option<String>, String)>, ApiError> {
    // Its last version may have been removed meanwhile.
    let Some(mut package) = published(state, repository, package).await? else { return Ok(None) };
    keep_visible(&mut package, client.rights().sight(repository).as_ref());
    let newest = Scheme::Maven.sort(package.versions, |stored| &stored.version).pop();
    let mut files = newest.into_iter().flat_map(|stored| stored.files);
    let is_pom = |path: &str| Place::parse(path).is_some_and(|place| place.is_pom());
    let Some(file) = files.find(|file| is_pom(&file.path)) else { return Ok(None) };
    let document = metadata(state, &file).await?;
    let pom: Pom = serde_json::from_slice(&document).map_err(|_| ApiError::internal())?;
    let prefix = Some(pom.goal_prefix).filter(|prefix| !prefix.is_empty());
    Ok((pom.packaging == PLUGIN).then_some((prefix, pom.name)))
}

/// The prefix of a plugin that names none, by the name of its artifact.
fn prefix_of(artifact: &str) -> String {
    let of_maven = artifact.strip_prefix("maven-").and_then(|name| name.strip_suffix("-plugin"));
    let prefix = of_maven.or_else(|| artifact.strip_suffix("-maven-plugin"));
    prefix.unwrap_or(artifact).to_owned()
}

fn written(plugins: &[Plugin]) -> String {
    if plugins.is_empty() {
        return String::new();
    }
    let mut text = begin(None);
    text.push_str("  <plugins>\n");
    for Plugin { prefix, artifact, title } in plugins {
        let title = if title.is_empty() { artifact } else { title };
        text.push_str("    <plugin>\n");
        text.push_str(&line(6, "name", title));
        text.push_str(&line(6, "prefix", prefix));
        text.push_str(&line(6, "artifactId", artifact));
        text.push_str("    </plugin>\n");
    }
    text.push_str("  </plugins>\n</metadata>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plugin_has_the_prefix_that_maven_derives() {
        for (artifact, prefix) in [
            ("maven-shop-plugin", "shop"),
            ("shop-maven-plugin", "shop"),
            ("shop", "shop"),
            ("maven-plugin", "maven-plugin"),
        ] {
            assert_eq!(prefix_of(artifact), prefix, "{artifact}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let plugin = |prefix: &str, artifact: &str, title: &str| Plugin {
            prefix: prefix.to_owned(),
            artifact: artifact.to_owned(),
            title: title.to_owned(),
        };
        let plugins = [plugin("shop", "shop-maven-plugin", "A & B"), plugin("x", "x", "x")];
        assert_eq!(read(written(&plugins).as_bytes()).as_deref(), Some(&plugins[..]));
        let odd = written(&[plugin("x", "../x", ""), plugin("", "x", "")]);
        assert_eq!(read(odd.as_bytes()), Some(Vec::new()));
        let many: Vec<Plugin> = (0..=PLUGINS_MAX).map(|_| plugin("x", "x", "x")).collect();
        assert_eq!(
            (read(written(&many).as_bytes()), read(b""), read(b"<metadata>")),
            (None, None, None)
        );
    }
}
