//! The versions of packages and their tags, as transactions change them.

use redb::ReadableTable;
use waybill_machines::rules::packages::Summary;

use super::apply::{Files, Referring, read, written};
use super::{TAGS, VERSIONS, of_view};
use crate::repositories::{
    Package, RepositoryError, StoredVersion, TrashedVersion, VersionFile, VersionId,
};

/// The place of the metadata of a file, among the paths of files: none of them begins with a slash.
pub(super) fn place_of(path: &str) -> String {
    format!("/{path}")
}

/// The versions of one repository, within a transaction.
pub(super) struct Versions<'a>(pub(super) Files<'a>);

impl Versions<'_> {
    pub(super) fn get(
        &self,
        package: &str,
        version: &str,
    ) -> Result<Option<StoredVersion>, RepositoryError> {
        let Files { transaction, repository, .. } = self.0;
        let table = transaction.open_table(VERSIONS).map_err(of_view)?;
        let found = table.get((repository, package, version)).map_err(of_view)?;
        found.map(|found| read(found.value())).transpose()
    }

    /// The package with all of its versions, without its revision.
    pub(super) fn package(&self, name: &str) -> Result<Package, RepositoryError> {
        let Files { transaction, repository, .. } = self.0;
        let versions = transaction.open_table(VERSIONS).map_err(of_view)?;
        let tags = transaction.open_table(TAGS).map_err(of_view)?;
        package_in(&versions, &tags, repository, name)
    }

    fn write(&self, package: &str, stored: &StoredVersion) -> Result<(), RepositoryError> {
        let Files { transaction, repository, .. } = self.0;
        let mut table = transaction.open_table(VERSIONS).map_err(of_view)?;
        let key = (repository, package, stored.version.as_str());
        table.insert(key, &written(stored)?[..]).map_err(of_view)?;
        Ok(())
    }

    /// Adds a version with a file, or the file to the version that is there, where it replaces one with its path.
    pub(super) fn put(&self, package: &str, new: StoredVersion) -> Result<(), RepositoryError> {
        let mut known = self.get(package, &new.version)?;
        for file in &new.files {
            let place = place_of(&file.path);
            let files = known.as_mut().map(|stored| &mut stored.files);
            let replaced = files.and_then(|files| {
                let at = files.iter().position(|known| known.path == file.path)?;
                Some(files.remove(at))
            });
            let before = replaced.as_ref().map(|replaced| referring(&place, replaced));
            self.0.refer(before, Some(referring(&place, file)))?;
        }
        let Some(mut stored) = known else {
            self.0.touched.added(self.0, package, &new.version);
            return self.write(package, &new);
        };
        self.0.touched.extended(self.0, package, &new.version);
        stored.files.extend(new.files);
        if new.summary != Summary::default() {
            stored.summary = new.summary;
        }
        self.write(package, &stored)
    }

    /// Changes what is known of a version beside its metadata.
    pub(super) fn mark(
        &self,
        package: &str,
        version: &str,
        marked: impl FnOnce(StoredVersion) -> StoredVersion,
    ) -> Result<(), RepositoryError> {
        let Some(stored) = self.get(package, version)? else { return Ok(()) };
        self.0.touched.changed(self.0, package);
        self.write(package, &marked(stored))
    }

    pub(super) fn set_tag(
        &self,
        package: &str,
        tag: &str,
        version: Option<&str>,
    ) -> Result<(), RepositoryError> {
        let Files { transaction, repository, touched } = self.0;
        touched.tagged(self.0, package);
        let mut tags = transaction.open_table(TAGS).map_err(of_view)?;
        let key = (repository, package, tag);
        match version {
            Some(version) => drop(tags.insert(key, version).map_err(of_view)?),
            None => drop(tags.remove(key).map_err(of_view)?),
        }
        Ok(())
    }

    /// What is known of the version of a file that goes to the trash.
    pub(super) fn to_trash(
        &self,
        id: &VersionId,
        path: &str,
    ) -> Result<Option<TrashedVersion>, RepositoryError> {
        let Some(mut stored) = self.get(&id.package, &id.version)? else { return Ok(None) };
        stored.files.retain(|file| file.path == path);
        let Files { transaction, repository, .. } = self.0;
        let tags = transaction.open_table(TAGS).map_err(of_view)?;
        let (from, to) = all_of(&id.package);
        let mut naming = Vec::new();
        for tag in tags.range((repository, from, "")..(repository, &to, "")).map_err(of_view)? {
            let (key, version) = tag.map_err(of_view)?;
            if version.value() == id.version {
                naming.push(key.value().2.to_owned());
            }
        }
        Ok(Some(TrashedVersion { stored, tags: naming }))
    }

    /// Restores a version with a file from the trash, and those of its tags that name no other one meanwhile.
    pub(super) fn restore(
        &self,
        id: &VersionId,
        version: TrashedVersion,
    ) -> Result<(), RepositoryError> {
        let TrashedVersion { stored, tags } = version;
        self.put(&id.package, stored)?;
        for tag in tags {
            let is_taken = {
                let table = self.0.transaction.open_table(TAGS).map_err(of_view)?;
                let key = (self.0.repository, id.package.as_str(), tag.as_str());
                table.get(key).map_err(of_view)?.is_some()
            };
            if !is_taken {
                self.set_tag(&id.package, &tag, Some(&id.version))?;
            }
        }
        Ok(())
    }

    /// Removes a file of a version, and with its last file the version and the tags that name it.
    pub(super) fn remove_file(&self, id: &VersionId, path: &str) -> Result<(), RepositoryError> {
        let VersionId { package, version } = id;
        let Some(mut stored) = self.get(package, version)? else { return Ok(()) };
        let Some(at) = stored.paths().position(|known| known == path) else { return Ok(()) };
        let file = stored.files.remove(at);
        self.0.touched.changed(self.0, package);
        self.0.refer(Some(referring(&place_of(path), &file)), None)?;
        if !stored.files.is_empty() {
            return self.write(package, &stored);
        }
        let Files { transaction, repository, .. } = self.0;
        let mut table = transaction.open_table(VERSIONS).map_err(of_view)?;
        table.remove((repository, package.as_str(), version.as_str())).map_err(of_view)?;
        let mut tags = transaction.open_table(TAGS).map_err(of_view)?;
        let (from, to) = all_of(package);
        let range = (repository, from, "")..(repository, to.as_str(), "");
        tags.retain_in(range, |_, named| named != version).map_err(of_view)
    }
}

