//! What is known of a route before it is called: a row of the table in `routes.rs`.

use axum::handler::Handler;
use axum::http::Method;
use axum::http::request::Parts;
use axum::routing::{self, MethodRouter};
use waybill_machines::rules::services::ServiceId;

use crate::error::ApiError;
use crate::house::House;
use crate::sent::BODY_BYTES_MAX;
use crate::shape::{Payload, Shape};
use crate::signature::Signature;

/// Who may call. It is read from the arguments of the handler, which refuse everybody else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    /// Anybody.
    Anybody,
    /// A browser with a session, whether somebody has signed in or not.
    Session,
    /// Somebody who has signed in.
    SignedIn,
    /// An administrator.
    Admin,
}

/// What an access log says of a call that grants or ends access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entrance {
    /// A name and a password.
    Login,
    /// The end of a session.
    Logout,
    /// A code of a second factor.
    Code,
    /// A second factor that is set up.
    Enrolment,
    /// A new password.
    Password,
    /// Other sessions that are ended.
    Revocation,
    /// The first administrator.
    Setup,
}

impl Entrance {
    /// The word in the log.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Login => "LOGIN",
            Self::Logout => "LOGOUT",
            Self::Code => "CODE",
            Self::Enrolment => "ENROLMENT",
            Self::Password => "PASSWORD",
            Self::Revocation => "REVOCATION",
            Self::Setup => "SETUP",
        }
    }
}

/// Which logs a call is noted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Log {
    /// The log of requests; a refusal also in the log of accesses.
    Request,
    /// Both, however it ends.
    Entrance(Entrance),
    /// Neither where it succeeds: following a log must not feed it.
    Quiet,
}

/// What is known of a route.
#[derive(Debug, Clone)]
pub struct Route {
    /// The method; `HEAD` is answered where `GET` is.
    pub method: Method,
    /// The whole path, with its parameters in braces.
    pub path: String,
    /// What it is for, in a sentence.
    pub summary: &'static str,
    /// Who may call.
    pub who: Who,
    /// The services whose work it is: it fails while one of them does not run.
    pub works: &'static [ServiceId],
    /// The service whose logs it is noted in, where the path does not begin with a service's name.
    pub service: ServiceId,
    /// Which of its logs.
    pub log: Log,
    /// A program may show an access token instead of a session's cookie. No other server may ask itself by it.
    pub tokens: bool,
    /// What stands behind the question mark.
    pub query: Option<Shape>,
    /// What a request carries.
    pub body: Payload,
    /// A body has at most this many bytes.
    pub body_bytes_max: usize,
    /// What an answer carries.
    pub answer: Payload,
}

impl Route {
    /// The route that a request has come by.
    pub fn of(parts: &Parts) -> Result<&'static Self, ApiError> {
        parts.extensions.get::<&'static Self>().copied().ok_or_else(ApiError::internal)
    }

    /// Whether it answers this method.
    pub fn answers(&self, method: &Method) -> bool {
        self.method == *method || (self.method == Method::GET && *method == Method::HEAD)
    }
}

/// A row of the table: a route and what answers it.
pub struct Row {
    /// What is known of it.
    pub route: Route,
    /// What answers.
    pub handler: MethodRouter<House>,
}

impl Row {
    fn new<H: Signature<A>, A>(
        method: Method,
        path: &str,
        summary: &'static str,
        handler: MethodRouter<House>,
    ) -> Self {
        let mut route = Route {
            method,
            path: path.to_owned(),
            summary,
            who: Who::Anybody,
            works: &[],
            service: ServiceId::Artifactory,
            log: Log::Request,
            tokens: false,
            query: None,
            body: Payload::Nothing,
            body_bytes_max: BODY_BYTES_MAX,
            answer: Payload::Nothing,
        };
        H::describe(&mut route);
        Self { route, handler }
    }

    /// The work of these services. What somebody needs to find out why a service does not run, and to start it again,
    /// is the work of none: signing in, the session, status, logs, finished bundles and the console itself.
    pub fn works(mut self, services: &'static [ServiceId]) -> Self {
        self.route.works = services;
        self
    }

    /// Noted in the logs of this service.
    pub fn noted_by(mut self, service: ServiceId) -> Self {
        self.route.service = service;
        self
    }

    /// Grants or ends access, which the access log notes.
    pub fn enters(mut self, entrance: Entrance) -> Self {
        self.route.log = Log::Entrance(entrance);
        self.noted_by(ServiceId::Access)
    }

    /// Not noted where it succeeds.
    pub fn quiet(mut self) -> Self {
        self.route.log = Log::Quiet;
        self
    }

    /// Takes access tokens.
    pub fn takes_tokens(mut self) -> Self {
        self.route.tokens = true;
        self
    }

    /// Takes a body that the handler reads by itself, of at most so many bytes.
    pub fn takes(mut self, body: Payload, bytes_max: usize) -> Self {
        self.route.body = body;
        self.route.body_bytes_max = bytes_max;
        self
    }

    /// Sends bytes of this media type.
    pub fn sends(mut self, media: &'static str) -> Self {
        self.route.answer = Payload::Bytes(media);
        self
    }

    /// The same below another path.
    pub fn under(mut self, prefix: &str) -> Self {
        self.route.path.insert_str(0, prefix);
        self
    }
}

macro_rules! methods {
    ($($name:ident $method:ident;)+) => { $(
        /// A row for this method.
        pub fn $name<H, T, A>(path: &str, summary: &'static str, handler: H) -> Row
        where
            H: Handler<T, House> + Signature<A>,
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
    delete DELETE;
}
