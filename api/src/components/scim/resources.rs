//! The calls for resources. Users and groups have the same ones, and differ by what `users.rs` and `groups.rs` say.

use axum::extract::{RawQuery, State};
use axum::response::Response;
use waybill_platform::access::ProvisioningRefused;

use super::answers::{self, base, provisioned};
use super::body::ScimBody;
use super::filter::Document;
use super::patch;
use super::projection::Shown;
use super::query::Wanted;
use super::schema::Kind;
use crate::caller::Provisioner;
use crate::error::{ApiError, nothing_left};
use crate::extract::PathParams;
use crate::state::AppState;

/// The schema of changes.
const PATCH: &str = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
/// The schema of documents that ask for a list.
const SEARCH: &str = "urn:ietf:params:scim:api:messages:2.0:SearchRequest";
/// How often a change is made again after another one came first.
const TRIES_MAX: usize = 8;

/// A resource: a user or a group that a client has made.
pub trait Resource: Sized + Send + Sync + 'static {
    /// Its type.
    const KIND: &'static Kind;
    /// The error if there is none with an id.
    const ABSENT: ProvisioningRefused;
    /// Whether its document may be large: a change is then answered without it, unless attributes are asked for.
    const IS_LARGE: bool;

    /// What a document says of it.
    type Content: Clone + Send + Sync;

    /// Its document, with addresses below this one.
    fn document(&self, base: &str) -> Document;

    /// Its address below this one.
    fn location(&self, base: &str) -> String;

    /// What a document says.
    ///
    /// # Errors
    ///
    /// 400, `invalidValue`.
    fn read(document: &Document) -> Result<Self::Content, ApiError>;

    /// What the document of this resource says after a change to it.
    ///
    /// # Errors
    ///
    /// 400, `invalidValue`.
    fn read_changed(&self, document: &Document) -> Result<Self::Content, ApiError> {
        Self::read(document)
    }

    /// The resource with an id; `None` if there is none.
    fn find(
        state: &AppState,
        id: String,
    ) -> impl Future<Output = Result<Option<Self>, ApiError>> + Send;

    /// The page of a list.
    fn page(
        state: &AppState,
        wanted: &Wanted,
    ) -> impl Future<Output = Result<Page<Self>, ApiError>> + Send;

    /// Creates one.
    fn create(
        state: &AppState,
        client: &Provisioner,
        content: Self::Content,
    ) -> impl Future<Output = Result<Self, ApiError>> + Send;

    /// Makes a resource what a document says; `None` if another change came first.
    fn change(
        state: &AppState,
        client: &Provisioner,
        seen: Self,
        content: Self::Content,
    ) -> impl Future<Output = Result<Option<Self>, ApiError>> + Send;

    /// Removes the one with an id.
    fn remove(
        state: &AppState,
        client: &Provisioner,
        id: String,
    ) -> impl Future<Output = Result<(), ApiError>> + Send;
}

/// A page of a list.
pub struct Page<R> {
    /// The resources of the page.
    pub resources: Vec<R>,
    /// How many are found in all.
    pub total: usize,
}

/// `GET`: a list.
pub async fn list<R: Resource>(
    State(state): State<AppState>,
    _: Provisioner,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    listed::<R>(&state, &Wanted::of_query(query.as_deref(), R::KIND)?).await
}

/// `POST` to `.search`: a list that a document asks for.
pub async fn search<R: Resource>(
    State(state): State<AppState>,
    _: Provisioner,
    body: ScimBody,
) -> Result<Response, ApiError> {
    listed::<R>(&state, &Wanted::of_body(&body.of_schema(SEARCH)?, R::KIND)?).await
}

/// `GET`: one resource.
pub async fn one<R: Resource>(
    State(state): State<AppState>,
    _: Provisioner,
    PathParams(id): PathParams<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let wanted = Wanted::of_query(query.as_deref(), R::KIND)?;
    let resource = existing::<R>(&state, id).await?;
    Ok(shown(&state, &resource, &wanted))
}

