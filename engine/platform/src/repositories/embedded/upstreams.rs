//! Fetching files of remote repositories: once for all who want one at the same time, and not again while it is fresh.

mod challenge;
mod credentials;
mod memory;
mod response;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;
use waybill_machines::Timestamp;
use waybill_machines::rules::artifacts::{Properties, check_artifact_path};
use waybill_machines::rules::repository_sources::Upstream;
use waybill_machines::secret::SecretRef;
use waybill_outbound::header::{self, HeaderValue};
use waybill_outbound::{Outbound, OutboundError, Request, ResponseStream, Target};

use super::receiving::finished;
use super::{EmbeddedRepositories, Inner};
use crate::remote::sent_by_this_process;
use crate::remote::span::RequestSpan;
use crate::repositories::file::content_of;
use crate::repositories::{
    Address, Answer, FileInfo, FixedContent, Keeping, NewFile, Overwriting, RepositoryError,
    StoredRepository, UpstreamError, Upstreams, Wanted,
};
use crate::secret::Secret;
use crate::streams::ChangeContext;
use crate::vault::{Kind, Vault};
use challenge::Tokens;
use memory::Memory;
use response::{Body, Outcome};

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
    flights: Mutex<HashMap<String, Flight>>,
}

/// A fetch that is under way; its outcome goes to all who wait for it.
type Flight = watch::Receiver<Option<Landed>>;
type Landed = Result<Option<FileInfo>, Arc<RepositoryError>>;

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
            flights: Mutex::default(),
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
            let task = Task {
                key: format!("{} {} {}", repository.id, upstream.url, wanted.at.path),
                kept: shared.inner.file(&repository.id, &wanted.at.path).await?,
                repository: repository.clone(),
                upstream,
            };
            if let Some(answer) = shared.known(&task, &wanted)? {
                return Ok(answer);
            }
            wanted.at.repository = repository;
            shared.fly(task, wanted, at).await
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
    /// What is kept of it.
    kept: Option<FileInfo>,
}

impl Shared {
    /// The answer that needs no request, if there is one.
    fn known(
        &self,
        task: &Task,
        wanted: &Wanted,
    ) -> Result<Option<Option<FileInfo>>, RepositoryError> {
        let Task { key, upstream, kept, repository } = task;
        if let Some(kept) = kept {
            let is_usable = match &wanted.keeping {
                Keeping::Fixed(content) => {
                    content.expected.check(&kept.content).map_err(|mismatch| {
                        differs(repository, &wanted.at.path, &mismatch.to_string())
                    })?;
                    true
                }
                Keeping::Refreshed => self.memory.is_fresh(key, upstream.fresh_s),
            };
            if is_usable {
                return Ok(Some(Some(kept.clone())));
            }
        }
        if upstream.offline {
            return Ok(Some(kept.clone()));
        }
        if self.memory.is_missing(key, upstream.missing_s) {
            return Ok(Some(None));
        }
        if self.memory.is_down(&task.repository.id) {
            return match kept {
                Some(kept) => Ok(Some(Some(kept.clone()))),
                None => Err(UpstreamError::Down.into()),
            };
        }
        Ok(None)
    }

    /// Fetches a file, or waits for another caller's fetch of it. It goes on when its callers have gone.
    async fn fly(
        self: &Arc<Self>,
        task: Task,
        wanted: Wanted,
        at: Timestamp,
    ) -> Result<Option<FileInfo>, RepositoryError> {
        let mut flight = self.join(task, wanted, at);
        let landed = flight.wait_for(Option::is_some).await;
        let landed = landed.map_err(|_| RepositoryError::Defect("a fetch stopped"))?.clone();
        landed.unwrap_or(Ok(None)).map_err(|error| match &*error {
            RepositoryError::Upstream(error) => RepositoryError::Upstream(*error),
            _ => RepositoryError::Shared(error),
        })
    }

    fn join(self: &Arc<Self>, task: Task, wanted: Wanted, at: Timestamp) -> Flight {
        let mut flights = self.flights.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(flight) = flights.get(&task.key) {
            return flight.clone();
        }
        let (land, flight) = watch::channel(None);
        flights.insert(task.key.clone(), flight.clone());
        drop(flights);
        let ended = Ended { shared: Arc::clone(self), key: task.key.clone() };
        let context = ChangeContext::system(at);
        tokio::spawn(async move {
            let landed = ended.shared.ask(task, wanted, &context).await.map_err(Arc::new);
            // Callers that come now find what was kept or remembered.
            drop(ended);
            land.send_replace(Some(landed));
        });
        flight
    }

    /// Asks the upstream, and keeps what it sends.
    async fn ask(
        &self,
        task: Task,
        wanted: Wanted,
        context: &ChangeContext,
    ) -> Result<Option<FileInfo>, RepositoryError> {
        let asked = self.fetched(&task, &wanted, context).await;
        match &asked {
            Ok(None) => self.memory.remember_missing(task.key),
            Ok(Some(_)) => self.memory.remember_fresh(task.key),
            Err(RepositoryError::Upstream(error)) => {
                let (repository, path) = (&task.repository.settings.key, &wanted.at.path);
                tracing::warn!(service = "artifactory", repository, path, %error, "an upstream gave no file");
                if is_down(error) {
                    self.memory.remember_down(&task.repository.id);
                }
                // It is only asked again; what is kept is as good as it was.
                if let (Some(kept), Keeping::Refreshed) = (task.kept, &wanted.keeping) {
                    return Ok(Some(kept));
                }
            }
            Err(_) => {}
        }
        asked
    }

