//! The repositories that answer for another one: a virtual repository has its files from those that it joins, whose
//! rights and quotas hold.

use waybill_machines::rules::repositories::RepositoryClass;
use waybill_machines::rules::repository_sources::Members;
use waybill_platform::permissions::Rights;
use waybill_platform::repositories::{
    Address, FileInfo, Keeping, Kind, Location, RepositoryError, Searched, StoredRepository,
    UpstreamError, Wanted,
};

use crate::caller::PackageClient;
use crate::error::ApiError;
use crate::state::AppState;

/// Whether a caller may know that a repository exists: of a virtual one, if it may know of one that is joined.
pub async fn is_shown(
    state: &AppState,
    rights: &Rights,
    repository: &StoredRepository,
) -> Result<bool, ApiError> {
    if rights.show(repository) {
        return Ok(true);
    }
    let members = members(state, repository).await?;
    Ok(members.iter().any(|member| rights.show(member)))
}

/// The repository that takes what is uploaded to another one.
pub async fn deployed_to(
    state: &AppState,
    client: &PackageClient,
    repository: StoredRepository,
) -> Result<StoredRepository, ApiError> {
    let Some(joined) = &repository.settings.members else {
        let refused = RepositoryError::ReadOnly(repository.settings.class);
        let is_local = is_local(&repository);
        return is_local.then_some(repository).ok_or_else(|| ApiError::of_repository(&refused));
    };
    let members = members(state, &repository).await?;
    let member = members.into_iter().find(|member| Some(&member.id) == joined.deploys_to.as_ref());
    let member = member.ok_or_else(ApiError::takes_no_uploads)?;
    // What it is called is not for those who may not know of it.
    let is_shown = client.rights().show(&member);
    is_shown.then_some(member).ok_or_else(ApiError::takes_no_uploads)
}

/// What is looked for in repositories.
pub trait Lookup: Sync {
    /// Its name, which patterns reserve.
    fn name(&self) -> &str;

    /// Whether a virtual repository reserves the name.
    fn is_reserved_by(&self, members: &Members) -> bool {
        members.reserve(self.name())
    }

    /// Whether a local repository holds something of this name, or the upstream of a remote one.
    fn is_held_by(
        &self,
        repository: &StoredRepository,
    ) -> impl Future<Output = Result<bool, ApiError>> + Send;
}

/// The repositories that are asked for a name, in their order: a repository itself, or those that a virtual one joins.
/// A name that a local repository or one with priority holds, or that is reserved, is asked of no other remote one:
/// otherwise a stranger could publish it there. That holds for clients, too, who may not read what is held.
pub async fn asked_for(
    state: &AppState,
    repository: &StoredRepository,
    lookup: &impl Lookup,
) -> Result<Vec<StoredRepository>, ApiError> {
    let Some(joined) = &repository.settings.members else { return Ok(vec![repository.clone()]) };
    let mut members = members(state, repository).await?;
    if lookup.is_reserved_by(joined) {
        members.retain(is_local);
        return Ok(members);
    }
    for decides in [is_local, has_priority] {
        for member in members.iter().filter(|member| decides(member)) {
            if lookup.is_held_by(member).await? {
                members.retain(decides);
                return Ok(members);
            }
            // Whether it is one of its names is not known then.
            if member.settings.upstream.as_ref().is_some_and(|upstream| upstream.offline) {
                return Err(ApiError::of_repository(&UpstreamError::Down.into()));
            }
        }
    }
    Ok(members)
}

/// The local repositories among those that a repository has its files from.
pub async fn local_sources(
    state: &AppState,
    repository: &StoredRepository,
) -> Result<Vec<StoredRepository>, ApiError> {
    let mut sources = all_sources(state, repository).await?;
    sources.retain(is_local);
    Ok(sources)
}

/// A file of a remote repository: kept, or fetched from its upstream.
pub async fn fetched(state: &AppState, wanted: Wanted) -> Result<Option<FileInfo>, ApiError> {
    let fetched = state.engine.ports().upstreams.fetch(wanted, state.engine.now()).await;
    fetched.map_err(|error| ApiError::of_repository(&error))
}

