//! Access tokens of accounts. Records hold their digests; only their holders have the tokens themselves.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use waybill_machines::machines::account::{Event, Profile};
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::{RejectionCode, Timestamp};

use super::directory::Account;
use super::expiring::Expiring;
use super::{AccessError, Embedded, Inner};
use crate::access::{
    AccessTokens, AccountRefused, Answer, ApiKey, HeldToken, MadeToken, NewToken, Source, Token,
    TokenHolder, TokenRefused, TokenShown, error,
};
use crate::secret::{hex, random, sha256_hex};
use crate::streams::ChangeContext;
use crate::vault::Kind;

/// The owners of tokens by digest, and when each token was last used. The account decides whether it is still valid.
#[derive(Default)]
pub(super) struct Tokens {
    owners: RwLock<Expiring<Digest, PersonId>>,
    used: Mutex<Expiring<String, Timestamp>>,
}

/// A token has 256 random bits, so one fast hash is enough: it cannot be guessed.
pub(super) fn digest(token: &Token) -> Digest {
    Digest(sha256_hex(token.expose().as_bytes()))
}

impl Tokens {
    pub(super) fn of<'a>(accounts: impl IntoIterator<Item = (&'a PersonId, &'a Profile)>) -> Self {
        let mut owners = Expiring::default();
        for (person, profile) in accounts {
            for token in profile.tokens.values() {
                let owner = person.clone();
                owners.insert(token.digest.clone(), owner, token.until, token.created_at);
            }
        }
        Self { owners: RwLock::new(owners), used: Mutex::default() }
    }

    fn owner(&self, digest: &Digest) -> Option<PersonId> {
        self.owners.read().unwrap_or_else(PoisonError::into_inner).get(digest).cloned()
    }

    /// Adds a token that was made at a time, and is valid until another.
    pub(super) fn add(&self, digest: Digest, person: PersonId, until: Timestamp, at: Timestamp) {
        let mut owners = self.owners.write().unwrap_or_else(PoisonError::into_inner);
        owners.insert(digest, person, until, at);
    }

    fn use_at(&self, id: &str, until: Timestamp, at: Timestamp) {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.insert(id.to_owned(), at, until, at);
    }

    fn used_at(&self, id: &str) -> Option<Timestamp> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).get(id).copied()
    }
}

impl AccessTokens for Embedded {
    fn make_token(&self, new: NewToken, context: ChangeContext) -> Answer<'_, MadeToken> {
        self.run(|inner| async move { inner.make_token(new, &context).await })
    }

    fn tokens(&self) -> Answer<'_, Vec<TokenShown>> {
        self.run_blocking(Inner::tokens)
    }

    fn tokens_of(&self, person: PersonId) -> Answer<'_, Vec<TokenShown>> {
        let owner = person.clone();
        self.run_on_account(Some(&owner), move |inner| inner.tokens_of(&person))
    }

    fn api_key(&self, person: PersonId, context: ChangeContext) -> Answer<'_, Option<ApiKey>> {
        self.run_blocking(move |inner| inner.api_key(&person, &context))
    }

    fn make_api_key(&self, person: PersonId, context: ChangeContext) -> Answer<'_, ApiKey> {
        self.run(|inner| async move { inner.make_api_key(person, &context).await })
    }

    fn revoke_token(&self, id: String, context: ChangeContext) -> Answer<'_, ()> {
        self.run(|inner| async move { inner.revoke_token(&id, &context).await })
    }

    fn holder_of_token(
        &self,
        token: Token,
        source: Source,
        at: Timestamp,
    ) -> Answer<'_, Option<TokenHolder>> {
        let owner = self.inner.tokens.owner(&digest(&token));
        self.run_on_account(owner.as_ref(), move |inner| inner.holder_of_token(&token, &source, at))
    }

    fn is_known(&self, token: &Token) -> bool {
        self.inner.tokens.owner(&digest(token)).is_some()
    }
}

