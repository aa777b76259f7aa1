//! Issuers in the platform journal, a stream each, and a view of them in memory.

use std::sync::Arc;

use waybill_journal::{Cause, Journal, RecordRef};
use waybill_machines::Timestamp;
use waybill_machines::machines::account::TOKENS_MAX;
use waybill_machines::machines::trusted_issuer::Event;
use waybill_machines::rules::trusted_issuers::{
    ExchangeRule, IssuerFault, IssuerProblem, TRUSTED_ISSUERS_MAX, TrustedIssuer, check_issuer,
};
use waybill_machines::secret::PersonId;
use waybill_outbound::{Outbound, OutboundError, Target};

use super::fetching::KeyRing;
use super::presented::{Identity, Presented};
use super::stored::refused;
use super::used::UsedIds;
use super::{
    Answer, Exchanged, IssuerError, RuleMismatch, StoredIssuer, TestedToken, TokenProblem,
    TrustedIssuers,
};
use crate::access::{
    AccessError, AccessTokens, AccountRefused, Accounts, DESCRIPTION_CHARS_MAX, NewToken,
    TokenRefused,
};
use crate::keyed::{Keyed, StoredByKey as _, to_completion};
use crate::secret::Secret;
use crate::streams::{ChangeContext, StreamError};

/// How much of a claim an administrator is shown, in characters.
const FOUND_CHARS_MAX: usize = 200;

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedTrustedIssuers {
    inner: Arc<Inner>,
}

/// Where robots and their tokens are.
pub struct Robots {
    /// The accounts.
    pub accounts: Arc<dyn Accounts>,
    /// Their access tokens.
    pub tokens: Arc<dyn AccessTokens>,
}

struct Inner {
    issuers: Keyed<StoredIssuer>,
    journal: Arc<dyn Journal>,
    outbound: Outbound,
    keys: KeyRing,
    used: UsedIds,
    robots: Robots,
}

impl EmbeddedTrustedIssuers {
    /// Opens the service. Blocks on the disk.
    ///
    /// # Errors
    ///
    /// [`StreamError`], if what is stored cannot be read.
    pub fn open(
        journal: Arc<dyn Journal>,
        outbound: Outbound,
        robots: Robots,
        at: Timestamp,
    ) -> Result<Self, StreamError> {
        let inner = Inner {
            issuers: Keyed::open(Arc::clone(&journal))?,
            used: UsedIds::read(&journal, at)?,
            journal,
            keys: KeyRing::new(outbound.clone()),
            outbound,
            robots,
        };
        Ok(Self { inner: Arc::new(inner) })
    }
}

impl TrustedIssuers for EmbeddedTrustedIssuers {
    fn issuers(&self) -> Answer<'_, Vec<StoredIssuer>> {
        Box::pin(std::future::ready(Ok(self.inner.issuers.all())))
    }

    fn create(&self, new: TrustedIssuer, context: ChangeContext) -> Answer<'_, StoredIssuer> {
        to_completion(&self.inner, async move |inner| {
            // The machine rejects these too; here no stream is made for them.
            check_issuer(&new).map_err(IssuerError::Problem)?;
            inner.vet(&new).await?;
            inner.check_robots(&new).await?;
            let _changing = inner.issuers.lock().await;
            if inner.issuers.get(&new.name).is_some() {
                return Err(IssuerError::NameTaken);
            }
            if inner.issuers.len() >= TRUSTED_ISSUERS_MAX {
                return Err(IssuerError::TooMany);
            }
            let event = Event::Create { issuer: new, by: context.who.person().cloned() };
            let created = inner.issuers.create(event, &context).await?;
            let created = created.map_err(|error| refused(&error))?;
            created.ok_or(IssuerError::Unknown)
        })
    }

    fn change(&self, wanted: TrustedIssuer, context: ChangeContext) -> Answer<'_, StoredIssuer> {
        to_completion(&self.inner, async move |inner| {
            check_issuer(&wanted).map_err(IssuerError::Problem)?;
            let known = inner.known(&wanted.name)?;
            // One whose address has been closed since can still be changed in other ways.
            if known.settings.issuer != wanted.issuer {
                inner.vet(&wanted).await?;
            }
            inner.check_robots(&wanted).await?;
            let _changing = inner.issuers.lock().await;
            let known = inner.known(&wanted.name)?;
            let changed = inner.submit(&known, Event::Change { issuer: wanted }, &context).await?;
            inner.forget_keys(&known.settings.issuer);
            changed.ok_or(IssuerError::Unknown)
        })
    }

    fn delete(&self, name: String, context: ChangeContext) -> Answer<'_, ()> {
        to_completion(&self.inner, async move |inner| {
            let _changing = inner.issuers.lock().await;
            let known = inner.known(&name)?;
            inner.submit(&known, Event::Delete {}, &context).await?;
            inner.forget_keys(&known.settings.issuer);
            Ok(())
        })
    }

    fn test(&self, name: String, token: Secret, at: Timestamp) -> Answer<'_, TestedToken> {
        to_completion(&self.inner, async move |inner| {
            let known = inner.known(&name)?;
            inner.test(&known.settings, &token, at).await
        })
    }

    fn exchange(
        &self,
        name: String,
        token: Secret,
        context: ChangeContext,
    ) -> Answer<'_, Exchanged> {
        to_completion(&self.inner, async move |inner| {
            let known = inner.issuers.get(&name);
            // The name of the request may be any text.
            let issuer = known.as_ref().map(|known| known.settings.name.clone());
            let exchanged = match known {
                Some(known) => inner.exchange(&known, &token, &context).await,
                None => Err(TokenProblem::UnknownIssuer.into()),
            };
            if let Err(IssuerError::Refused(problem)) = &exchanged {
                tracing::info!(service = "access", issuer, %problem, "a token was not exchanged");
            }
            exchanged
        })
    }
}

