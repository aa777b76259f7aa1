//! Fetching files of remote repositories: once for all who want one at the same time, and not again while it is fresh.

mod challenge;
mod credentials;
mod differences;
mod fills;
mod flights;
mod memory;
mod requests;
mod response;

use std::sync::Arc;

use waybill_machines::Timestamp;
use waybill_machines::rules::artifacts::{Properties, check_artifact_path};
use waybill_machines::rules::repository_sources::Upstream;
use waybill_machines::secret::SecretRef;
use waybill_outbound::header::{self, HeaderValue};
use waybill_outbound::{Outbound, OutboundError, Request, Target};

use super::receiving::finished;
use super::{EmbeddedRepositories, Inner};
use crate::repositories::file::content_of;
use crate::repositories::{
    Address, Answer, Expected, FileInfo, FixedContent, Keeping, Location, NewFile, Overwriting,
    RepositoryError, StoredRepository, UPSTREAM_SHA512, UpstreamError, Upstreams, Wanted,
};
use crate::secret::{Secret, sha256_hex};
use crate::streams::ChangeContext;
use crate::vault::{Kind, Vault};
use challenge::Tokens;
use differences::differs;
use flights::Flights;
use memory::Memory;
use response::{Body, Outcome};

/// The longest address that is kept with a file, in bytes.
const FROM_BYTES_MAX: usize = 512;
/// The property with the address that a file was fetched from.
const FROM: &str = "upstream.url";
/// The property with the entity tag that it had there.
const ETAG: &str = "upstream.etag";

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedUpstreams {
    shared: Arc<Shared>,
}

struct Shared {
    inner: Arc<Inner>,
    outbound: Outbound,
    vault: Arc<Vault>,
    memory: Memory,
    tokens: Tokens,
    flights: Flights,
}

impl EmbeddedUpstreams {
    /// A service that keeps files in these repositories.
    pub fn new(repositories: &EmbeddedRepositories, outbound: Outbound, vault: Arc<Vault>) -> Self {
        let inner = Arc::clone(&repositories.inner);
        let shared = Shared {
            inner,
            outbound,
            vault,
            memory: Memory::default(),
            tokens: Tokens::default(),
            flights: Flights::default(),
        };
        Self { shared: Arc::new(shared) }
    }
}

impl Upstreams for EmbeddedUpstreams {
    fn fetch(&self, mut wanted: Wanted, at: Timestamp) -> Answer<'_, Option<FileInfo>> {
        Box::pin(async move {
            let shared = &self.shared;
            let repository = shared.inner.still(&wanted.at.repository)?;
            let Some(upstream) = repository.settings.upstream.clone() else {
                return Err(RepositoryError::Defect("a local repository has no upstream"));
            };
            let path = &wanted.at.path;
            if check_artifact_path(path).is_err() || !repository.settings.takes(path) {
                return Ok(None);
            }
            let base = Target::parse(&upstream.url).map_err(|_| UpstreamError::Address)?;
            let checksum = wanted.checksum.as_ref().and_then(|beside| target(&base, beside));
            let target = target(&base, &wanted.from).ok_or(UpstreamError::Address)?;
            let kept = shared.inner.file(&repository.id, path).await?;
            let key = format!("{} {base} {path}", repository.id);
            let task = Task {
                key: sha256_hex(key.as_bytes()),
                // A document of another server says nothing about this one.
                kept: kept.filter(|kept| {
                    wanted.keeping != Keeping::Refreshed
                        || is_property(kept, FROM, &from_of(&target))
                }),
                repository: repository.clone(),
                upstream,
                base,
                target,
                checksum,
            };
            match shared.known(&task, &wanted, at)? {
                Known::Answer(answer) => return Ok(answer.map(|file| *file)),
                Known::Differs(named) => {
                    shared.record_difference(wanted.at, &named, at).await?;
                    return Err(UpstreamError::Differs.into());
                }
                Known::Nothing => {}
            }
            wanted.at.repository = repository;
            shared.fly(task, wanted, at).await
        })
    }

    fn record_difference(
        &self,
        at: Location,
        named: FixedContent,
        now: Timestamp,
    ) -> Answer<'_, ()> {
        Box::pin(async move {
            let shared = Arc::clone(&self.shared);
            // Not left half done when the client goes.
            let recorded =
                tokio::spawn(async move { shared.record_difference(at, &named, now).await });
            recorded.await.map_err(|_| RepositoryError::Defect("a record was not written"))?
        })
    }

    fn vet(&self, address: Target, has_password: bool) -> Answer<'_, ()> {
        Box::pin(async move {
            let vetted = self.shared.outbound.vet(&address, has_password).await;
            vetted.map_err(RepositoryError::UpstreamAddress)
        })
    }

    fn keep_password(&self, password: Secret) -> Answer<'_, SecretRef> {
        let put =
            move |vault: &Vault| vault.put(Kind::UpstreamPassword, password.expose().as_bytes());
        Box::pin(async move { self.shared.with_vault(put).await })
    }

    fn remove_password(&self, password: SecretRef) -> Answer<'_, ()> {
        let delete = move |vault: &Vault| vault.delete(Kind::UpstreamPassword, &password);
        Box::pin(async move { self.shared.with_vault(delete).await })
    }
}

