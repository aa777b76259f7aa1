//! Codes and refresh tokens become tokens, and tokens end (OAuth 2.1).

use waybill_machines::Timestamp;
use waybill_machines::machines::application_grant::{Event as GrantEvent, GrantEnded, TokenLine};
use waybill_machines::rules::applications::ApplicationScope;

use super::codes::{Presented, verifies};
use super::embedded::{Inner, digest, digest_of, fresh};
use super::{ApplicationError, ApplicationToken, CodeExchange, IssuedTokens};
use crate::access::Token;
use crate::secret::{Secret, hex, random};
use crate::streams::ChangeContext;

/// The prefix of refresh tokens, by which people and scanners of leaked secrets recognise them.
const REFRESH_PREFIX: &str = "waybill_refresh_";

impl Inner {
    /// A code becomes tokens. One that was used before revokes the grant that it led to.
    pub(super) async fn exchange(
        &self,
        exchange: CodeExchange,
        context: &ChangeContext,
    ) -> Result<IssuedTokens, ApplicationError> {
        let CodeExchange { client, code, verifier, callback } = exchange;
        let request = match self.codes.take(&code, &client, context.at) {
            Presented::Good(request) => request,
            Presented::Unknown => return Err(ApplicationError::NotGood),
            Presented::Reused { person, client } => {
                self.grants.revoke(&client, &person, GrantEnded::CodeReused, context).await?;
                return Err(ApplicationError::NotGood);
            }
        };
        if request.callback != callback || !verifies(&verifier, &request.challenge) {
            return Err(ApplicationError::NotGood);
        }
        let _changing = self.grants.lock().await;
        // It may have been revoked since the user consented.
        let known = self.grants.get(&client, &request.person);
        let known = known.filter(|known| request.scopes.is_subset(&known.scopes));
        let known = known.ok_or(ApplicationError::NotGood)?;
        let (line, access) = (format!("l_{}", hex(&random::<8>())), Token::fresh());
        let may_refresh = request.scopes.contains(&ApplicationScope::OfflineAccess);
        let refresh = may_refresh.then(|| fresh(REFRESH_PREFIX));
        let event = GrantEvent::Issue {
            line: line.clone(),
            scopes: request.scopes.clone(),
            access: digest_of(access.expose()),
            refresh: refresh.as_ref().map(digest),
        };
        let issued = self.grants.change(&known, event, context).await?;
        let issued = issued.ok_or(ApplicationError::NotGood)?;
        issued.tokens(&line, access, refresh, Some(request))
    }

    /// A refresh token becomes others.
    pub(super) async fn refresh(
        &self,
        client: &str,
        token: &Secret,
        context: &ChangeContext,
    ) -> Result<IssuedTokens, ApplicationError> {
        self.application(client).map_err(|_| ApplicationError::NotGood)?;
        let _changing = self.grants.lock().await;
        let presented = digest(token);
        let known = self.grants.with_token(&presented).filter(|known| known.client == client);
        let known = known.ok_or(ApplicationError::NotGood)?;
        let (access, refresh) = (Token::fresh(), fresh(REFRESH_PREFIX));
        let event = GrantEvent::Refresh {
            presented,
            access: digest_of(access.expose()),
            refresh: digest(&refresh),
        };
        // A token that was used before revokes the grant: then there is none.
        let refreshed = self.grants.change(&known, event, context).await?;
        let refreshed = refreshed.ok_or(ApplicationError::NotGood)?;
        let new = digest(&refresh);
        let line = refreshed.lines.iter().find(|(_, line)| line.refresh.as_ref() == Some(&new));
        let line = line.map(|(id, _)| id.clone()).ok_or(ApplicationError::NotGood)?;
        refreshed.tokens(&line, access, Some(refresh), None)
    }

    /// Ends the line of a token.
    pub(super) async fn end(
        &self,
        client: &str,
        token: &Secret,
        context: &ChangeContext,
    ) -> Result<(), ApplicationError> {
        let _changing = self.grants.lock().await;
        let presented = digest(token);
        let known = self.grants.with_token(&presented).filter(|known| known.client == client);
        let found = known.and_then(|known| {
            let has = |line: &TokenLine| {
                line.access == presented || line.refresh.as_ref() == Some(&presented)
            };
            let line = known.lines.iter().find(|(_, line)| has(line));
            line.map(|(id, _)| id.clone()).map(|line| (known, line))
        });
        if let Some((known, line)) = found {
            self.grants.change(&known, GrantEvent::End { line }, context).await?;
        }
        Ok(())
    }

    /// Whose an access token is.
    pub(super) fn holder(&self, token: &Token, at: Timestamp) -> Option<ApplicationToken> {
        let presented = digest_of(token.expose());
        let grant = self.grants.with_token(&presented)?;
        self.applications.get(&grant.client)?;
        let (id, line) = grant.lines.iter().find(|(_, line)| line.access == presented)?;
        (at < line.access_until).then(|| ApplicationToken {
            person: grant.person.clone(),
            client: grant.client.clone(),
            line: id.clone(),
            scopes: line.scopes.clone(),
            until: line.access_until,
        })
    }
}
