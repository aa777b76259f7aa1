//! The file of a version: an archive whose `package.json` is what will be installed.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde_json::value::RawValue;
use waybill_platform::repositories::DOCUMENT_BYTES_MAX;

use crate::components::tarball::{self, LIMITS, TarballError};

/// The scripts that run when a package is installed.
const INSTALL_SCRIPTS: [&str; 3] = ["preinstall", "install", "postinstall"];

/// What an archive has that clients have to know before they install it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Contents {
    /// Whether it fixes the versions of its dependencies.
    pub(super) has_shrinkwrap: bool,
    /// Whether something of it runs when it is installed.
    pub(super) has_install_script: bool,
}

/// Why a file is not that of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum ArchiveError {
    /// It cannot be read.
    #[error(transparent)]
    Tarball(#[from] TarballError),
    /// It has no manifest.
    #[error("The file has no package.json in its folder")]
    NoManifest,
    /// Its manifest is no JSON object with a name and a version.
    #[error("The package.json in the file is not valid JSON with a name and a version")]
    NotJson,
    /// It is of something else.
    #[error("The package.json in the file is of another package or version")]
    AnotherVersion,
}

/// Checks that a file is an archive of a version: otherwise what is shown of it would not be what is installed. Each
/// `package.json` is looked at, since the last one is unpacked over the others. Blocks on the disk.
pub(super) fn check(file: &Path, name: &str, version: &str) -> Result<Contents, ArchiveError> {
    let file = File::open(file).map_err(|_| TarballError::Damaged)?;
    check_archive(file, name, version)
}

fn check_archive(zipped: impl Read, name: &str, version: &str) -> Result<Contents, ArchiveError> {
    let (mut contents, mut is_found) = (Contents::default(), false);
    tarball::visit(LIMITS, zipped, |mut member| {
        match member.unpacked_name().as_deref() {
            Some("package.json") => {
                let text = member.text(DOCUMENT_BYTES_MAX).ok_or(ArchiveError::NotJson)?;
                contents.has_install_script |= check_manifest(&text, name, version)?;
                is_found = true;
            }
            Some("npm-shrinkwrap.json") => contents.has_shrinkwrap = true,
            Some("binding.gyp") => contents.has_install_script = true,
            _ => {}
        }
        Ok::<(), ArchiveError>(())
    })?;
    is_found.then_some(contents).ok_or(ArchiveError::NoManifest)
}

/// Checks a manifest; whether it has scripts that run when the package is installed.
fn check_manifest(text: &str, name: &str, version: &str) -> Result<bool, ArchiveError> {
    // As clients read it: without a byte order mark, and the last of two fields with the same name counts.
    let text = text.trim_start_matches('\u{feff}');
    let fields: BTreeMap<String, &RawValue> =
        serde_json::from_str(text).map_err(|_| ArchiveError::NotJson)?;
    let text_at = |field: &str| -> Result<String, ArchiveError> {
        let found = fields.get(field).and_then(|value| serde_json::from_str(value.get()).ok());
        found.ok_or(ArchiveError::NotJson)
    };
    // npm takes a leading v and build metadata away.
    let inside = text_at("version")?;
    let inside = inside.trim().trim_start_matches(['v', '=']);
    let inside = inside.split('+').next().unwrap_or_default();
    if text_at("name")? != name || inside != version {
        return Err(ArchiveError::AnotherVersion);
    }
    let scripts = fields.get("scripts").map(|scripts| scripts.get());
    let scripts: Option<BTreeMap<String, &RawValue>> =
        scripts.and_then(|scripts| serde_json::from_str(scripts).ok());
    Ok(scripts
        .is_some_and(|scripts| INSTALL_SCRIPTS.iter().any(|script| scripts.contains_key(*script))))
}

#[cfg(test)]
mod tests {
    use tar::EntryType;

    use super::*;
    use crate::components::tarball::tests::{archive, zipped};

    const MANIFEST: &str = r#"{"name": "shop", "version": "1.0.0"}"#;
    const OTHER: &str = r#"{"name": "evil", "version": "6.6.6"}"#;

    fn checked(files: &[(&str, &str)]) -> Result<Contents, ArchiveError> {
        let files: Vec<_> =
            files.iter().map(|(path, content)| (EntryType::Regular, *path, *content)).collect();
        check_archive(&zipped(&[&archive(&files)])[..], "shop", "1.0.0")
    }

    #[test]
    fn the_manifest_in_the_archive_is_that_of_the_version() {
        let own = ("package/package.json", MANIFEST);
        assert_eq!(checked(&[("package/a.js", ""), own]), Ok(Contents::default()));
        // A dependency that is part of the package is another one.
        let bundled = "package/node_modules/b/package.json";
        assert_eq!(checked(&[own, (bundled, OTHER)]), Ok(Contents::default()));
        for path in ["package/package.json", "other/package.json", "package/pac\u{212a}age.json"] {
            assert_eq!(checked(&[own, (path, OTHER)]), Err(ArchiveError::AnotherVersion), "{path}");
        }
        for (files, error) in [
            (&[][..], ArchiveError::NoManifest),
            (&[("package.json", MANIFEST)], ArchiveError::NoManifest),
            (&[("package/package.json", "{}")], ArchiveError::NotJson),
            (&[("package/package.json", "[")], ArchiveError::NotJson),
        ] {
            assert_eq!(checked(files), Err(error), "{files:?}");
        }
        // As clients read them.
        let marked = format!("\u{feff}{MANIFEST}");
        let twice = r#"{"name": "shop", "version": "6.6.6", "version": "v1.0.0+b"}"#;
        for manifest in [marked.as_str(), twice] {
            assert!(checked(&[("package/package.json", manifest)]).is_ok(), "{manifest}");
        }
        let link = [(EntryType::Symlink, "package/package.json", "")];
        let linked = check_archive(&zipped(&[&archive(&link)])[..], "shop", "1.0.0");
        assert_eq!(linked, Err(ArchiveError::NotJson));
    }

    #[test]
    fn what_clients_need_to_know_before_installing_is_found_in_the_archive() {
        let own = ("package/package.json", MANIFEST);
        let found = checked(&[own, ("package/npm-shrinkwrap.json", "{}")]).unwrap();
        assert_eq!((found.has_shrinkwrap, found.has_install_script), (true, false));
        assert!(checked(&[own, ("package/binding.gyp", "")]).unwrap().has_install_script);
        let runs = r#"{"name": "shop", "version": "1.0.0", "scripts": {"postinstall": "x"}}"#;
        assert!(checked(&[("package/package.json", runs)]).unwrap().has_install_script);
    }
}