/// A file that is fetched.
struct Task {
    /// What distinguishes it from others.
    key: String,
    repository: StoredRepository,
    upstream: Upstream,
    /// The address of the upstream.
    base: Target,
    /// The address of the file.
    target: Target,
    /// The address of its SHA-1, if that is a file of its own.
    checksum: Option<Target>,
    /// What is kept of it.
    kept: Option<FileInfo>,
}

/// What is known of a file without a request.
enum Known {
    /// The answer.
    Answer(Option<Box<FileInfo>>),
    /// The index of the upstream names another content than the one that is kept.
    Differs(FixedContent),
    /// Nothing: the upstream has to be asked.
    Nothing,
}

impl Shared {
    /// What is known without a request.
    fn known(&self, task: &Task, wanted: &Wanted, at: Timestamp) -> Result<Known, RepositoryError> {
        let Task { key, upstream, kept, .. } = task;
        if let Some(kept) = kept {
            let is_usable = match &wanted.keeping {
                Keeping::Fixed(content) if !content.is_kept_in(kept) => {
                    return Ok(Known::Differs(content.clone()));
                }
                Keeping::Fixed(_) => true,
                Keeping::Refreshed => self.memory.is_fresh(key, upstream.fresh_s, at),
            };
            if is_usable {
                return Ok(Known::Answer(Some(Box::new(kept.clone()))));
            }
        }
        if upstream.offline {
            return Ok(Known::Answer(kept.clone().map(Box::new)));
        }
        if self.memory.is_missing(key, upstream.missing_s, at) {
            return Ok(Known::Answer(None));
        }
        let is_down = self.memory.is_down(&task.target.origin(), at);
        let failed =
            is_down.then_some(UpstreamError::Down).or_else(|| self.memory.failure(key, at));
        match (failed, kept) {
            (None, _) => Ok(Known::Nothing),
            (Some(_), Some(kept)) => Ok(Known::Answer(Some(Box::new(kept.clone())))),
            (Some(error), None) => Err(error.into()),
        }
    }

    /// Asks the upstream, and keeps what it sends.
    async fn ask(
        &self,
        task: Task,
        wanted: Wanted,
        context: &ChangeContext,
    ) -> Result<Option<FileInfo>, RepositoryError> {
        let permit = self.memory.permit(&task.repository.id).await?;
        let asked = self.fetched(&task, &wanted, context).await;
        drop(permit);
        match asked {
            Ok(None) => {
                // What was withdrawn does not come back when the upstream is down.
                if task.kept.is_some() {
                    self.inner.remove_one(&task.repository, &wanted.at.path, context).await?;
                }
                self.memory.remember_missing(task.key, context.at);
                Ok(None)
            }
            Ok(found) => {
                self.memory.remember_fresh(task.key, context.at);
                Ok(found)
            }
            Err(error) => {
                let (repository, path) = (&task.repository.settings.key, &wanted.at.path);
                tracing::warn!(service = "artifactory", repository, path, %error, "an upstream gave no file");
                if let RepositoryError::Upstream(error) = &error {
                    if is_down(error) {
                        self.memory.remember_down(task.target.origin(), context.at);
                    }
                    self.memory.remember_failure(task.key, *error, context.at);
                }
                match (task.kept, &wanted.keeping) {
                    // It was only asked again; what is kept is as good as it was.
                    (Some(kept), Keeping::Refreshed) => Ok(Some(kept)),
                    _ => Err(error),
                }
            }
        }
    }

