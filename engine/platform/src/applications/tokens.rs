//! Codes and refresh tokens become tokens, and tokens end (OAuth 2.1).

use waybill_machines::Timestamp;
use waybill_machines::machines::application_grant::{Event as GrantEvent, LineEnded, TokenLine};
use waybill_machines::rules::applications::ApplicationScope;
use waybill_machines::secret::PersonId;

use super::codes::{Presented, verifies};
use super::embedded::{Inner, digest, digest_of, fresh};
use super::{
    ApplicationError, ApplicationSignIn, ApplicationToken, CodeExchange, IssuedTokens,
    OngoingSignIn,
};
use crate::access::Token;
use crate::secret::{Secret, hex, random};
use crate::streams::ChangeContext;

/// The prefix of refresh tokens, by which people and scanners of leaked secrets recognise them.
const REFRESH_PREFIX: &str = "waybill_refresh_";

impl Inner {
    /// A code becomes tokens. One that was used before ends the line that it led to.
    pub(super) async fn exchange(
        &self,
        exchange: CodeExchange,
        context: &ChangeContext,
    ) -> Result<IssuedTokens, ApplicationError> {
        let CodeExchange { client, code, verifier, callback } = exchange;
        let line = format!("l_{}", hex(&random::<8>()));
        // From here on, so that a second use finds the line that the first one leads to.
        let _changing = self.grants.lock().await;
        let request = match self.codes.take(&code, &client, &line, context.at) {
            Presented::Good(request) => request,
            Presented::Unknown => return Err(ApplicationError::NotGood),
            Presented::Reused { person, line } => {
                let known = self.grants.get(&client, &person);
                if let Some(known) = known.filter(|known| known.lines.contains_key(&line)) {
                    let event = GrantEvent::End { line, why: LineEnded::CodeReused };
                    self.grants.change(&known, event, context).await?;
                }
                return Err(ApplicationError::NotGood);
            }
        };
        if request.callback != callback || !verifies(&verifier, &request.challenge) {
            return Err(ApplicationError::NotGood);
        }
        // It may have been revoked since the user consented.
        let known = self.grants.get(&client, &request.person);
        let known = known.filter(|known| request.scopes.is_subset(&known.scopes));
        let known = known.ok_or(ApplicationError::NotGood)?;
        // An administrator may have narrowed what the application may have, or have deleted it.
        let application = self.application(&client).map_err(|_| ApplicationError::NotGood)?;
        let scopes = application.settings.permitted(&request.scopes);
        if scopes.is_empty() {
            return Err(ApplicationError::NotGood);
        }
        let access = Token::fresh();
        let may_refresh = scopes.contains(&ApplicationScope::OfflineAccess);
        let refresh = may_refresh.then(|| fresh(REFRESH_PREFIX));
        let event = GrantEvent::Issue {
            line: line.clone(),
            scopes,
            access: digest_of(access.expose()),
            refresh: refresh.as_ref().map(digest),
        };
        let issued = self.grants.change(&known, event, context).await?;
        let issued = issued.ok_or(ApplicationError::NotGood)?;
        issued.tokens(&application, &line, access, refresh, Some(request))
    }

    /// A refresh token becomes others. One that was used before ends its line.
    pub(super) async fn refresh(
        &self,
        client: &str,
        token: &Secret,
        context: &ChangeContext,
    ) -> Result<IssuedTokens, ApplicationError> {
        let application = self.application(client).map_err(|_| ApplicationError::NotGood)?;
        if !application.may_refresh() {
            return Err(ApplicationError::NotGood);
        }
        let _changing = self.grants.lock().await;
        let presented = digest(token);
        let (known, line) =
            self.grants.with_refresh_token(client, &presented).ok_or(ApplicationError::NotGood)?;
        if known.lines.get(&line).is_some_and(|line| line.used.contains(&presented)) {
            let event = GrantEvent::End { line, why: LineEnded::TokenReused };
            self.grants.change(&known, event, context).await?;
            return Err(ApplicationError::NotGood);
        }
        // Before anything is spent or recorded.
        self.refreshes.take(&line, 1).map_err(ApplicationError::TooOften)?;
        let (access, refresh) = (Token::fresh(), fresh(REFRESH_PREFIX));
        let event = GrantEvent::Refresh {
            presented,
            access: digest_of(access.expose()),
            refresh: digest(&refresh),
        };
        let refreshed = self.grants.change(&known, event, context).await?;
        let refreshed = refreshed.ok_or(ApplicationError::NotGood)?;
        refreshed.tokens(&application, &line, access, Some(refresh), None)
    }

    /// Whose a refresh token is, used or not.
    pub(super) fn sign_in_of_token(
        &self,
        client: &str,
        token: &Secret,
    ) -> Option<ApplicationSignIn> {
        let (known, line) = self.grants.with_refresh_token(client, &digest(token))?;
        let began_at = known.lines.get(&line)?.began_at;
        Some(ApplicationSignIn { person: known.person, began_at })
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
                line.access == presented
                    || line.refresh.as_ref() == Some(&presented)
                    || line.used.contains(&presented)
            };
            let line = known.lines.iter().find(|(_, line)| has(line));
            line.map(|(id, _)| id.clone()).map(|line| (known, line))
        });
        if let Some((known, line)) = found {
            let event = GrantEvent::End { line, why: LineEnded::ByApplication };
            self.grants.change(&known, event, context).await?;
        }
        Ok(())
    }

    /// Whose an access token is.
    pub(super) fn holder(&self, token: &Token, at: Timestamp) -> Option<ApplicationToken> {
        let presented = digest_of(token.expose());
        let grant = self.grants.with_token(&presented)?;
        let application = self.applications.get(&grant.client)?;
        let (id, line) = grant.lines.iter().find(|(_, line)| line.access == presented)?;
        (at < line.access_until).then(|| ApplicationToken {
            person: grant.person.clone(),
            client: grant.client.clone(),
            line: id.clone(),
            began_at: line.began_at,
            scopes: application.settings.permitted(&line.scopes),
            until: line.access_until,
        })
    }

    /// A line that goes on.
    pub(super) fn sign_in(
        &self,
        person: &PersonId,
        client: &str,
        line: &str,
        at: Timestamp,
    ) -> Option<OngoingSignIn> {
        let application = self.applications.get(client)?;
        let grant = self.grants.get(client, person)?;
        let line = grant.lines.get(line).filter(|line| application.keeps(line, at))?;
        let scopes = application.settings.permitted(&line.scopes);
        Some(OngoingSignIn { began_at: line.began_at, scopes })
    }
}
