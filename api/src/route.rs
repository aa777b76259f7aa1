//! Metadata of a route: a row of the table in `routes.rs`.

use axum::handler::Handler;
use axum::http::Method;
use axum::http::request::Parts;
use axum::routing::{self, MethodRouter};
use waybill_machines::rules::services::ServiceId;

use crate::challenge::Challenge;
use crate::error::{ApiError, ErrorForm};
use crate::extract::BODY_BYTES_MAX;
use crate::shape::{Payload, Shape};
use crate::signature::Signature;
use crate::state::AppState;

/// Who may call a route. It is derived from the handler's extractors, which reject all other callers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    /// No authentication.
    Anyone,
    /// A browser with a session, signed in or not.
    Session,
    /// A signed-in user.
    SignedIn,
    /// A program whose owner's permissions include what it asks for.
    Permitted,
    /// A program with a token for provisioning users and groups.
    Provisioner,
    /// A user who may administer the project of the path.
    ProjectAdmin,
    /// An administrator, or a user who may administer a project; what of it the call is about decides further.
    AnyAdmin,
    /// An auditor or an administrator.
    Auditor,
    /// An administrator.
    Admin,
}

/// The kind of access log entry for a call that grants or ends access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessEvent {
    /// Sign-in with name and password.
    Login,
    /// The end of a session.
    Logout,
    /// A second-factor code.
    Code,
    /// Enrolment of a second factor.
    Enrolment,
    /// A password change.
    Password,
    /// A link for a new device.
    NewDevice,
    /// Other sessions are ended.
    Revocation,
    /// An account, a group or a permission is created or changed by an administrator.
    Account,
    /// An API key or another token of the user's own.
    Token,
    /// Set-up of the first administrator.
    Setup,
}

impl AccessEvent {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Login,
        Self::Logout,
        Self::Code,
        Self::Enrolment,
        Self::Password,
        Self::NewDevice,
        Self::Revocation,
        Self::Account,
        Self::Token,
        Self::Setup,
    ];

    /// The name in the log.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Login => "LOGIN",
            Self::Logout => "LOGOUT",
            Self::Code => "CODE",
            Self::Enrolment => "ENROLMENT",
            Self::Password => "PASSWORD",
            Self::NewDevice => "NEW_DEVICE",
            Self::Revocation => "REVOCATION",
            Self::Account => "ACCOUNT",
            Self::Token => "TOKEN",
            Self::Setup => "SETUP",
        }
    }
}

/// Which logs a call is written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Log {
    /// The request log; a rejected call also the access log.
    Request,
    /// Both logs, whatever the outcome.
    Access(AccessEvent),
    /// Neither log if the call succeeds: following a log must not add lines to it.
    Quiet,
}

/// The metadata of a route.
#[derive(Debug, Clone)]
pub struct Route {
    /// The HTTP method; a `GET` route also answers `HEAD`.
    pub method: Method,
    /// The full path, with parameters in braces.
    pub path: String,
    /// A one-sentence description.
    pub summary: &'static str,
    /// Who may call.
    pub who: Who,
    /// The services that it depends on: it fails while one of them does not run.
    pub depends_on: &'static [ServiceId],
    /// The service to whose logs it is written, if the path does not begin with a service's name.
    pub service: ServiceId,
    /// Which logs a call is written to.
    pub log: Log,
    /// Access tokens are accepted instead of a session cookie. Such a route also rejects requests that this server sent
    /// to itself through its `[remote]` configuration.
    pub tokens: bool,
    /// Package clients call it: they send a token in any of their forms, a session cookie means nothing, and what it
    /// responds with cannot act in a browser.
    pub is_for_clients: bool,
    /// Programs that provision users and groups call it, with tokens that are for nothing else.
    pub is_provisioning: bool,
    /// The form in which it reports errors.
    pub errors: ErrorForm,
    /// It reads what only some may read, which is recorded with the reader.
    pub is_recorded: bool,
    /// It has limits of its own, so that requests of others at the same address do not keep a user from signing in.
    pub limits_itself: bool,
    /// It is also answered outside the base path, for programs that ask for it at the root of the host.
    pub is_at_root: bool,
    /// Pages of other origins may call it, without cookies: programs in browsers that act by tokens of their own.
    pub is_cross_origin: bool,
    /// How a client that has sent no credentials is asked for them.
    pub challenge: Challenge,
    /// The query parameters.
    pub query: Option<Shape>,
    /// The request body.
    pub body: Payload,
    /// Maximum size of the request body.
    pub body_bytes_max: usize,
    /// The response body.
    pub answer: Payload,
}