fn referring<'a>(place: &'a str, file: &VersionFile) -> Referring<'a> {
    Referring { blob: file.blob(), place, bytes: file.document.bytes, is_file: false }
}

/// The name of a package and the next possible one: between them is everything of the package.
pub(super) fn all_of(package: &str) -> (&str, String) {
    (package, format!("{package}\0"))
}

/// A package in the tables of a transaction, without its revision.
pub(super) fn package_in(
    versions: &impl ReadableTable<(&'static str, &'static str, &'static str), &'static [u8]>,
    tags: &impl ReadableTable<(&'static str, &'static str, &'static str), &'static str>,
    repository: &str,
    package: &str,
) -> Result<Package, RepositoryError> {
    let (from, to) = all_of(package);
    let range = || (repository, from, "")..(repository, to.as_str(), "");
    let versions = versions.range(range()).map_err(of_view)?;
    let versions = versions.map(|entry| read(entry.map_err(of_view)?.1.value()));
    let versions: Vec<StoredVersion> = versions.collect::<Result<_, _>>()?;
    let tags = tags.range(range()).map_err(of_view)?.map(|entry| {
        let (key, version) = entry.map_err(of_view)?;
        Ok::<_, RepositoryError>((key.value().2.to_owned(), version.value().to_owned()))
    });
    let tags = tags.collect::<Result<_, _>>()?;
    Ok(Package { name: package.to_owned(), revision: 0, versions, tags })
}
