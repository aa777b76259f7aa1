//! What refresh tokens say of themselves: the line that they belong to, with a MAC by which only those that were issued
//! here are believed. One that was used long ago is recognised by that, although its digest is no longer stored: it may
//! have been copied. A token of an earlier build has random digits alone, and says nothing.

use ring::hmac;
use subtle::ConstantTimeEq as _;

use crate::secret::{Secret, hex, random};
use crate::vault::Vault;

/// The prefix of refresh tokens, by which people and scanners of leaked secrets recognise them.
const PREFIX: &str = "waybill_refresh_";

/// The refresh tokens of all applications.
pub(super) struct RefreshTokens {
    key: hmac::Key,
}

impl RefreshTokens {
    pub(super) fn new(vault: &Vault) -> Self {
        let key = vault.mark_key("applications.refresh_tokens");
        Self { key: hmac::Key::new(hmac::HMAC_SHA256, &key) }
    }

    /// A token of a line, with 256 random bits.
    pub(super) fn fresh(&self, client: &str, line: &str) -> Secret {
        let digits = hex(&random::<32>());
        let mac = self.mac(client, line, &digits);
        Secret::new(format!("{PREFIX}{line}_{digits}_{mac}"))
    }

    /// The line that a token was issued for, to an application; `None` if it was not issued here, or by an earlier
    /// build. It says nothing of whether the token is good.
    pub(super) fn line_of<'a>(&self, client: &str, token: &'a Secret) -> Option<&'a str> {
        let (content, mac) = token.expose().strip_prefix(PREFIX)?.rsplit_once('_')?;
        let (line, digits) = content.rsplit_once('_')?;
        let expected = self.mac(client, line, digits);
        let is_issued: bool = expected.as_bytes().ct_eq(mac.as_bytes()).into();
        is_issued.then_some(line)
    }

    fn mac(&self, client: &str, line: &str, digits: &str) -> String {
        let mut context = hmac::Context::with_key(&self.key);
        for part in [client, line, digits] {
            context.update(&(part.len() as u64).to_be_bytes());
            context.update(part.as_bytes());
        }
        hex(context.sign().as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "l_0123456789abcdef";

    /// covers: [APP-02]
    #[test]
    fn a_refresh_token_names_its_line_to_its_application_alone() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Vault::open(folder.path(), None).unwrap();
        let tokens = RefreshTokens::new(&vault);
        let token = tokens.fresh("app_1", LINE);
        assert_ne!(tokens.fresh("app_1", LINE).expose(), token.expose());
        assert_eq!(tokens.line_of("app_1", &token), Some(LINE));
        assert_eq!(tokens.line_of("app_2", &token), None);
        // Over a restart too, and with no other key.
        drop(vault);
        let again = RefreshTokens::new(&Vault::open(folder.path(), None).unwrap());
        assert_eq!(again.line_of("app_1", &token), Some(LINE));
        let elsewhere = tempfile::tempdir().unwrap();
        let other = RefreshTokens::new(&Vault::open(elsewhere.path(), None).unwrap());
        assert_eq!(other.line_of("app_1", &token), None);
    }

    /// covers: [APP-02]
    #[test]
    fn what_was_not_issued_here_names_no_line() {
        let folder = tempfile::tempdir().unwrap();
        let tokens = RefreshTokens::new(&Vault::open(folder.path(), None).unwrap());
        let token = tokens.fresh("app_1", LINE);
        let text = token.expose();
        let (content, mac) = text.rsplit_once('_').unwrap();
        for other in [
            String::new(),
            PREFIX.to_owned(),
            // As earlier builds have issued them.
            format!("{PREFIX}{}", "0".repeat(64)),
            format!("{PREFIX}{LINE}"),
            format!("{content}_"),
            format!("{content}_{}", &mac[1..]),
            format!("{content}_{mac}0"),
            format!("{content}_{}", "0".repeat(64)),
            text.replace(LINE, "l_0123456789abcdee"),
            text.replace("_l_", "_l__"),
            text.to_uppercase(),
            text.replace(PREFIX, ""),
        ] {
            assert_eq!(tokens.line_of("app_1", &Secret::new(other.clone())), None, "{other}");
        }
    }
}
