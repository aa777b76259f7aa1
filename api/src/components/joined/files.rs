//! The files of a package: each is served by the first source that has it.

use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::RepositoryClass;
use waybill_platform::repositories::{
    Address, FileInfo, FixedContent, Keeping, Location, StoredRepository, Wanted,
};

use super::format::Format;
use super::origin::Source;
use super::{Joined, is_joined};
use crate::components::repositories::sources::{asked_for, fetched};
use crate::error::ApiError;

impl<F: Format> Joined<'_, F> {
    /// The file at a path, of the first source that has it, which is returned too.
    ///
    /// # Errors
    ///
    /// As the rights of the client say; 404 if there is none.
    pub(in crate::components) async fn file(
        &self,
        path: &str,
    ) -> Result<(StoredRepository, FileInfo), ApiError> {
        for member in self.readable(path).await? {
            // Where a source cannot answer, another one does not either: it may have another file of this name.
            if let Some(file) = self.file_of(&member, path).await? {
                return Ok((member, file));
            }
        }
        Err(self.missing(ApiError::no_such_file()).await)
    }

    /// The repositories that are asked for the package and whose file at a path the client may read.
    ///
    /// # Errors
    ///
    /// As the rights of the client say, if the repository is not virtual.
    pub(in crate::components) async fn readable(
        &self,
        path: &str,
    ) -> Result<Vec<StoredRepository>, ApiError> {
        if self.repository.settings.members.is_none() {
            self.client.require(Action::Read, self.repository, path)?;
        }
        let mut asked = asked_for(self.state, self.repository, self).await?;
        asked.retain(|member| self.client.rights().allow(Action::Read, member, path));
        Ok(asked)
    }

    /// The file at a path of one of the repositories that are asked.
    pub(in crate::components) async fn file_of(
        &self,
        member: &StoredRepository,
        path: &str,
    ) -> Result<Option<FileInfo>, ApiError> {
        let at = Location { repository: member.clone(), path: path.to_owned() };
        if is_joined(member) && !member.settings.takes(path) {
            return Ok(None);
        }
        let kept = self.state.engine.ports().artifacts.file(at.clone()).await;
        let kept = kept.map_err(|error| ApiError::of_repository(&error))?;
        let changes = self.format.changes(path);
        // What is kept of a published file never changes.
        if kept.is_some() && !changes || member.settings.class == RepositoryClass::Local {
            return Ok(kept);
        }
        let (from, content) = match self.format.address(path) {
            Some(parts) => (Address::Below(parts), FixedContent::default()),
            None => match self.linked(member, path).await? {
                Some(found) => found,
                None => return Ok(None),
            },
        };
        let bytes_max = self.format.bytes_max(path);
        let keeping = if changes { Keeping::Refreshed } else { Keeping::Fixed(content) };
        let checksum = self.format.checksum(path).map(Address::Below);
        fetched(self.state, Wanted { at, from, checksum, keeping, accept: None, bytes_max }).await
    }

    /// Where the document of an upstream says that the file at a path is.
    async fn linked(
        &self,
        member: &StoredRepository,
        path: &str,
    ) -> Result<Option<(Address, FixedContent)>, ApiError> {
        let Some(origin) = self.origin_of(member).await? else { return Ok(None) };
        let source = Source { repository: member.clone(), origin };
        let _permit = self.state.package_indexes.work().await;
        let found = self.read(&source).await?.and_then(|index| self.format.find(&index, path));
        let from = self.format.upstream(self.name).from;
        Ok(found.map(|(link, content)| (Address::Linked { from, link }, content)))
    }
}
