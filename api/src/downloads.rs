//! Downloads of files of repositories: whatever address a client has asked, the response says which file it has, and
//! here it is followed until it ends, for its line in the access log. `HEAD` and 304 are no downloads.

use std::net::IpAddr;
use std::path::Path;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use hyper::body::{Frame, SizeHint};
use waybill_engine::{SessionId, WantedVersion};
use waybill_machines::Timestamp;
use waybill_machines::machines::download::Download;
use waybill_machines::rules::repositories::{Audit, PackageType, RepositoryClass};
use waybill_machines::secret::{Digest, PersonId};
use waybill_platform::access::TokenHolder;
use waybill_platform::downloads::{ANONYMOUS, Counted, Outcome, Transfer};
use waybill_platform::repositories::{
    FileInfo, Location, RepositoryError, StoredRepository, VersionId,
};
use waybill_platform::streams::ChangeContext;
use waybill_platform::trace::{self, Trace};
use waybill_stream::Who;

use crate::bearer::TokenOwner;
use crate::client_address;
use crate::component::LOG_FOLDER;
use crate::components::remote_versions::{only_describes, version_at};
use crate::error::ApiError;
use crate::state::AppState;

/// How often is looked whether a minute is over.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// A file of a repository whose content is sent.
#[derive(Debug, Clone)]
pub struct Served {
    repository: String,
    repository_id: String,
    package_type: PackageType,
    path: String,
    package: Option<String>,
    version: Option<String>,
    sha256: String,
    size: u64,
    /// When its content was stored, if the repository is a remote one.
    kept_at: Option<Timestamp>,
    /// Whether each download is a record.
    is_audited: bool,
}

impl Served {
    /// A file of the repository that has it, which may be another one than was asked.
    pub fn of(repository: &StoredRepository, file: &FileInfo) -> Self {
        let (package, version) = file.version.clone().map(|id| (id.package, id.version)).unzip();
        Self {
            repository: repository.settings.key.clone(),
            repository_id: repository.id.clone(),
            package_type: repository.settings.package_type,
            path: file.path.clone(),
            package,
            version,
            sha256: file.content.sha256.0.clone(),
            size: file.content.bytes,
            kept_at: (repository.settings.class == RepositoryClass::Remote)
                .then_some(file.modified_at),
            is_audited: repository.settings.audit == Audit::Full,
        }
    }

    /// The version of a package that it belongs to, if it belongs to one. What remote repositories keep is in no index
    /// of versions: there, its path says it. A file that only says what a version is does not count.
    pub fn wanted_version(&self) -> Option<WantedVersion> {
        if only_describes(self.package_type, &self.path) {
            return None;
        }
        let id = match (&self.package, &self.version) {
            (Some(package), Some(version)) => {
                VersionId { package: package.clone(), version: version.clone() }
            }
            _ => self.kept_at.and_then(|_| version_at(self.package_type, &self.path))?,
        };
        Some(WantedVersion {
            repository: self.repository.clone(),
            repository_id: self.repository_id.clone(),
            package_type: self.package_type,
            id,
            described: None,
        })
    }

    /// The type of packages in its repository.
    pub const fn package_type(&self) -> PackageType {
        self.package_type
    }

    /// Its path in its repository.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// When its content was stored, if its repository is a remote one.
    pub const fn kept_at(&self) -> Option<Timestamp> {
        self.kept_at
    }
}

/// The part of a file that a response has, as an extension of it.
#[derive(Debug, Clone)]
pub struct ServedPart {
    /// The file.
    pub file: Served,
    /// The first byte.
    pub from: u64,
    /// The byte after the last one.
    pub to: u64,
}

/// Whom a ticket has let in, as an extension of the response: such a request has no credentials of its own.
#[derive(Debug, Clone)]
pub struct HolderOfTicket {
    /// The user; none for what everyone may read.
    pub person: Option<PersonId>,
    /// The session in which the ticket was made.
    pub session: SessionId,
}

/// Records the lines that a server left which did not stop in order. What cannot be read is no reason not to serve.
pub async fn recover(state: &AppState, data: &Path) {
    let records = &*state.engine.ports().downloads;
    if let Err(error) = state.downloads.recover(records, &data.join(LOG_FOLDER)).await {
        tracing::error!(service = "artifactory", %error, "downloads that are in no record were not recorded");
    }
}

/// How often the file at a path was downloaded, up to now.
///
/// # Errors
///
/// 500, if what is recorded cannot be read.
pub async fn counted(state: &AppState, at: Location) -> Result<Counted, ApiError> {
    let open = state.downloads.counted(&at.repository.id, &at.path);
    let recorded = state.engine.ports().downloads.downloads_of(at).await;
    Ok(recorded.map_err(|error| ApiError::of_repository(&error))?.with(open))
}

