//! API keys: access tokens that their owners can look up again, because they are in the vault as well (API-05).

use std::sync::Arc;

use waybill_machines::RejectionCode;
use waybill_machines::machines::account::Event;
use waybill_machines::secret::PersonId;

use super::tokens::digest;
use super::{AccessError, Inner};
use crate::access::tokens::{API_KEY_LIVES_MS, Token};
use crate::access::{AccountRefused, ApiKey, TokenRefused};
use crate::secret::{Secret, hex, random};
use crate::streams::ChangeContext;
use crate::vault::Kind;

impl Inner {
    /// The API key of a user, if there is one that works.
    pub(super) fn api_key(
        &self,
        person: &PersonId,
        context: &ChangeContext,
    ) -> Result<Option<ApiKey>, AccessError> {
        let Some(account) = self.active(person)? else { return Ok(None) };
        let Some(key) = account.profile.api_key else { return Ok(None) };
        let token = account.profile.tokens.get(&key.token);
        let Some(token) = token.filter(|token| context.at < token.until) else { return Ok(None) };
        let secret = self.vault.get(Kind::ApiKey, &key.secret)?;
        let unreadable = AccessError::Defect("an API key is no text");
        let secret = secret.into_text().ok_or(unreadable)?;
        Ok(Some(ApiKey { id: key.token, key: secret, until: token.until }))
    }

    /// Makes an API key. The one before becomes invalid.
    pub(super) async fn make_api_key(
        self: &Arc<Self>,
        person: PersonId,
        context: &ChangeContext,
    ) -> Result<ApiKey, AccessError> {
        let before = self.active(&person)?.ok_or(AccountRefused::Unknown)?.profile.api_key;
        let (id, token) = (format!("t_{}", hex(&random::<8>())), Token::fresh());
        let until = context.at.plus_ms(API_KEY_LIVES_MS);
        let text = Arc::new(Secret::new(token.expose()));
        let secret = self.store(Kind::ApiKey, text.clone()).await?;
        let event = Event::MakeApiKey {
            id: id.clone(),
            digest: digest(&token),
            secret: secret.clone(),
            until,
        };
        let stored = vec![(Kind::ApiKey, secret)];
        match self.record_with(&person, event, stored, context).await? {
            Ok(_) => {}
            Err(rejection) if rejection.code == RejectionCode::TooManyTokens => {
                return Err(TokenRefused::TooMany.into());
            }
            Err(_) => return Err(AccountRefused::NotNow.into()),
        }
        self.tokens.add(digest(&token), person, until, context.at);
        if let Some(before) = before {
            self.discard(vec![(Kind::ApiKey, before.secret)]).await;
        }
        Ok(ApiKey { id, key: text.duplicate(), until })
    }
}