/// `POST`: creates a resource.
pub async fn create<R: Resource>(
    State(state): State<AppState>,
    client: Provisioner,
    RawQuery(query): RawQuery,
    body: ScimBody,
) -> Result<Response, ApiError> {
    let wanted = Wanted::of_query(query.as_deref(), R::KIND)?;
    let resource = R::create(&state, &client, described::<R>(body)?).await?;
    let base = base(&state);
    let document = wanted.shown.of(resource.document(&base), R::KIND);
    Ok(answers::created(document, &resource.location(&base)))
}

/// `PUT`: replaces what a client says of a resource.
pub async fn replace<R: Resource>(
    State(state): State<AppState>,
    client: Provisioner,
    PathParams(id): PathParams<String>,
    RawQuery(query): RawQuery,
    body: ScimBody,
) -> Result<Response, ApiError> {
    let wanted = Wanted::of_query(query.as_deref(), R::KIND)?;
    let replaced = described::<R>(body)?;
    let resource = changed::<R>(&state, &client, id, |_| Ok(replaced.clone())).await?;
    Ok(shown(&state, &resource, &wanted))
}

/// `PATCH`: changes a resource by operations.
pub async fn modify<R: Resource>(
    State(state): State<AppState>,
    client: Provisioner,
    PathParams(id): PathParams<String>,
    RawQuery(query): RawQuery,
    body: ScimBody,
) -> Result<Response, ApiError> {
    let wanted = Wanted::of_query(query.as_deref(), R::KIND)?;
    let body = body.of_schema(PATCH)?;
    let base = base(&state);
    let change = |seen: &R| {
        let mut document = seen.document(&base);
        patch::apply(&mut document, R::KIND, &body)?;
        seen.read_changed(&document)
    };
    let resource = changed::<R>(&state, &client, id, change).await?;
    let is_asked_for = matches!(wanted.shown, Shown::Only(_));
    Ok(if R::IS_LARGE && !is_asked_for {
        nothing_left()
    } else {
        shown(&state, &resource, &wanted)
    })
}

/// `DELETE`: removes a resource.
pub async fn remove<R: Resource>(
    State(state): State<AppState>,
    client: Provisioner,
    PathParams(id): PathParams<String>,
) -> Result<Response, ApiError> {
    R::remove(&state, &client, id).await?;
    Ok(nothing_left())
}

/// What the body of a request says of a resource.
fn described<R: Resource>(body: ScimBody) -> Result<R::Content, ApiError> {
    R::read(&patch::described(R::KIND, &body.of_schema(R::KIND.schema)?)?)
}

async fn existing<R: Resource>(state: &AppState, id: String) -> Result<R, ApiError> {
    let found = R::find(state, id).await?;
    provisioned(state, found.ok_or_else(|| R::ABSENT.into()))
}

fn shown<R: Resource>(state: &AppState, resource: &R, wanted: &Wanted) -> Response {
    answers::document(wanted.shown.of(resource.document(&base(state)), R::KIND))
}

async fn listed<R: Resource>(state: &AppState, wanted: &Wanted) -> Result<Response, ApiError> {
    let Page { resources, total } = R::page(state, wanted).await?;
    let base = base(state);
    let shown = |resource: &R| wanted.shown.of(resource.document(&base), R::KIND);
    let documents: Vec<Document> = resources.iter().map(shown).collect();
    Ok(answers::list(&documents, total, wanted.start))
}

/// Makes a resource what a document says that is made of the resource as it is. Where another change comes first, it
/// is made again.
async fn changed<R: Resource>(
    state: &AppState,
    client: &Provisioner,
    id: String,
    change: impl Fn(&R) -> Result<R::Content, ApiError> + Send + Sync,
) -> Result<R, ApiError> {
    for _ in 0..TRIES_MAX {
        let seen = existing::<R>(state, id.clone()).await?;
        let content = change(&seen)?;
        if let Some(resource) = R::change(state, client, seen, content).await? {
            return Ok(resource);
        }
    }
    provisioned(state, Err(ProvisioningRefused::ChangedMeanwhile.into()))
}
