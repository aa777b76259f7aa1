//! The only client of other servers. No other crate opens a socket to another machine.
//!
//! An address is parsed once ([`Target`]), its host is resolved once, the [`AddressPolicy`] must permit every address of
//! it, and exactly the checked address is connected to; a name that resolves differently the next time gains nothing.
//! A global address of this machine is checked like one of its loopback: it is not permitted unless it is allowed.
//! Each request is checked again, also where it uses a connection that deliveries of events have kept. Redirects are
//! followed where a request says so, each to a checked address, and head, body, time and the number of concurrent
//! requests are bounded. No proxy is taken from the environment: a request names the [`Proxy`] that it goes through,
//! which is given the checked address.
//!
//! Mail servers and LDAP servers are connected to by the same rules, over a [`CheckedStream`] in which another protocol
//! is spoken.

mod address;
mod body;
mod challenge;
mod channel;
mod client;
mod connect;
mod error;
mod own;
mod pool;
mod proxy;
mod request;
mod resolve;
mod response;
mod secret;
mod settings;
mod stream;
mod target;
mod trust_store;
mod written;

pub use address::{AddressPolicy, AllowedEndpoint, AllowedEndpointError, Blocked, Permitted};
pub use challenge::{TokenChallenge, issued_token};
pub use client::Outbound;
pub use error::OutboundError;
pub use hyper::Method;
pub use hyper::header;
pub use proxy::{Proxy, ProxyFailure};
pub use request::{BODY_BYTES_MAX, Request};
pub use resolve::{Addresses, Resolve, SystemResolver};
pub use response::{Response, ResponseStream};
pub use secret::{Authorization, InvalidToken};
pub use settings::{OutboundSettings, SettingsError};
pub use stream::{CheckedStream, Endpoint};
pub use target::{TARGET_BYTES_MAX, Target, TargetError};
