//! Modules that are joined of several sources: other proxies of modules, and repositories of this server.

use std::collections::BTreeSet;

use waybill_platform::repositories::{FixedContent, Package, StoredRepository};
use waybill_versions::go::is_pseudo;

use super::archive::{MOD_BYTES_MAX, MODULE_BYTES_MAX};
use super::names::{escaped, folder_of, is_version, path_of};
use crate::components::joined::{Format, UpstreamDocument};
use crate::error::ApiError;
use crate::state::AppState;

/// Modules of go.
pub(super) struct GoFormat;

/// The versions of a module. Other proxies list those that have tags.
#[derive(Debug)]
pub(super) struct Module {
    pub(super) name: String,
    pub(super) versions: BTreeSet<String>,
}

/// The parts of a path, which is the same on every proxy.
fn parts_of(path: &str) -> Vec<String> {
    path.split('/').map(str::to_owned).collect()
}

/// The document in which an upstream names the latest version of a module.
pub(super) fn latest_of(module: &str) -> UpstreamDocument {
    let path = format!("{}/@latest", escaped(module));
    UpstreamDocument { from: parts_of(&path), path, accept: None }
}

impl Format for GoFormat {
    type Index = Module;

    fn folder(&self, name: &str) -> String {
        folder_of(name)
    }

    fn upstream(&self, name: &str) -> UpstreamDocument {
        let path = format!("{}/list", folder_of(name));
        UpstreamDocument { from: parts_of(&path), path, accept: None }
    }

    fn read(&self, name: &str, document: &[u8], _: &[u8]) -> Option<Module> {
        let lines = str::from_utf8(document).ok()?.lines();
        let versions = lines.filter_map(|line| line.split_whitespace().next());
        let versions = versions.filter(|version| is_version(version) && !is_pseudo(version));
        let versions = versions.map(str::to_owned).collect();
        Some(Module { name: name.to_owned(), versions })
    }

    async fn local(
        &self,
        _: &AppState,
        _: &StoredRepository,
        package: Package,
    ) -> Result<Module, ApiError> {
        let versions = package.versions.into_iter().map(|stored| stored.version).collect();
        Ok(Module { name: package.name, versions })
    }

    fn retain(&self, module: &mut Module, keeps: &dyn Fn(&str, &FixedContent) -> bool) {
        let Module { name, versions } = module;
        // A list says nothing of contents. go compares them with what it knows.
        versions.retain(|version| keeps(&path_of(name, version), &FixedContent::default()));
    }

    /// No list links to anything: [`Format::address`] says where the files are.
    fn find(&self, _: &Module, _: &str) -> Option<(String, FixedContent)> {
        None
    }

    fn address(&self, path: &str) -> Option<Vec<String>> {
        Some(parts_of(path))
    }

    fn bytes_max(&self, path: &str) -> u64 {
        if path.rsplit('.').next() == Some("zip") { MODULE_BYTES_MAX } else { MOD_BYTES_MAX }
    }

    fn join(&self, module: &mut Module, other: Module) {
        module.versions.extend(other.versions);
    }

    /// A module all of whose versions were made of commits has an empty list.
    fn is_empty(&self, _: &Module) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_versions_that_have_tags_and_nothing_else() {
        let list = b"v1.0.0\nv1.1.0 2026-01-01T00:00:00Z\n\nmain\nv1\n<html>\nv0.0.0-20260101000000-abcdef012345\n../v2.0.0\n";
        let module = GoFormat.read("a.b/c", list, b"").unwrap();
        let versions: Vec<_> = module.versions.iter().map(String::as_str).collect();
        assert_eq!(versions, ["v1.0.0", "v1.1.0"]);
        assert!(GoFormat.read("a.b/c", b"\xff", b"").is_none());
        let none = GoFormat.read("a.b/c", b"", b"").unwrap();
        assert!(!GoFormat.is_empty(&none));
    }

    #[test]
    fn files_are_where_every_proxy_has_them() {
        let path = path_of("github.com/Acme/shop", "v1.0.0");
        let parts = GoFormat.address(&path).unwrap();
        assert_eq!(parts, ["github.com", "!acme", "shop", "@v", "v1.0.0.zip"]);
        assert_eq!(GoFormat.bytes_max(&path), MODULE_BYTES_MAX);
        assert_eq!(latest_of("a.b/C").path, "a.b/!c/@latest");
    }
}
