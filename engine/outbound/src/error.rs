//! Why a request has no response.

use crate::address::Blocked;
use crate::proxy::ProxyFailure;

/// What failed, as a sentence for an administrator. No sentence contains data from the other server or the addresses of
/// a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OutboundError {
    /// The name is unknown, or the name servers do not answer.
    #[error("the name of the other server has no address; check how it is written")]
    NoAddress,
    /// The address may not be connected to.
    #[error(
        "the other server has {0}; where that is meant, open its network and port in the configuration, under \
         [outbound] allow"
    )]
    Blocked(Blocked),
    /// No server listens there, or there is no route.
    #[error(
        "the other server cannot be connected to; check its address and port, and that it runs"
    )]
    NotConnected,
    /// The certificate is for another host, not from a trusted authority, or expired.
    #[error(
        "the certificate of the other server is not trusted; check the name in its address, or name its authority in \
         the configuration, under [outbound] certificates"
    )]
    NotTrusted,
    /// The server does not speak TLS, or only a version that is too old.
    #[error("the other server does not speak TLS of version 1.2 or 1.3 at this port")]
    NotTls,
    /// There are no certificate authorities.
    #[error(
        "this machine knows no certificate authorities; install them, or name a file in the configuration, under \
         [outbound] certificates"
    )]
    NoAuthorities,
    /// A token would be sent unencrypted, or an answer that decides what is trusted would come so.
    #[error("a token is sent over https only; write the address with https://")]
    SecretInClear,
    /// Too many other requests are in progress.
    #[error("too many requests to other servers are under way; try again later")]
    Busy,
    /// The time limit has passed.
    #[error("the other server took too long; try again later")]
    TooSlow,
    /// The connection was closed before the response was complete.
    #[error("the other server ended the connection in the middle of its answer; try again later")]
    Disconnected,
    /// The response is not HTTP.
    #[error("what the other server answers is no HTTP; check its address and port")]
    NotHttp,
    /// The response has more or longer headers than any service has a reason for.
    #[error("the head of the other server's answer is too large")]
    HeadTooLarge,
    /// The body is larger than the limit.
    #[error("the answer of the other server is larger than {bytes_max} bytes")]
    TooLarge {
        /// The limit in bytes.
        bytes_max: usize,
    },
    /// A redirect to another address, which was not checked.
    #[error(
        "the other server sends on to another address, which is not followed; enter the final address"
    )]
    Redirected,
    /// The proxy does not connect to the other server.
    #[error("{0}")]
    Proxy(ProxyFailure),
    /// The request cannot be serialized: a header has a character that is not allowed.
    #[error("the request cannot be sent as it is; check the token")]
    Unsendable,
}

impl OutboundError {
    /// The same for users who may not learn about the network: whether a server answers there makes no difference.
    pub fn for_users(self) -> &'static str {
        match self {
            Self::Busy | Self::TooSlow => {
                "The other service does not answer in time. Try again later."
            }
            _ => "The other service cannot be reached. Ask an administrator.",
        }
    }

    /// Maps an error of hyper.
    pub(crate) fn from_http(error: &hyper::Error) -> Self {
        if error.is_parse_too_large() {
            Self::HeadTooLarge
        } else if error.is_parse() {
            Self::NotHttp
        } else if error.is_user() {
            Self::Unsendable
        } else {
            Self::Disconnected
        }
    }
}
