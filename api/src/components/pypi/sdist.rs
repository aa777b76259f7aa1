//! Source distributions: gzipped tar files with a `PKG-INFO` in their folder (PEP 625).

use std::io::Read;

use waybill_platform::repositories::DOCUMENT_BYTES_MAX;

use super::archive::{ArchiveError, is_folder_of};
use super::names::FileName;
use crate::components::path_names::stays_inside;
use crate::components::tarball::{self, LIMITS};

const PKG_INFO: &str = "PKG-INFO";

/// The metadata in a source distribution. Blocks on what it reads.
pub(super) fn metadata(file: impl Read, name: &FileName) -> Result<String, ArchiveError> {
    let mut found: Option<String> = None;
    tarball::visit(LIMITS, file, |mut member| {
        if !stays_inside(&member.path) {
            return Err(ArchiveError::Outside);
        }
        if !member.is_plain() {
            return Err(ArchiveError::NotPlain);
        }
        let folder = member.path.split('/').next().unwrap_or_default();
        if !is_folder_of(folder, name) {
            return Err(ArchiveError::Outside);
        }
        // Systems differ in whether case matters, and the last one is unpacked over the others.
        if member.unpacked_name().is_some_and(|name| name.eq_ignore_ascii_case(PKG_INFO)) {
            let is_spelled = member.path.ends_with(PKG_INFO);
            if found.is_some() || !is_spelled {
                return Err(ArchiveError::NoMetadata(PKG_INFO));
            }
            found = Some(member.text(DOCUMENT_BYTES_MAX).ok_or(ArchiveError::NoText)?);
        }
        Ok(())
    })?;
    found.ok_or(ArchiveError::NoMetadata(PKG_INFO))
}

#[cfg(test)]
mod tests {
    use tar::EntryType;

    use super::*;
    use crate::components::tarball::tests::{archive, zipped};

    #[test]
    fn there_is_one_pkg_info_in_the_folder_of_the_version() {
        let name = FileName::parse("shop_core-1.0.tar.gz").unwrap();
        let read = |entries: &[(EntryType, &str, &str)]| {
            metadata(&zipped(&[&archive(entries)])[..], &name)
        };
        let file = |path, text| (EntryType::Regular, path, text);
        let own = file("shop_core-1.0/PKG-INFO", "Name: shop-core");
        assert_eq!(
            read(&[own, file("shop_core-1.0/src/PKG-INFO", "x")]).unwrap(),
            "Name: shop-core"
        );
        assert_eq!(read(&[file("Shop.Core-1.0.0/PKG-INFO", "x")]).unwrap(), "x");
        let none = ArchiveError::NoMetadata(PKG_INFO);
        for (entries, error) in [
            (&[file("shop_core-1.0/setup.py", "")][..], none),
            (&[own, file("shop_core-1.0/PKG-INFO", "Name: other")], none),
            (&[own, file("shop_core-1.0/pkg-info", "Name: other")], none),
            (&[file("shop_core-1.1/PKG-INFO", "")], ArchiveError::Outside),
            (&[own, file("other/a", "")], ArchiveError::Outside),
            (&[own, (EntryType::Symlink, "shop_core-1.0/a", "")], ArchiveError::NotPlain),
        ] {
            assert_eq!(read(entries), Err(error), "{entries:?}");
        }
    }
}