impl Route {
    /// The route that a request was matched to.
    pub fn of(parts: &Parts) -> Result<&'static Self, ApiError> {
        parts.extensions.get::<&'static Self>().copied().ok_or_else(ApiError::internal)
    }

    /// Whether the route answers this method.
    pub fn answers(&self, method: &Method) -> bool {
        self.method == *method || (self.method == Method::GET && *method == Method::HEAD)
    }
}

/// A row of the table: a route and its handler.
pub struct Row {
    /// The metadata.
    pub route: Route,
    /// The handler.
    pub handler: MethodRouter<AppState>,
}

impl Row {
    fn new<H: Signature<A>, A>(
        method: Method,
        path: &str,
        summary: &'static str,
        handler: MethodRouter<AppState>,
    ) -> Self {
        let mut route = Route {
            method,
            path: path.to_owned(),
            summary,
            who: Who::Anyone,
            depends_on: &[],
            service: ServiceId::Artifactory,
            log: Log::Request,
            tokens: false,
            is_for_clients: false,
            is_provisioning: false,
            errors: ErrorForm::Problem,
            is_recorded: false,
            limits_itself: false,
            is_at_root: false,
            is_cross_origin: false,
            challenge: Challenge::Basic,
            query: None,
            body: Payload::Nothing,
            body_bytes_max: BODY_BYTES_MAX,
            answer: Payload::Nothing,
        };
        H::describe(&mut route);
        Self { route, handler }
    }

    /// Depends on these services. Calls that are needed to find out why a service does not run, and to start it again,
    /// depend on none: sign-in, session, status, logs, finished bundles and the console itself.
    pub fn depends_on(mut self, services: &'static [ServiceId]) -> Self {
        self.route.depends_on = services;
        self
    }

    /// Writes to the logs of this service.
    pub fn logged_by(mut self, service: ServiceId) -> Self {
        self.route.service = service;
        self
    }

    /// Grants or ends access, which is written to the access log.
    pub fn logs_access(mut self, event: AccessEvent) -> Self {
        self.route.log = Log::Access(event);
        self.logged_by(ServiceId::Access)
    }

    /// Is not counted as a request of its address.
    pub fn limits_itself(mut self) -> Self {
        self.route.limits_itself = true;
        self
    }

    /// Is also answered outside the base path.
    pub fn also_at_root(mut self) -> Self {
        self.route.is_at_root = true;
        self
    }

    /// Is open to pages of other origins, without cookies.
    pub fn cross_origin(mut self) -> Self {
        self.route.is_cross_origin = true;
        self
    }

    /// Not logged if it succeeds.
    pub fn quiet(mut self) -> Self {
        self.route.log = Log::Quiet;
        self
    }

    /// Records who reads.
    pub fn recorded(mut self) -> Self {
        self.route.is_recorded = true;
        self
    }

    /// Accepts access tokens.
    pub fn accepts_tokens(mut self) -> Self {
        self.route.tokens = true;
        self
    }

    /// Is called by package clients.
    pub fn for_clients(mut self) -> Self {
        self.route.is_for_clients = true;
        self.accepts_tokens()
    }

    /// Is called by programs that provision users and groups.
    pub fn for_provisioning(mut self) -> Self {
        self.route.is_provisioning = true;
        self.for_clients().fails_as(ErrorForm::Scim)
    }

    /// Asks for credentials in this way.
    pub fn asks_with(mut self, challenge: Challenge) -> Self {
        self.route.challenge = challenge;
        self
    }

    /// Reports errors in this form.
    pub fn fails_as(mut self, form: ErrorForm) -> Self {
        self.route.errors = form;
        self
    }

    /// Has a body that the handler reads itself, of at most `bytes_max` bytes.
    pub fn accepts_body(mut self, body: Payload, bytes_max: usize) -> Self {
        self.route.body = body;
        self.route.body_bytes_max = bytes_max;
        self
    }

    /// Responds with bytes of this media type.
    pub fn responds_with(mut self, media: &'static str) -> Self {
        self.route.answer = Payload::Bytes(media);
        self
    }

    /// Responds with JSON of this shape, and with another status than 200.
    pub fn responds_as(mut self, shape: Shape) -> Self {
        self.route.answer = Payload::Json(shape);
        self
    }

    /// Prepends a path prefix.
    pub fn nested_under(mut self, prefix: &str) -> Self {
        self.route.path.insert_str(0, prefix);
        self
    }
}

macro_rules! methods {
    ($($name:ident $method:ident;)+) => { $(
        /// A row for this method.
        pub fn $name<H, T, A>(path: &str, summary: &'static str, handler: H) -> Row
        where
            H: Handler<T, AppState> + Signature<A>,
            T: 'static,
        {
            Row::new::<H, A>(Method::$method, path, summary, routing::$name(handler))
        }
    )+ };
}

methods! {
    get GET;
    post POST;
    put PUT;
    patch PATCH;
    delete DELETE;
}