    async fn fetched(
        &self,
        task: &Task,
        wanted: &Wanted,
        context: &ChangeContext,
    ) -> Result<Option<FileInfo>, RepositoryError> {
        let Task { repository, upstream, kept, .. } = task;
        let base = Target::parse(&upstream.url).map_err(|_| UpstreamError::Address)?;
        let target = target(&base, &wanted.from).ok_or(UpstreamError::Address)?;
        let from = target.to_string();
        let tag = kept.as_ref().filter(|kept| is_property(kept, FROM, &from));
        let tag = tag.and_then(|kept| kept.properties.get(ETAG)?.first().cloned());
        let request = || {
            let mut request = Request::get(target.clone());
            if let Some(accept) = wanted.accept {
                request = request.with_header(header::ACCEPT, HeaderValue::from_static(accept));
            }
            if let Some(tag) = tag.as_ref().and_then(|tag| HeaderValue::try_from(tag).ok()) {
                request = request.with_header(header::IF_NONE_MATCH, tag);
            }
            response::limited(request, wanted.bytes_max)
        };
        let known = upstream.credentials.as_ref();
        let mut first = request();
        // A link may lead to another server.
        if let Some(known) = known.filter(|_| target.has_origin_of(&base)) {
            first = first.authorised_by(self.authorization(known).await?);
        }
        let mut response = self.send(first).await?;
        if let Some(challenge) = challenge::of(&response) {
            let token = self.token_for(&repository.id, challenge, &base, known).await?;
            response = self.send(request().authorised_by(token)).await?;
        }
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
        let mut properties = Properties::from([(FROM.to_owned(), vec![from])]);
        if let Some(tag) = body.etag() {
            properties.insert(ETAG.to_owned(), vec![tag]);
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
        self.keep(repository, new, body, kept.as_ref(), context).await.map(Some)
    }

    async fn send(&self, request: Request) -> Result<ResponseStream, UpstreamError> {
        let span = RequestSpan::begin(&request, request.target());
        let request = sent_by_this_process(span.named_in(request));
        let response = self.outbound.open(request).await;
        span.end(response.as_ref().map(|response| response.status));
        Ok(response?)
    }

    /// Keeps a body as a file.
    async fn keep(
        &self,
        repository: &StoredRepository,
        new: NewFile,
        mut body: Body,
        kept: Option<&FileInfo>,
        context: &ChangeContext,
    ) -> Result<FileInfo, RepositoryError> {
        let inner = &self.inner;
        let room = inner.reserve(repository, body.announced_bytes()).await?;
        let mut receiving = inner.receiving(repository.clone(), room)?;
        let received = inner.append(&mut receiving, &mut body).await;
        received.map_err(|error| body.failure().map_or(error, RepositoryError::from))?;
        body.check_digest()?;
        let received = finished(receiving).await?;
        let content = content_of(&received.staged.digests);
        let differs = |mismatch: &dyn std::fmt::Display| {
            differs(repository, &new.at.path, &mismatch.to_string())
        };
        for expected in [&new.expected, body.announced()] {
            expected.check(&content).map_err(|mismatch| differs(&mismatch))?;
        }
        // Upstreams without entity tags send the same again and again.
        if let Some(kept) = kept.filter(|kept| kept.content == content) {
            return Ok(kept.clone());
        }
        let lease = inner.blobs.keep(received.staged).await?;
        inner.record(repository, new, content, lease, context).await
    }
}

/// Removes a flight from those under way, also when its task panics.
struct Ended {
    shared: Arc<Shared>,
    key: String,
}

impl Drop for Ended {
    fn drop(&mut self) {
        let mut flights = self.shared.flights.lock().unwrap_or_else(PoisonError::into_inner);
        flights.remove(&self.key);
    }
}

/// An upstream that contradicts itself, or what was kept.
fn differs(repository: &StoredRepository, path: &str, why: &str) -> UpstreamError {
    let repository = &repository.settings.key;
    tracing::warn!(
        service = "artifactory",
        repository,
        path,
        why,
        "the content of an upstream differs"
    );
    UpstreamError::Differs
}

/// Whether the upstream is to be left alone for a while.
const fn is_down(error: &UpstreamError) -> bool {
    match error {
        UpstreamError::Outbound(
            OutboundError::NoAddress | OutboundError::NotConnected | OutboundError::TooSlow,
        ) => true,
        UpstreamError::Status(status) => *status == 429 || *status >= 500,
        UpstreamError::Outbound(_)
        | UpstreamError::Address
        | UpstreamError::Down
        | UpstreamError::Refused
        | UpstreamError::Loop
        | UpstreamError::NotWhole
        | UpstreamError::Differs => false,
    }
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
