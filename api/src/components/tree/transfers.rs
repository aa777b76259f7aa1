//! Downloading and uploading files in the console: asking for a ticket, and using it.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use waybill_machines::rules::artifacts::Properties;
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::services::ServiceId;
use waybill_platform::permissions::Rights;
use waybill_platform::repositories::{
    Expected, Location, NewFile, NextPortion, Overwriting, Source, SourceError,
};
use waybill_platform::streams::ChangeContext;

use super::super::artifacts::body::Portions;
use super::super::artifacts::sent;
use super::super::repositories::sources::HeldFile;
use super::places::{file_at, located, located_to_change};
use super::tickets::{Purpose, Ticket};
use crate::caller::{RepositoryReader, RepositoryUser, refuse_active, rights_in_console};
use crate::download_rules;
use crate::downloads::{HolderOfTicket, Served};
use crate::error::{ApiError, created};
use crate::extract::{Body, PathParams, announced_bytes};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::tree::{FileTicket, NewUpload, TreePlace};

/// The address of tickets.
pub(super) const TICKET: &str = "/artifactory/api/tickets/{ticket}";

fn answer(state: &AppState, ticket: Ticket) -> Result<Json<FileTicket>, ApiError> {
    let secret = state.tickets.make(ticket)?;
    let path = TICKET.replace("{ticket}", &secret);
    Ok(Json(FileTicket { path: state.edge.address.base_path().path(&path) }))
}

/// `POST tree/downloads`: a ticket for downloading a file.
pub async fn ask_to_download(
    State(state): State<AppState>,
    reader: RepositoryReader,
    Body(place): Body<TreePlace>,
) -> Result<Json<FileTicket>, ApiError> {
    ticket_to_download(&state, &reader, place).await
}

/// A ticket for downloading the file at a place. A refusal by rules comes here, where a page can show it.
///
/// # Errors
///
/// 404, if the reader sees no file there; 403, if a rule refuses it.
pub async fn ticket_to_download(
    state: &AppState,
    reader: &RepositoryReader,
    TreePlace { repository, path }: TreePlace,
) -> Result<Json<FileTicket>, ApiError> {
    let at = located(state, &reader.rights, repository, path).await?;
    let HeldFile { file, holder } = file_at(state, &reader.rights, &at).await?;
    let asks = HolderOfTicket { person: reader.person.clone(), session: reader.session.clone() };
    download_rules::check(state, &Served::of(&holder, &file), &asks).await?;
    let purpose = Purpose::Download { sha256: file.content.sha256.0 };
    answer(state, Ticket::new(reader, at, purpose))
}

/// `POST tree/uploads`: a ticket for uploading a file. What is refused whatever the content is refused here.
pub async fn ask_to_upload(
    State(state): State<AppState>,
    user: RepositoryUser,
    Body(new): Body<NewUpload>,
) -> Result<Json<FileTicket>, ApiError> {
    let NewUpload { repository, path, bytes, replace } = new;
    let at = located_to_change(&state, user.rights(), repository, path).await?;
    user.require(Action::Write, &at.repository, &at.path)?;
    if at.repository.settings.package_type.has_versions() {
        return Err(ApiError::published_only());
    }
    let known = state.engine.ports().artifacts.file(at.clone()).await;
    let known = known.map_err(|error| ApiError::of_repository(&error))?;
    if known.is_some() && overwriting(user.rights(), &at, replace) == Overwriting::Never {
        return Err(if replace {
            ApiError::not_granted(Action::Delete)
        } else {
            ApiError::upload_exists()
        });
    }
    let context = user.context(state.engine.now());
    let purpose = Purpose::Upload { bytes, replace, context };
    answer(&state, Ticket::new(&user.reader, at, purpose))
}

/// What an upload may do where a file is: the user is asked before one is replaced.
fn overwriting(rights: &Rights, at: &Location, replace: bool) -> Overwriting {
    let may_replace = rights.allow(Action::Delete, &at.repository, &at.path);
    if replace && may_replace { Overwriting::Always } else { Overwriting::Never }
}