impl Inner {
    fn known(&self, name: &str) -> Result<StoredIssuer, IssuerError> {
        self.issuers.get(name).ok_or(IssuerError::Unknown)
    }

    /// Whether this server would fetch the keys of an issuer, as far as that is known now. Each request checks that
    /// again.
    async fn vet(&self, wanted: &TrustedIssuer) -> Result<(), IssuerError> {
        let target = Target::parse(&wanted.issuer);
        let target =
            target.map_err(|_| IssuerError::Problem(IssuerProblem::of(IssuerFault::Issuer)))?;
        match self.outbound.vet(&target, true).await {
            Err(OutboundError::SecretInClear) => Err(IssuerError::InClear),
            vetted => Ok(vetted?),
        }
    }

    /// Each rule names an account that is a robot, which it stays for good. It may be disabled.
    async fn check_robots(&self, wanted: &TrustedIssuer) -> Result<(), IssuerError> {
        for (at, rule) in wanted.rules.iter().enumerate() {
            let user = self.robots.accounts.user(rule.robot.clone()).await?;
            if user.is_none_or(|user| !user.robot) {
                return Err(IssuerError::Problem(IssuerProblem::at(IssuerFault::Robot, at)));
            }
        }
        Ok(())
    }

    /// Records an event of an issuer. The caller has locked.
    async fn submit(
        &self,
        known: &StoredIssuer,
        event: Event,
        context: &ChangeContext,
    ) -> Result<Option<StoredIssuer>, IssuerError> {
        self.issuers.change(known, event, context).await?.map_err(|error| refused(&error))
    }

    /// An administrator who has corrected something need not wait until the keys are fetched again.
    fn forget_keys(&self, changed: &str) {
        let trusted: Vec<_> =
            self.issuers.all().into_iter().map(|stored| stored.settings.issuer).collect();
        self.keys.forget(changed, &trusted);
    }