impl Inner {
    pub(super) async fn make_token(
        self: &Arc<Self>,
        new: NewToken,
        context: &ChangeContext,
    ) -> Result<MadeToken, AccessError> {
        new.check()?;
        let NewToken { person, description, lives_ms, scope } = new;
        let description = description.filter(|text| !text.trim().is_empty());
        if self.active(&person)?.is_none() {
            return Err(AccountRefused::Unknown.into());
        }
        let description = match description {
            // Descriptions may contain names of people, so each can be erased with its owner. Those of a robot come up
            // again with each job, and values are never removed one by one.
            Some(text) => {
                let whose = person.clone();
                let keep = move |inner: &Self| Ok(inner.vault.recurring(&whose, &text)?);
                Some(self.blocking(keep).await?)
            }
            None => None,
        };
        let (id, token) = (format!("t_{}", hex(&random::<8>())), Token::fresh());
        let (digest, until) = (digest(&token), context.at.plus_ms(lives_ms));
        let event =
            Event::MakeToken { id: id.clone(), digest: digest.clone(), description, until, scope };
        match self.record(&person, event, true, context).await? {
            Ok(_) => {}
            Err(rejection) if rejection.code == RejectionCode::TooManyTokens => {
                return Err(TokenRefused::TooMany.into());
            }
            Err(rejection) if rejection.code == RejectionCode::TokenScopesTooLarge => {
                return Err(TokenRefused::ScopesTooLarge.into());
            }
            Err(_) => return Err(AccountRefused::NotNow.into()),
        }
        self.tokens.add(digest, person, until, context.at);
        Ok(MadeToken { id, token, until })
    }

    fn tokens(&self) -> Result<Vec<TokenShown>, AccessError> {
        self.described(self.accounts()?)
    }

    fn tokens_of(&self, person: &PersonId) -> Result<Vec<TokenShown>, AccessError> {
        self.described(self.account(person)?)
    }

    /// The tokens of these accounts, the newest first.
    fn described(
        &self,
        accounts: impl IntoIterator<Item = Account>,
    ) -> Result<Vec<TokenShown>, AccessError> {
        let mut shown = Vec::new();
        for Account { person, profile, .. } in accounts {
            if profile.tokens.is_empty() {
                continue;
            }
            let text = |personal| -> Result<Option<String>, AccessError> {
                Ok(self.vault.reveal(personal)?.map(|text| text.expose().to_owned()))
            };
            let user = text(&profile.name)?;
            for (id, token) in &profile.tokens {
                shown.push(TokenShown {
                    id: id.clone(),
                    person: person.clone(),
                    user: user.clone(),
                    is_api_key: profile.api_key.as_ref().is_some_and(|key| key.token == *id),
                    scope: token.scope.clone(),
                    description: token.description.as_ref().map(text).transpose()?.flatten(),
                    created_at: token.created_at,
                    until: token.until,
                    used_at: self.tokens.used_at(id),
                });
            }
        }
        shown.sort_by(|one, other| (other.created_at, &other.id).cmp(&(one.created_at, &one.id)));
        Ok(shown)
    }

    async fn revoke_token(
        self: &Arc<Self>,
        id: &str,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let accounts = self.accounts()?;
        let owner = accounts.iter().find(|account| account.profile.tokens.contains_key(id));
        let owner = owner.ok_or(TokenRefused::Unknown)?;
        let revoked =
            self.record(&owner.person, Event::RevokeToken { id: id.to_owned() }, true, context);
        // Another administrator may have been first.
        revoked.await?.map_err(|_| TokenRefused::Unknown)?;
        let key = owner.profile.api_key.clone().filter(|key| key.token == id);
        self.discard(key.map(|key| (Kind::ApiKey, key.secret)).into_iter().collect()).await;
        Ok(())
    }

    /// A valid token is accepted however many invalid ones came from the same source: 256 bits cannot be guessed, and
    /// one program with an old token must not lock out the others behind its address.
    fn holder_of_token(
        &self,
        token: &Token,
        source: &Source,
        at: Timestamp,
    ) -> Result<Option<TokenHolder>, AccessError> {
        let digest = digest(token);
        if let Some(person) = self.tokens.owner(&digest)
            && let Some(account) = self.active(&person)?
            && let Some((id, found)) = account
                .profile
                .tokens
                .iter()
                .find(|(_, token)| token.digest == digest && at < token.until)
        {
            self.tokens.use_at(id, found.until, at);
            let (token, scope) = (HeldToken::Own { id: id.clone() }, found.scope.clone());
            return Ok(Some(TokenHolder { person, token, scope }));
        }
        let key = self.source_key(source);
        let counted = self.attempt_limits.invalid_token(key, at);
        counted.map_err(|retry_at| AccessError::Later(error::slow_down(retry_at)))?;
        Ok(None)
    }
}