/// The rights of the holder of a ticket at present.
async fn rights_of(state: &AppState, ticket: &Ticket) -> Result<Rights, ApiError> {
    let works = state.engine.ports().topology.works(ServiceId::Artifactory);
    works.map_err(ApiError::service_unavailable)?;
    // Signing out ends the tickets of a session.
    if state.engine.person_of(&ticket.session) != ticket.person {
        return Err(ApiError::no_such_ticket());
    }
    rights_in_console(state, ticket.person.as_ref()).await
}

/// `GET artifactory/api/tickets/{ticket}`: the file, as a download that does nothing in a browser.
pub async fn download(
    State(state): State<AppState>,
    PathParams(secret): PathParams<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    refuse_active(&headers)?;
    let ticket = state.tickets.take(&secret)?;
    let rights = rights_of(&state, &ticket).await?;
    let Purpose::Download { sha256 } = &ticket.purpose else {
        return Err(ApiError::no_such_ticket());
    };
    let HeldFile { file, holder } = file_at(&state, &rights, &ticket.at).await?;
    if file.content.sha256.0 != *sha256 {
        return Err(ApiError::file_changed());
    }
    // A ticket is used once, so that a range of the file could never be followed by the rest.
    let mut whole = headers;
    whole.remove(header::RANGE);
    let mut response = sent(&state, &holder, &file, &whole).await?;
    response
        .extensions_mut()
        .insert(HolderOfTicket { person: ticket.person, session: ticket.session });
    Ok(response)
}

/// `PUT artifactory/api/tickets/{ticket}`: stores the body as the file.
pub async fn upload(
    State(state): State<AppState>,
    PathParams(secret): PathParams<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let ticket = state.tickets.take(&secret)?;
    let rights = rights_of(&state, &ticket).await?;
    let Purpose::Upload { bytes, replace, context } = ticket.purpose.clone() else {
        return Err(ApiError::no_such_ticket());
    };
    let at = ticket.at.clone();
    if !rights.allow(Action::Write, &at.repository, &at.path) {
        return Err(ApiError::not_granted(Action::Write));
    }
    if announced_bytes(&request).is_some_and(|announced| announced != bytes) {
        return Err(ApiError::other_length());
    }
    let new = NewFile {
        overwriting: overwriting(&rights, &at, replace),
        at,
        properties: Properties::new(),
        expected: Expected { bytes: Some(bytes), ..Expected::default() },
    };
    let context = ChangeContext { at: state.engine.now(), ..context };
    let permit = Permit { state: state.clone(), ticket, replace };
    let portions = Portions::new(request.into_body());
    let source = Box::new(Announced { portions, left: bytes, permit });
    let stored = state.engine.ports().artifacts.deploy(new, source, context).await;
    stored.map_err(|error| ApiError::of_repository(&error))?;
    Ok(created(Json(Empty {}).into_response()))
}

/// What allows an upload. Rights may end while the file is sent.
struct Permit {
    state: AppState,
    ticket: Ticket,
    replace: bool,
}

impl Permit {
    /// Whether it still holds.
    async fn holds(&self) -> bool {
        let Ok(rights) = rights_of(&self.state, &self.ticket).await else { return false };
        let Location { repository, path } = &self.ticket.at;
        rights.allow(Action::Write, repository, path)
            && (!self.replace || rights.allow(Action::Delete, repository, path))
    }
}

/// The body of an upload, of the length that was announced.
struct Announced {
    portions: Portions,
    left: u64,
    permit: Permit,
}

impl Source for Announced {
    fn next(&mut self) -> NextPortion<'_> {
        Box::pin(async move {
            match self.portions.next().await {
                None if self.left > 0 => Some(Err(SourceError::Interrupted)),
                None if self.permit.holds().await => None,
                None => Some(Err(SourceError::NotAllowed)),
                Some(Ok(bytes)) => match self.left.checked_sub(bytes.len() as u64) {
                    Some(left) => {
                        self.left = left;
                        Some(Ok(bytes))
                    }
                    None => Some(Err(SourceError::NotValid)),
                },
                error => error,
            }
        })
    }
}