    /// Reads and verifies a token. What costs nothing is checked first: only for a token that may be one of the issuer
    /// are its keys fetched.
    async fn verified<'a>(
        &self,
        issuer: &TrustedIssuer,
        token: &'a Secret,
        at: Timestamp,
    ) -> Result<(Presented<'a>, Identity), TokenProblem> {
        let presented = Presented::parse(token.expose())?;
        let identity = presented.check(issuer, at)?;
        let key = self.keys.key(&issuer.issuer, &presented.key, presented.algorithm).await?;
        if !key.verifies(presented.content.as_bytes(), &presented.signature) {
            return Err(TokenProblem::Signature);
        }
        Ok((presented, identity))
    }

    async fn exchange(
        &self,
        known: &StoredIssuer,
        token: &Secret,
        context: &ChangeContext,
    ) -> Result<Exchanged, IssuerError> {
        let (settings, at) = (&known.settings, context.at);
        if !settings.enabled {
            return Err(TokenProblem::Disabled.into());
        }
        let (presented, identity) = self.verified(settings, token, at).await?;
        let is_used = identity.id.as_ref().is_some_and(|id| self.used.has(id, at));
        if is_used {
            return Err(TokenProblem::UsedBefore.into());
        }
        let matching =
            settings.rules.iter().find(|rule| rule.mismatch(&presented.claims).is_none());
        let rule = matching.ok_or(TokenProblem::NoRule)?;
        let username = self.robot(&rule.robot, at).await?;
        // Of several requests with the same token, one goes on from here.
        if let Some(id) = &identity.id {
            self.used.take(&known.id, id, identity.until, at)?;
        }
        let description = described(&settings.name, &identity.subject);
        let cause = self.record(known, rule, identity, context).await?;
        let new = NewToken {
            person: rule.robot.clone(),
            description: Some(description),
            lives_ms: i64::from(rule.expires_in_s) * 1_000,
            scope: None,
        };
        let made = self.robots.tokens.make_token(new, context.clone().because(cause)).await;
        let made = made.map_err(not_made)?;
        Ok(Exchanged { token: made.token, until: made.until, username })
    }

    /// Records an exchange before the access token is made, with what is effective now. The record of the access token
    /// names this one as its cause.
    async fn record(
        &self,
        known: &StoredIssuer,
        rule: &ExchangeRule,
        identity: Identity,
        context: &ChangeContext,
    ) -> Result<Cause, IssuerError> {
        let _changing = self.issuers.lock().await;
        let now = self.issuers.get(&known.settings.name);
        let now = now.filter(|now| now.id == known.id && now.settings == known.settings);
        let now = now.ok_or(TokenProblem::Changed)?;
        let event = Event::Exchange {
            rule: rule.name.clone(),
            person: rule.robot.clone(),
            subject: identity.subject,
            jti: identity.id,
            presented_until: identity.until,
            lives_s: rule.expires_in_s,
        };
        if self.issuers.change(&now, event, context).await?.is_err() {
            return Err(TokenProblem::Changed.into());
        }
        let stream = format!("{}{}", StoredIssuer::STREAMS, now.id);
        let seq = self.journal.head(&stream).map_or(0, |head| head.seq);
        let record = RecordRef { stream: Some(stream), seq };
        Ok(Cause { root: record.clone(), record, call: None })
    }

    /// The name of a robot that can be given a token now.
    async fn robot(&self, robot: &PersonId, at: Timestamp) -> Result<String, IssuerError> {
        let user = self.robots.accounts.user(robot.clone()).await?;
        let user = user.filter(|user| user.robot && user.enabled);
        let name = user.and_then(|user| user.name).ok_or(TokenProblem::Robot)?;
        let tokens = self.robots.tokens.tokens_of(robot.clone()).await?;
        if tokens.iter().filter(|token| token.until > at).count() >= TOKENS_MAX {
            return Err(TokenProblem::TooManyTokens.into());
        }
        Ok(name)
    }

    async fn test(
        &self,
        settings: &TrustedIssuer,
        token: &Secret,
        at: Timestamp,
    ) -> Result<TestedToken, IssuerError> {
        let mut tested = TestedToken { rule: None, refused: None, mismatches: Vec::new() };
        let (presented, identity) = match self.verified(settings, token, at).await {
            Ok(verified) => verified,
            Err(problem) => return Ok(TestedToken { refused: Some(problem), ..tested }),
        };
        let mut matching = None;
        for rule in &settings.rules {
            let Some(claim) = rule.mismatch(&presented.claims) else {
                matching = Some(rule);
                break;
            };
            let found = presented.claims.get(claim).map(shown);
            let (rule, claim) = (rule.name.clone(), claim.to_owned());
            tested.mismatches.push(RuleMismatch { rule, claim, found });
        }
        let is_used = identity.id.as_ref().is_some_and(|id| self.used.has(id, at));
        if is_used {
            tested.refused = Some(TokenProblem::UsedBefore);
        }
        let Some(rule) = matching else { return Ok(tested) };
        tested.rule = Some(rule.name.clone());
        match self.robot(&rule.robot, at).await {
            Ok(_) => {}
            Err(IssuerError::Refused(problem)) => {
                tested.refused = tested.refused.or(Some(problem));
            }
            Err(error) => return Err(error),
        }
        if !settings.enabled {
            tested.refused = tested.refused.or(Some(TokenProblem::Disabled));
        }
        Ok(tested)
    }
}

/// What an access token is for, as the lists of tokens show it.
fn described(issuer: &str, subject: &str) -> String {
    format!("{issuer}: {subject}").chars().take(DESCRIPTION_CHARS_MAX).collect()
}

/// The value of a claim, as a rule would have to have it.
fn shown(claim: &serde_json::Value) -> String {
    let text = claim.as_str().map_or_else(|| claim.to_string(), str::to_owned);
    text.chars().take(FOUND_CHARS_MAX).collect()
}

/// Why no access token was made. What was counted before may have changed since.
fn not_made(error: AccessError) -> IssuerError {
    match error {
        AccessError::Token(TokenRefused::TooMany) => TokenProblem::TooManyTokens.into(),
        AccessError::Account(AccountRefused::Unknown | AccountRefused::NotNow) => {
            TokenProblem::Robot.into()
        }
        error => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// covers: [ROBOT-02]
    #[test]
    fn a_description_is_cut_to_what_an_access_token_may_have() {
        assert_eq!(described("github", "repo:acme/app"), "github: repo:acme/app");
        let long = described("github", &"ä".repeat(500));
        assert_eq!(long.chars().count(), DESCRIPTION_CHARS_MAX);
        assert_eq!((shown(&json!("a")), shown(&json!(true))), ("a".into(), "true".into()));
    }
}
