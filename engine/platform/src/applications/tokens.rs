//! Codes and refresh tokens become tokens, and tokens end (OAuth 2.1).

use waybill_machines::Timestamp;
use waybill_machines::machines::application_grant::{Event as GrantEvent, LineEnded, TokenLine};
use waybill_machines::rules::applications::ApplicationScope;
use waybill_machines::secret::PersonId;

use super::codes::{Presented, verifies};
use super::embedded::{Inner, digest, digest_of};
use super::{
    ApplicationError, ApplicationSignIn, ApplicationToken, CodeExchange, IssuedTokens,
    OngoingSignIn, StoredGrant,
};
use crate::access::Token;
use crate::secret::{Secret, hex, random};
use crate::streams::ChangeContext;

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
        let is_other = callback.is_some_and(|callback| callback != request.callback);
        if is_other || !verifies(&verifier, &request.challenge) {
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
        let refresh = may_refresh.then(|| self.refresh_tokens.fresh(&client, &line));
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

    /// A refresh token becomes others. One that was used before, however long ago, ends its line.
    pub(super) async fn refresh(
        &self,
        client: &str,
        token: &Secret,
        context: &ChangeContext,
    ) -> Result<IssuedTokens, ApplicationError> {
        let application = self.application(client).map_err(|_| ApplicationError::NotGood)?;
        let _changing = self.grants.lock().await;
        let presented = digest(token);
        let (known, line) =
            self.with_refresh_token(client, token).ok_or(ApplicationError::NotGood)?;
        let newest = known.lines.get(&line).and_then(|line| line.refresh.as_ref());
        if newest != Some(&presented) {
            let event = GrantEvent::End { line, why: LineEnded::TokenReused };
            self.grants.change(&known, event, context).await?;
            return Err(ApplicationError::NotGood);
        }
        // A copy is noticed even while the application may not refresh: it may be allowed to again.
        if !application.may_refresh() {
            return Err(ApplicationError::NotGood);
        }
        // Before anything is spent or recorded.
        self.refreshes.take(&line, 1).map_err(ApplicationError::TooOften)?;
        let (access, refresh) = (Token::fresh(), self.refresh_tokens.fresh(client, &line));
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
        let (known, line) = self.with_refresh_token(client, token)?;
        let began_at = known.lines.get(&line)?.began_at;
        Some(ApplicationSignIn { person: known.person, began_at })
    }

    /// The grant of a refresh token of an application, used or not, and the id of its line. One whose digest is no
    /// longer stored names its line.
    fn with_refresh_token(&self, client: &str, token: &Secret) -> Option<(StoredGrant, String)> {
        let stored = self.grants.with_refresh_token(client, &digest(token));
        stored.or_else(|| {
            let line = self.refresh_tokens.line_of(client, token)?;
            let known = self.grants.with_line(client, line)?;
            Some((known, line.to_owned()))
        })
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
        let found = found.or_else(|| self.with_refresh_token(client, token));
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use waybill_journal::{Journal, MemoryJournal};
    use waybill_machines::machines::application_grant::USED_MAX;
    use waybill_machines::rules::applications::{Application, ApplicationKind};

    use super::*;
    use crate::applications::embedded::{EmbeddedApplications, fresh};
    use crate::applications::grants::Grants;
    use crate::applications::{Applications as _, CodeRequest};
    use crate::vault::Vault;

    const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    const CALLBACK: &str = "https://app.example.org/callback";

    fn context() -> ChangeContext {
        ChangeContext::system(Timestamp::from_ms(1_767_225_600_000))
    }

    async fn registered(applications: &EmbeddedApplications) -> String {
        let application = Application {
            name: "Dashboard".into(),
            kind: ApplicationKind::Server,
            description: "Shows builds.".into(),
            callback_url: CALLBACK.into(),
            scopes: None,
        };
        applications.register(application, context()).await.unwrap().0.client
    }

    /// The code that a user's consent leads to.
    async fn consented(applications: &EmbeddedApplications, client: &str) -> Secret {
        let request = CodeRequest {
            client: client.to_owned(),
            person: PersonId("p_ann".to_owned()),
            scopes: [ApplicationScope::Openid, ApplicationScope::OfflineAccess].into(),
            callback: CALLBACK.to_owned(),
            challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM".to_owned(),
            nonce: None,
            signed_in_at: None,
        };
        applications.consent(request, context()).await.unwrap()
    }

    async fn exchanged(
        applications: &EmbeddedApplications,
        client: &str,
        code: Secret,
        callback: Option<&str>,
    ) -> Result<IssuedTokens, ApplicationError> {
        let exchange = CodeExchange {
            client: client.to_owned(),
            code,
            verifier: Secret::new(VERIFIER),
            callback: callback.map(str::to_owned),
        };
        applications.exchange(exchange, context()).await
    }

    async fn refreshed(
        applications: &EmbeddedApplications,
        client: &str,
        token: &Secret,
    ) -> Result<Secret, ApplicationError> {
        let refreshed = applications.refresh(client.to_owned(), token.duplicate(), context()).await;
        refreshed.map(|issued| issued.refresh.unwrap())
    }

    /// A token with those that it leads to, each refreshed once but the last.
    async fn rotated(
        applications: &EmbeddedApplications,
        client: &str,
        first: Secret,
        times: usize,
    ) -> Vec<Secret> {
        let mut all = vec![first];
        for _ in 0..times {
            let newest = all.last().unwrap();
            let next = refreshed(applications, client, newest).await.unwrap();
            all.push(next);
        }
        all
    }

    /// covers: [APP-02]
    #[tokio::test]
    async fn a_refresh_token_from_long_before_ends_its_sign_in() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Vault::open(folder.path(), None).unwrap();
        let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
        let applications = EmbeddedApplications::open(journal, &vault).unwrap();
        let client = registered(&applications).await;
        let mut sign_ins = Vec::new();
        for _ in 0..3 {
            let code = consented(&applications, &client).await;
            let issued = exchanged(&applications, &client, code, Some(CALLBACK)).await.unwrap();
            let first = issued.refresh.unwrap();
            sign_ins.push(rotated(&applications, &client, first, USED_MAX + 2).await);
        }
        let [presented, revoked, other] = &sign_ins[..] else { panic!("three sign-ins") };
        // Whose it is is known before it is presented, for the account may be disabled.
        let sign_in = applications.sign_in_of_token(&client, &presented[0]).unwrap();
        assert_eq!((sign_in.person.0.as_str(), sign_in.began_at), ("p_ann", context().at));
        assert_eq!(applications.sign_in_of_token("app_0", &presented[0]), None);
        // Another application ends nothing with it.
        applications.end("app_0".into(), presented[0].duplicate(), context()).await.unwrap();
        let newest = refreshed(&applications, &client, &presented[USED_MAX + 2]).await.unwrap();
        let reused = refreshed(&applications, &client, &presented[0]).await;
        assert!(matches!(reused, Err(ApplicationError::NotGood)));
        let ended = refreshed(&applications, &client, &newest).await;
        assert!(matches!(ended, Err(ApplicationError::NotGood)));
        assert_eq!(applications.sign_in_of_token(&client, &presented[0]), None);
        // An application that signs its user out may have kept an old one.
        applications.end(client.clone(), revoked[0].duplicate(), context()).await.unwrap();
        let ended = refreshed(&applications, &client, &revoked[USED_MAX + 2]).await;
        assert!(matches!(ended, Err(ApplicationError::NotGood)));
        assert!(refreshed(&applications, &client, &other[USED_MAX + 2]).await.is_ok());
    }

    /// covers: [APP-02]
    #[tokio::test]
    async fn a_refresh_token_of_an_earlier_build_is_good_and_known_as_long_as_before() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Vault::open(folder.path(), None).unwrap();
        let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
        let applications = EmbeddedApplications::open(Arc::clone(&journal), &vault).unwrap();
        let client = registered(&applications).await;
        consented(&applications, &client).await;
        // As such a build has recorded them: random digits alone.
        let [old, reused] = [(); 2].map(|()| fresh("waybill_refresh_"));
        let grants = Grants::open(Arc::clone(&journal)).unwrap();
        for (line, token) in [("l_0123456789abcdef", &old), ("l_fedcba9876543210", &reused)] {
            let known = grants.get(&client, &PersonId("p_ann".to_owned())).unwrap();
            let event = GrantEvent::Issue {
                line: line.to_owned(),
                scopes: [ApplicationScope::OfflineAccess].into(),
                access: digest_of(line),
                refresh: Some(digest(token)),
            };
            grants.change(&known, event, &context()).await.unwrap();
        }
        let applications = EmbeddedApplications::open(journal, &vault).unwrap();
        // Within the window its second use ends its sign-in.
        let newest = refreshed(&applications, &client, &reused).await.unwrap();
        for token in [&reused, &newest] {
            let refused = refreshed(&applications, &client, token).await;
            assert!(matches!(refused, Err(ApplicationError::NotGood)));
        }
        // Later it is refused like one that never was, while those that came of it are known.
        let all = rotated(&applications, &client, old, USED_MAX + 1).await;
        let refused = refreshed(&applications, &client, &all[0]).await;
        assert!(matches!(refused, Err(ApplicationError::NotGood)));
        let newest = refreshed(&applications, &client, &all[USED_MAX + 1]).await.unwrap();
        for token in [&all[1], &newest] {
            let refused = refreshed(&applications, &client, token).await;
            assert!(matches!(refused, Err(ApplicationError::NotGood)));
        }
    }

    /// covers: [APP-02]
    #[tokio::test]
    async fn the_callback_may_be_missing_and_not_be_another_one_when_a_code_is_exchanged() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Vault::open(folder.path(), None).unwrap();
        let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
        let applications = EmbeddedApplications::open(journal, &vault).unwrap();
        let client = registered(&applications).await;
        for (callback, is_good) in
            [(None, true), (Some(CALLBACK), true), (Some("https://app.example.org/"), false)]
        {
            let code = consented(&applications, &client).await;
            let issued = exchanged(&applications, &client, code, callback).await;
            assert_eq!(issued.is_ok(), is_good, "{callback:?}");
        }
    }
}
