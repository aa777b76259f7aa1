//! The route table: every route's name, path, title and flags, written once and exported to the browser.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Who may enter a route at all. Data behind it is authorised again at every call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// Part of signing in or of saying what is wrong: open to everybody, and it starts no application.
    Unauthenticated,
    /// Anybody who may use the console, visitors included where anonymous access is enabled.
    Console,
    /// Somebody who has signed in.
    SignedIn,
    /// An administrator.
    Admin,
}

/// One route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Route {
    /// The name that code and records use.
    pub name: RouteName,
    /// The path under `/ui`.
    pub path: &'static str,
    /// The document title's first half.
    pub title: &'static str,
    /// Who may enter.
    pub access: Access,
    /// Entering cancels a navigation that is still pending (NAV-02).
    pub cancels_pending: bool,
    /// `skipLicenseCheck` counts on this route (NAV-03).
    pub skips_licence: bool,
    /// Query names that are kept and recorded; all others are dropped.
    pub query: &'static [&'static str],
    /// Where the route leads instead of showing a page of its own.
    pub leads_to: Option<RouteName>,
}

macro_rules! routes {
    ($($variant:ident = $name:literal, $path:literal, $title:literal, $access:ident
        $(, $flag:ident: $value:expr)*;)+) => {
        /// The name of a route.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
        #[allow(missing_docs)]
        pub enum RouteName {
            $(#[serde(rename = $name)] $variant,)+
        }

        /// The whole table, in the order of the document.
        pub const ROUTES: &[Route] = &[
            $(Route { $($flag: $value,)* ..plain(RouteName::$variant, $path, $title, Access::$access) },)+
        ];

        impl RouteName {
            /// The name as code and records use it.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }
        }
    };
}

const fn plain(name: RouteName, path: &'static str, title: &'static str, access: Access) -> Route {
    Route {
        name,
        path,
        title,
        access,
        cancels_pending: false,
        skips_licence: false,
        query: &[],
        leads_to: None,
    }
}

routes! {
    Root = "root", "/", "Home", Console, leads_to: Some(RouteName::SessionActivity);
    Home = "home", "/home", "Home", Console, leads_to: Some(RouteName::SessionActivity);
    Login = "login", "/login", "Log in", Unauthenticated, cancels_pending: true, query: &["logout", "fromUnauthorized"];
    OtpLogin = "otpLogin", "/login/otp-login", "Verify it is you", Unauthenticated, cancels_pending: true;
    MfaEnroll = "mfaEnroll", "/login/mfa-enroll", "Set up a second factor", Unauthenticated, cancels_pending: true;
    ChangePassword = "changePassword", "/login/change-password", "Change password", Unauthenticated, cancels_pending: true;
    Logout = "logout", "/logout", "Log out", Unauthenticated, cancels_pending: true, leads_to: Some(RouteName::Login);
    Setup = "setup", "/setup", "Set up Waybill", Unauthenticated, cancels_pending: true;
    SessionActivity = "sessionActivity", "/session-activity", "Session activity", Console, query: &["fromUnauthorized", "machine"];
    Licenses = "admin.licenses.licenses", "/admin/license_management/licenses", "Licenses", Admin, skips_licence: true, query: &["fromUnauthorized"];
    Authorization = "authorization", "/authorization", "Not authorized", Unauthenticated;
    NotFound = "notFound", "/404", "Page not found", Unauthenticated;
    ServerError = "serverError", "/500", "Something went wrong", Unauthenticated;
}

impl RouteName {
    /// The route's row of the table.
    pub fn route(self) -> &'static Route {
        // The macro writes one row for each name in the order of the names.
        &ROUTES[self as usize]
    }
}

/// A place in the console: a route with its allow-listed query.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The route.
    pub route: RouteName,
    /// The parts of the path that the route names.
    pub params: BTreeMap<String, String>,
    /// The query, allow-listed and cut to size.
    pub query: BTreeMap<String, String>,
}

impl Place {
    /// A route without parameters or query.
    pub fn of(route: RouteName) -> Self {
        Self { route, params: BTreeMap::new(), query: BTreeMap::new() }
    }

    /// Adds a query value.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.query.insert(name.to_owned(), value.to_owned());
        self
    }
}

/// A path and query may not be longer than this, in bytes.
pub const PATH_BYTES_MAX: usize = 2_048;
/// A kept query value is cut to this many characters.
pub const QUERY_VALUE_CHARS_MAX: usize = 256;

/// Finds the place that a path under `/ui` means. What no route matches is the not-found page, and an
/// over-long path, a climbing one or one with control characters is treated as unknown.
pub fn place_of(path_and_query: &str) -> Place {
    let unknown = || Place::of(RouteName::NotFound);
    if path_and_query.len() > PATH_BYTES_MAX || path_and_query.chars().any(char::is_control) {
        return unknown();
    }
    let without_fragment = path_and_query.split('#').next().unwrap_or_default();
    let (path, query) = without_fragment.split_once('?').unwrap_or((without_fragment, ""));
    let path = path
        .strip_prefix("/ui")
        .filter(|rest| rest.is_empty() || rest.starts_with('/'))
        .unwrap_or(path);
    let path = match path.trim_end_matches('/') {
        "" => "/",
        trimmed => trimmed,
    };
    let path = match path.strip_prefix("/auth") {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => format!("/login{rest}"),
        _ => path.to_owned(),
    };
    let Some(route) = ROUTES.iter().find(|route| route.path == path) else { return unknown() };
    let mut place = Place::of(route.name);
    place.query = keep_query(route, query);
    place
}

fn keep_query(route: &Route, query: &str) -> BTreeMap<String, String> {
    query
        .split('&')
        .filter_map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let allowed =
                route.query.contains(&name) || (route.skips_licence && name == SKIP_LICENCE_CHECK);
            allowed.then(|| (name.to_owned(), value.chars().take(QUERY_VALUE_CHARS_MAX).collect()))
        })
        .collect()
}

/// The query name of NAV-03.
pub const SKIP_LICENCE_CHECK: &str = "skipLicenseCheck";
