//! Why a request has no answer.

use crate::address::Closed;

/// What went wrong, as a sentence for an administrator. No sentence holds anything that the other side sent, nor the
/// addresses that a name has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OutboundError {
    /// The name is not known, or the name servers do not answer.
    #[error("the name of the other server has no address; check how it is written")]
    NoAddress,
    /// The gate is closed.
    #[error(
        "the other server has {0}; where that is meant, open its network and port in the configuration, under \
         [outbound] allow"
    )]
    Closed(Closed),
    /// Nobody listens, or the network does not lead there.
    #[error(
        "the other server cannot be connected to; check its address and port, and that it runs"
    )]
    NotConnected,
    /// The certificate is not that of the host, not by a known authority, or over.
    #[error(
        "the certificate of the other server is not trusted; check the name in its address, or name its authority in \
         the configuration, under [outbound] certificates"
    )]
    NotTrusted,
    /// It speaks something else than TLS, or a version that is too old.
    #[error("the other server does not speak TLS of version 1.2 or 1.3 at this port")]
    NotTls,
    /// There is nothing to check certificates against.
    #[error(
        "this machine knows no certificate authorities; install them, or name a file in the configuration, under \
         [outbound] certificates"
    )]
    NoAuthorities,
    /// A token may not be sent where everybody on the way can read it.
    #[error("a token is sent over https only; write the address with https://")]
    SecretInClear,
    /// Too many other requests are under way.
    #[error("too many requests to other servers are under way; try again later")]
    Busy,
    /// The time is over.
    #[error("the other server took too long; try again later")]
    TooSlow,
    /// It hung up before its answer was whole.
    #[error("the other server ended the connection in the middle of its answer; try again later")]
    CutOff,
    /// It answers something that is no HTTP.
    #[error("what the other server answers is no HTTP; check its address and port")]
    NotHttp,
    /// More headers, or longer ones, than any service has a reason for.
    #[error("the head of the other server's answer is too large")]
    HeadTooLarge,
    /// The body goes on beyond the limit.
    #[error("the answer of the other server is larger than {bytes_max} bytes")]
    TooLarge {
        /// How many bytes would have been taken.
        bytes_max: usize,
    },
    /// It sends on to another address, which was not checked.
    #[error(
        "the other server sends on to another address, which is not followed; enter the final address"
    )]
    Redirected,
    /// The request cannot be written down: a header holds what no header can.
    #[error("the request cannot be sent as it is; check the token")]
    Unsendable,
}

impl OutboundError {
    /// The same for people who may not learn what stands in the network: whether something answers is one sentence.
    pub fn for_users(self) -> &'static str {
        match self {
            Self::Busy | Self::TooSlow => {
                "The other service does not answer in time. Try again later."
            }
            _ => "The other service cannot be reached. Ask an administrator.",
        }
    }

    /// What hyper says, by what to do about it.
    pub(crate) fn from_http(error: &hyper::Error) -> Self {
        if error.is_parse_too_large() {
            Self::HeadTooLarge
        } else if error.is_parse() {
            Self::NotHttp
        } else if error.is_user() {
            Self::Unsendable
        } else {
            Self::CutOff
        }
    }
}