/// The file at a path of a repository that is not virtual, with the same path at the upstream of a remote one.
pub async fn file_at(
    state: &AppState,
    at: Location,
    keeping: Keeping,
    bytes_max: u64,
) -> Result<Option<FileInfo>, ApiError> {
    if at.repository.settings.class == RepositoryClass::Remote {
        let from = Address::Below(at.path.split('/').map(str::to_owned).collect());
        return fetched(
            state,
            Wanted { at, from, checksum: None, keeping, accept: None, bytes_max },
        )
        .await;
    }
    let file = state.engine.ports().artifacts.file(at).await;
    file.map_err(|error| ApiError::of_repository(&error))
}

fn is_local(repository: &StoredRepository) -> bool {
    repository.settings.class == RepositoryClass::Local
}

/// Whether names that the upstream of a repository has are asked of no other remote one.
pub fn has_priority(repository: &StoredRepository) -> bool {
    repository.settings.upstream.as_ref().is_some_and(|upstream| upstream.has_priority)
}

/// The repositories that a repository has its files from: itself, or those that a virtual one joins.
pub async fn all_sources(
    state: &AppState,
    repository: &StoredRepository,
) -> Result<Vec<StoredRepository>, ApiError> {
    match &repository.settings.members {
        None => Ok(vec![repository.clone()]),
        Some(_) => members(state, repository).await,
    }
}

/// Those of them in which a caller may read something.
pub async fn readable_sources(
    state: &AppState,
    rights: &Rights,
    repository: &StoredRepository,
) -> Result<Vec<StoredRepository>, ApiError> {
    let mut sources = all_sources(state, repository).await?;
    sources.retain(|source| rights.show_folder(source, ""));
    Ok(sources)
}

/// The repositories with these keys, as far as a caller may read something in them; all of them without keys. A virtual
/// repository has what its members have.
pub async fn searched(
    state: &AppState,
    rights: &Rights,
    keys: &[String],
) -> Result<Vec<Searched>, ApiError> {
    let all = state.engine.ports().repositories.repositories().await;
    let all = all.map_err(|error| ApiError::of_repository(&error))?;
    let mut wanted = Vec::new();
    for stored in all {
        if keys.is_empty() {
            wanted.push(stored);
        } else if keys.contains(&stored.settings.key) {
            wanted.extend(all_sources(state, &stored).await?);
        }
    }
    Ok(Searched::readable(wanted, rights))
}

/// What a repository has at a path.
pub enum Held {
    /// A folder; in a virtual repository several members may have files in it.
    Folder,
    /// A file.
    File(Box<HeldFile>),
}

/// A file, and where it is.
pub struct HeldFile {
    /// The file.
    pub file: FileInfo,
    /// The repository that holds it.
    pub holder: StoredRepository,
}

/// What is at a path, as far as a caller may see it: in a virtual repository, what the first member has there.
pub async fn held_at(
    state: &AppState,
    rights: &Rights,
    at: &Location,
) -> Result<Option<Held>, ApiError> {
    let artifacts = &state.engine.ports().artifacts;
    for repository in readable_sources(state, rights, &at.repository).await? {
        let sight = rights.sight(&repository);
        let in_it = Location { repository, path: at.path.clone() };
        let file = artifacts.file(in_it.clone()).await;
        let file = file.map_err(|error| ApiError::of_repository(&error))?;
        if let Some(file) = file.filter(|_| sight.shows_file(&at.path)) {
            return Ok(Some(Held::File(Box::new(HeldFile { file, holder: in_it.repository }))));
        }
        let kind = artifacts.kind(in_it).await;
        let kind = kind.map_err(|error| ApiError::of_repository(&error))?;
        if kind == Some(Kind::Folder) && sight.shows_folder(&at.path) {
            return Ok(Some(Held::Folder));
        }
    }
    let is_root = at.path.is_empty() && rights.show_folder(&at.repository, "");
    Ok(is_root.then_some(Held::Folder))
}

/// The repositories that a virtual one joins.
async fn members(
    state: &AppState,
    repository: &StoredRepository,
) -> Result<Vec<StoredRepository>, ApiError> {
    let Some(joined) = &repository.settings.members else { return Ok(Vec::new()) };
    let members = state.engine.ports().repositories.with_ids(joined.repositories.clone()).await;
    members.map_err(|error| ApiError::of_repository(&error))
}
