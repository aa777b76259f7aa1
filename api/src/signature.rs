//! Derives route metadata from the signature of a handler, so that the table does not repeat it.

use axum::Json;
use axum::extract::{RawQuery, Request, State};
use axum::http::{HeaderMap, Method};
use axum::response::{AppendHeaders, Redirect, Response};

use crate::caller::{
    Admin, AdminClient, AdminContext, AnyAdmin, AnyAdminClient, Auditor, Caller,
    MaybeReauthentication, PackageClient, PresentedDevices, ProjectAdmin, Provisioner,
    Reauthentication, RepositoryReader, RepositoryUser, RequestSource, SessionUser, SignedIn,
    Visitor,
};
use crate::error::ApiError;
use crate::extract::{Body, FormQuery, OauthBody, Parameters, PathParams, QueryParams, VendorBody};
use crate::route::{Route, Who};
use crate::shape::{Payload, Shape, Wire};
use crate::sso_proxies::ProxyUser;
use crate::state::AppState;

/// A handler whose arguments and return type describe its route.
pub trait Signature<A> {
    /// Adds the metadata to a route.
    fn describe(route: &mut Route);
}

/// An argument of a handler.
pub trait Argument {
    /// Adds the argument's metadata; most arguments have none.
    fn describe(_: &mut Route) {}
}

/// The return type of a handler.
pub trait Answer {
    /// The response body.
    fn payload() -> Payload;
}

macro_rules! signature {
    ($($argument:ident)*) => {
        impl<H, F, $($argument,)*> Signature<($($argument,)*)> for H
        where
            H: Fn($($argument),*) -> F,
            F: Future,
            F::Output: Answer,
            $($argument: Argument,)*
        {
            fn describe(route: &mut Route) {
                $($argument::describe(route);)*
                route.answer = <F::Output as Answer>::payload();
            }
        }
    };
}

signature! {}
signature! { A }
signature! { A B }
signature! { A B C }
signature! { A B C D }
signature! { A B C D E }
signature! { A B C D E G }

macro_rules! who {
    ($($argument:ident $who:ident;)+) => { $(
        impl Argument for $argument {
            fn describe(route: &mut Route) {
                route.who = Who::$who;
            }
        }
    )+ };
}

who! {
    Visitor Anyone;
    Caller Session;
    SessionUser SignedIn;
    RepositoryReader Session;
    RepositoryUser SignedIn;
    SignedIn SignedIn;
    Reauthentication SignedIn;
    MaybeReauthentication SignedIn;
    ProjectAdmin ProjectAdmin;
    AnyAdmin AnyAdmin;
    AnyAdminClient AnyAdmin;
    Auditor Auditor;
    Admin Admin;
    AdminContext Admin;
    PackageClient Permitted;
    Provisioner Provisioner;
    AdminClient Admin;
}

impl Argument for State<AppState> {}
impl Argument for HeaderMap {}
impl Argument for Method {}
impl Argument for PresentedDevices {}
impl Argument for ProxyUser {}
impl Argument for Request {}
impl Argument for RequestSource {}
impl Argument for RawQuery {}

impl<T: Wire> Argument for Body<T> {
    fn describe(route: &mut Route) {
        route.body = Payload::Json(Shape::of::<T>());
    }
}

impl<T: Wire> Argument for VendorBody<T> {
    fn describe(route: &mut Route) {
        route.body = Payload::Json(Shape::of::<T>());
    }
}

impl<T: Wire> Argument for OauthBody<T> {
    fn describe(route: &mut Route) {
        route.body = Payload::Json(Shape::of::<T>());
    }
}

impl<T: Wire> Argument for QueryParams<T> {
    fn describe(route: &mut Route) {
        route.query = Some(Shape::of::<T>());
    }
}

impl Argument for Parameters {
    fn describe(route: &mut Route) {
        route.body = Payload::Bytes(Parameters::MEDIA);
    }
}

impl Argument for FormQuery {
    fn describe(route: &mut Route) {
        route.body = Payload::Bytes(Parameters::MEDIA);
    }
}

impl<T> Argument for PathParams<T> {}

impl Answer for &'static str {
    fn payload() -> Payload {
        Payload::Bytes("text/plain; charset=utf-8")
    }
}

impl Answer for Redirect {
    fn payload() -> Payload {
        Payload::Nothing
    }
}

/// The body of a raw `Response` is described in the table.
impl Answer for Response {
    fn payload() -> Payload {
        Payload::Nothing
    }
}

impl<T: Wire> Answer for Json<T> {
    fn payload() -> Payload {
        Payload::Json(Shape::of::<T>())
    }
}

impl<H, T: Answer> Answer for (AppendHeaders<H>, T) {
    fn payload() -> Payload {
        T::payload()
    }
}

impl<T: Answer> Answer for Result<T, ApiError> {
    fn payload() -> Payload {
        T::payload()
    }
}