    async fn fetched(
        &self,
        task: &Task,
        wanted: &Wanted,
        context: &ChangeContext,
    ) -> Result<Option<FileInfo>, RepositoryError> {
        let Task { base, target, kept, .. } = task;
        let tag = kept.as_ref().and_then(|kept| kept.properties.get(ETAG)?.first().cloned());
        let request = || {
            let mut request = Request::get(target.clone());
            if let Some(accept) = wanted.accept {
                request = request.with_header(header::ACCEPT, HeaderValue::from_static(accept));
            }
            if let Some(tag) = tag.as_ref().and_then(|tag| HeaderValue::try_from(tag).ok()) {
                request = request.with_header(header::IF_NONE_MATCH, tag);
            }
            response::limited(request, wanted.bytes_max).trusting(base.clone())
        };
        let response = self.answered(task, request, context.at).await?;
        let mut body = match response::outcome(response)? {
            Outcome::Missing => return Ok(None),
            Outcome::AsBefore => return Ok(kept.clone()),
            Outcome::Body(body) => *body,
        };
        let known = match &wanted.keeping {
            Keeping::Fixed(content) => content.clone(),
            Keeping::Refreshed => FixedContent::default(),
        };
        body.expect(&known)?;
        let mut properties = Properties::from([(FROM.to_owned(), vec![from_of(target)])]);
        if let Some(tag) = body.etag() {
            properties.insert(ETAG.to_owned(), vec![tag]);
        }
        if let Some(sha512) = &known.sha512 {
            properties.insert(UPSTREAM_SHA512.to_owned(), vec![sha512.clone()]);
        }
        let new = NewFile {
            at: wanted.at.clone(),
            properties,
            expected: known.expected,
            overwriting: match wanted.keeping {
                Keeping::Fixed(_) => Overwriting::SameContent,
                Keeping::Refreshed => Overwriting::Always,
            },
        };
        self.keep(task, new, body, context).await.map(Some)
    }

    /// Keeps a body as a file.
    async fn keep(
        &self,
        task: &Task,
        new: NewFile,
        mut body: Body,
        context: &ChangeContext,
    ) -> Result<FileInfo, RepositoryError> {
        let (inner, repository) = (&self.inner, &task.repository);
        let room = inner.reserve(repository, body.announced_bytes()).await?;
        let mut receiving = inner.receiving(repository.clone(), room);
        let received = inner.append(&mut receiving, &mut body).await;
        received.map_err(|error| body.failure().map_or(error, RepositoryError::from))?;
        let is_known = body.is_known(&new.expected);
        body.check_digest()?;
        let received = finished(receiving).await?;
        let content = content_of(&received.staged.digests);
        let beside = match &task.checksum {
            Some(address) if !is_known => self.checksum_at(task, address, context.at).await?,
            _ => Expected::default(),
        };
        let differs = |mismatch: &dyn std::fmt::Display| {
            differs(repository, &new.at.path, &mismatch.to_string())
        };
        for expected in [&new.expected, body.announced(), &beside] {
            expected.check(&content).map_err(|mismatch| differs(&mismatch))?;
        }
        // Upstreams without entity tags send the same again and again.
        if let Some(kept) = task.kept.as_ref().filter(|kept| kept.content == content) {
            return Ok(kept.clone());
        }
        // Its settings may have changed while the file arrived.
        let now = inner.still(repository)?.settings.upstream;
        if now.is_none_or(|now| now.url != task.upstream.url) {
            return Err(UpstreamError::Address.into());
        }
        let (id, path) = (repository.id.clone(), new.at.path.clone());
        let obstacle = inner.blocking(move |inner| inner.view.obstacle(&id, &path)).await?;
        if let Some(obstacle) = obstacle {
            return Err(obstacle);
        }
        let lease = inner.blobs.keep(received.staged).await?;
        let file = inner.record(repository, new, content, lease, context).await?;
        fills::note(inner, repository, &file, context);
        Ok(file)
    }
}

/// Whether the upstream is to be left alone for a while.
const fn is_down(error: &UpstreamError) -> bool {
    match error {
        UpstreamError::Outbound(
            OutboundError::NoAddress | OutboundError::NotConnected | OutboundError::TooSlow,
        ) => true,
        UpstreamError::Status(status) => matches!(*status, 429 | 503),
        UpstreamError::Outbound(_)
        | UpstreamError::Address
        | UpstreamError::Down
        | UpstreamError::Refused
        | UpstreamError::Loop
        | UpstreamError::NotWhole
        | UpstreamError::Differs => false,
    }
}

/// An address as it is kept with a file: without what may be secret, and not longer than properties may be.
fn from_of(target: &Target) -> String {
    let address = target.without_parameters().to_string();
    if address.len() <= FROM_BYTES_MAX { address } else { sha256_hex(address.as_bytes()) }
}

fn is_property(file: &FileInfo, name: &str, value: &str) -> bool {
    file.properties.get(name).is_some_and(|values| values.iter().any(|known| known == value))
}

/// The address of a file of an upstream.
fn target(base: &Target, address: &Address) -> Option<Target> {
    let below = |parts: &[String]| {
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        base.below(&parts, &[])
    };
    match address {
        Address::Below(parts) => Some(below(parts)),
        Address::Linked { from, link } => below(from).resolve(link),
    }
}