/// Records each minute when it is over, until it is aborted.
pub async fn record(state: AppState) {
    let mut is_failing = false;
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        let recorded = state.downloads.record_due(&*state.engine.ports().downloads).await;
        if let (Err(error), false) = (&recorded, is_failing) {
            tracing::error!(service = "artifactory", %error, "downloads were not recorded; this is tried again");
        }
        is_failing = recorded.is_err();
    }
}

/// Records what has been transferred since, when no request is answered any longer.
pub async fn record_last(state: &AppState) {
    if let Err(error) = state.downloads.record_all(&*state.engine.ports().downloads).await {
        tracing::error!(service = "artifactory", %error, "the last downloads were not recorded; the next start does it");
    }
}

/// Middleware: follows the content of a file until it ends.
pub async fn follow(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let is_head = *request.method() == Method::HEAD;
    let owner = request.extensions().get::<TokenOwner>().cloned().unwrap_or_default();
    let address = client_address::of(request.extensions());
    let response = next.run(request).await;
    let Some(part) = response.extensions().get::<ServedPart>().cloned() else { return response };
    if is_head {
        return response;
    }
    let holder = response.extensions().get::<HolderOfTicket>().cloned();
    if part.file.is_audited
        && let Err(error) = recorded(&state, &part, &owner, holder.as_ref()).await
    {
        tracing::error!(service = "artifactory", %error, "a download was refused, since it could not be recorded");
        return ApiError::download_not_recorded().into_response();
    }
    let transfer = transfer_of(&part, &owner, holder.as_ref(), address);
    let wanted = part.to - part.from;
    let ended = Ended { state, transfer, wanted, trace: trace::current() };
    response.map(|body| Body::new(Followed { body, ended }))
}

/// Who downloads, and by which means, as records name both.
pub async fn context_of(
    state: &AppState,
    owner: &TokenOwner,
    holder: Option<&HolderOfTicket>,
) -> ChangeContext {
    if let Some(TokenHolder { person, token, .. }) = owner.0.get() {
        state.engine.acts_with_token(token.id().to_owned(), person.clone()).await;
    } else if let Some(HolderOfTicket { person, session }) = holder {
        state.engine.acts_in_session(session, person.clone()).await;
    }
    let actor = trace::current().and_then(|trace| trace.actor());
    let who = actor.map_or(Who::Anonymous, |actor| actor.who);
    ChangeContext::by(who, state.engine.now())
}

/// The user who downloads; none without credentials.
pub fn person_of<'a>(
    owner: &'a TokenOwner,
    holder: Option<&'a HolderOfTicket>,
) -> Option<&'a PersonId> {
    owner.0.get().map(|token| &token.person).or_else(|| holder?.person.as_ref())
}

/// Records a download by itself, with who is sent the file and by which means.
async fn recorded(
    state: &AppState,
    part: &ServedPart,
    owner: &TokenOwner,
    holder: Option<&HolderOfTicket>,
) -> Result<(), RepositoryError> {
    let context = context_of(state, owner, holder).await;
    let Served { repository, repository_id, path, package, version, sha256, .. } =
        part.file.clone();
    let (from, to, sha256) = (part.from, part.to, Digest(sha256));
    let download = Download { repository, path, package, version, sha256, from, to };
    state.engine.ports().downloads.serve(repository_id, download, context).await
}

/// A transfer of which nothing has been sent yet.
fn transfer_of(
    part: &ServedPart,
    owner: &TokenOwner,
    holder: Option<&HolderOfTicket>,
    address: Option<IpAddr>,
) -> Transfer {
    let Served { repository, repository_id, path, package, version, sha256, size, .. } =
        part.file.clone();
    let (token, person) = (owner.0.get(), person_of(owner, holder));
    Transfer {
        repository,
        repository_id,
        path,
        package,
        version,
        sha256,
        size,
        from: part.from,
        bytes: 0,
        outcome: Outcome::Incomplete,
        user: person.map_or_else(|| ANONYMOUS.to_owned(), |person| person.0.clone()),
        token: token.map(|token| token.token.id().to_owned()),
        address: address.map(|address| address.to_canonical()),
    }
}

/// The body of a response, followed until it ends.
struct Followed {
    body: Body,
    ended: Ended,
}

impl HttpBody for Followed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &polled
            && let Some(data) = frame.data_ref()
        {
            self.ended.transfer.bytes += data.len() as u64;
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Writes the line when the body is dropped: after its last byte, or when the client has gone.
struct Ended {
    state: AppState,
    transfer: Transfer,
    /// How many bytes the response announced.
    wanted: u64,
    trace: Option<Trace>,
}

impl Drop for Ended {
    fn drop(&mut self) {
        let Transfer { size, bytes, .. } = self.transfer;
        self.transfer.outcome = match (bytes == self.wanted, self.wanted == size) {
            (true, true) => Outcome::Whole,
            (true, false) => Outcome::Range,
            (false, _) => Outcome::Incomplete,
        };
        self.state.downloads.note(&self.transfer, self.trace.as_ref());
    }
}
