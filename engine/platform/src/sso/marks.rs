//! Marks of identities and of sessions at providers, which records have in the place of what they are: equal for equal
//! ones, and useless without the key of the vault.

use ring::hmac;
use waybill_machines::secret::Digest;

use crate::secret::hex;
use crate::vault::Vault;

/// Makes marks.
pub(crate) struct Marks(hmac::Key);

impl Marks {
    pub(crate) fn new(vault: &Vault) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, &vault.mark_key("sso.identities")))
    }

    /// The mark of an identity. Two issuers may have the same subject.
    pub(crate) fn identity(&self, issuer: &str, subject: &str) -> Digest {
        self.mark(&["sub", issuer, subject])
    }

    /// The mark of an identity at a provider of SAML. One server may be an issuer and have an entity id that are equal,
    /// and its subjects and name ids are of different users.
    pub(super) fn name_id(&self, entity_id: &str, name_id: &str) -> Digest {
        self.mark(&["name_id", entity_id, name_id])
    }

    /// The mark of a session at a provider.
    pub(crate) fn session(&self, issuer: &str, session: &str) -> Digest {
        self.mark(&["sid", issuer, session])
    }

    fn mark(&self, parts: &[&str]) -> Digest {
        let mut context = hmac::Context::with_key(&self.0);
        for part in parts {
            context.update(&(part.len() as u64).to_be_bytes());
            context.update(part.as_bytes());
        }
        Digest(hex(context.sign().as_ref()))
    }
}
