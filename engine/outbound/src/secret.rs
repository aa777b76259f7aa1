//! Credentials: they go into one header and are never printed.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hyper::header::HeaderValue;
use zeroize::Zeroizing;

/// The value of the `Authorization` header. It is wiped when dropped and prints as `[secret]`.
///
/// It is compared with others of this process only, never with one that a client sends: that takes a time which depends
/// on where they differ.
#[derive(Clone, PartialEq, Eq)]
pub struct Authorization(Zeroizing<String>);

/// The token has characters that are not allowed in a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a token is one line of plain letters, digits and signs")]
pub struct InvalidToken;

impl Authorization {
    /// `Bearer` with a token.
    pub fn bearer(token: &str) -> Result<Self, InvalidToken> {
        let plain = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic());
        plain.then(|| Self(Zeroizing::new(format!("Bearer {token}")))).ok_or(InvalidToken)
    }

    /// `Basic` with a user and a password.
    pub fn basic(user: &str, password: &str) -> Result<Self, InvalidToken> {
        let plain = |text: &str| !text.chars().any(char::is_control);
        if user.contains(':') || !plain(user) || !plain(password) {
            return Err(InvalidToken);
        }
        let pair = Zeroizing::new(format!("{user}:{password}"));
        let encoded = Zeroizing::new(STANDARD.encode(pair.as_bytes()));
        Ok(Self(Zeroizing::new(format!("Basic {}", encoded.as_str()))))
    }

    /// A signature over the request, made with a secret that is not sent, such as one of AWS (Signature Version 4).
    /// Others could send the same request again, so it is kept like a token.
    pub fn signature(signature: &str) -> Result<Self, InvalidToken> {
        let plain = signature.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
        let plain = plain && !signature.trim().is_empty();
        plain.then(|| Self(Zeroizing::new(signature.to_owned()))).ok_or(InvalidToken)
    }

    /// The header, marked as sensitive.
    pub(crate) fn header(&self) -> Result<HeaderValue, InvalidToken> {
        let mut value = HeaderValue::from_str(&self.0).map_err(|_| InvalidToken)?;
        value.set_sensitive(true);
        Ok(value)
    }
}

impl fmt::Debug for Authorization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_never_printed() {
        let token = Authorization::bearer("canary-51c0").expect("a token");
        let header = token.header().expect("a header");
        let printed = format!("{token:?} {token:#?} {header:?}");
        assert!(!printed.contains("canary"), "{printed}");
        let basic = Authorization::basic("ann", "canary ü").expect("credentials");
        assert_eq!(basic.header().expect("a header").as_bytes(), b"Basic YW5uOmNhbmFyeSDDvA==");
        assert!(!format!("{basic:?}").contains("YW5u"));
        for (user, password) in [("a:b", "c"), ("a", "line\r\nHost: x")] {
            Authorization::basic(user, password).expect_err(user);
        }
        let signed = Authorization::signature("AWS4-HMAC-SHA256 Credential=canary").expect("one");
        assert!(!format!("{signed:?}").contains("canary"));
        for text in ["", " ", "line\r\nHost: x", "ü"] {
            Authorization::signature(text).expect_err(text);
        }
        for text in ["", "two words", "line\r\nHost: x", "ü"] {
            assert_eq!(Authorization::bearer(text).expect_err(text), InvalidToken, "{text}");
        }
    }
}
