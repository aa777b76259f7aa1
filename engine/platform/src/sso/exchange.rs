//! The way of a user to a provider and back.

use std::time::Duration;

use openidconnect::{PkceCodeChallenge, PkceCodeVerifier};
use serde_json::Value;
use waybill_machines::Timestamp;
use waybill_machines::machines::login::Notice;
use waybill_machines::rules::sign_in_providers::{Client, Protocol, SignInProvider};
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::sign_in::{CodeExchanged, SignInFlow, SignInPurpose, SignInVia};

use super::claims::Claims;
use super::embedded::Inner;
use super::fault::ProviderFault;
use super::flows::{CodeProof, Flow, Proof};
use super::proven::Proven;
use super::proving::{Exchange, LEEWAY_S};
use super::{BegunFlow, NewFlow, SsoError, StoredProvider};
use crate::access::{self, AccessError, PasswordToken};
use crate::secret::{Secret, SignInCode, hex, random, sha256_hex};
use crate::streams::ChangeContext;

/// How long a provider may take in all to prove who a user is: documents, the code, keys that have changed, and
/// claims. The request of the browser waits for that, and has to outlast it: it brings the cookie of the session that
/// begins.
pub const PROVEN_WITHIN: Duration = Duration::from_secs(20);

/// What is left of a way when its user is back.
struct Returned {
    session: String,
    invitation: Option<PasswordToken>,
    /// When the user was sent there.
    since: Timestamp,
}

/// A user who signs in once more, from when on, and in which session.
struct Confirmed {
    person: PersonId,
    session: String,
    since: Timestamp,
}

impl Inner {
    /// Prepares a way to a provider. Nothing of it is in a record but the digest of the `state`.
    pub(super) async fn begin(&self, new: NewFlow, at: Timestamp) -> Result<BegunFlow, SsoError> {
        let stored = self.enabled(&new.provider)?;
        if self.public_url.is_none() {
            return Err(SsoError::NoAddress);
        }
        self.flows.count(&new.source, at)?;
        match &stored.settings.protocol {
            Protocol::Saml(saml) => self.begin_saml(&stored, saml, new, at).await,
            Protocol::Oidc(client)
            | Protocol::Github(client)
            | Protocol::Gitlab(client)
            | Protocol::Bitbucket(client)
            | Protocol::Google(client) => self.begin_code(&stored, client, new, at).await,
        }
    }

    async fn begin_code(
        &self,
        stored: &StoredProvider,
        client: &Client,
        new: NewFlow,
        at: Timestamp,
    ) -> Result<BegunFlow, SsoError> {
        let redirect = self.redirect_uri(stored)?;
        let settings = &stored.settings;
        let described = self.documents.of(settings).await.map_err(|fault| {
            fault.log(&settings.name);
            SsoError::from(fault)
        })?;
        let (state, nonce, verifier) = (fresh(), fresh(), fresh());
        let challenge = PkceCodeVerifier::new(verifier.expose().to_owned());
        let challenge = PkceCodeChallenge::from_code_verifier_sha256(&challenge);
        let digest = state_digest(&state);
        let mut scopes: Vec<&str> = client.scopes.iter().map(String::as_str).collect();
        let has_id_tokens = settings.kind().has_id_tokens();
        if has_id_tokens && !scopes.contains(&"openid") {
            scopes.insert(0, "openid");
        }
        let scope = scopes.join(" ");
        let mut parameters = vec![
            ("response_type", "code"),
            ("client_id", client.client_id.as_str()),
            ("redirect_uri", redirect.as_str()),
            ("state", state.expose()),
            ("code_challenge", challenge.as_str()),
            ("code_challenge_method", "S256"),
        ];
        if !scope.is_empty() {
            parameters.push(("scope", scope.as_str()));
        }
        if has_id_tokens {
            parameters.push(("nonce", nonce.expose()));
        }
        if new.signs_in_again() && settings.kind().signs_in_again() {
            parameters.extend([("prompt", "login"), ("max_age", "0")]);
        }
        let url = described.authorization.with_parameters(&parameters).to_string();
        let (names_issuer, by) = (described.names_issuer, new.held_by());
        let flow = Flow {
            provider: stored.id.clone(),
            invitation: new.invitation,
            since: at,
            proof: Proof::Code(CodeProof { nonce, verifier, names_issuer }),
        };
        self.flows.add(digest.clone(), &new.session, by, flow, at);
        Ok(BegunFlow { digest, url: Secret::new(url) })
    }

    /// Exchanges a code. What the provider does wrong, and what the user may not, are answers.
    pub(super) async fn exchange(
        &self,
        flow: SignInFlow,
        code: SignInCode,
        client: access::Client,
        context: ChangeContext,
    ) -> Result<CodeExchanged, SsoError> {
        let session = client.session.unwrap_or_default();
        let Some(way) = self.flows.take(&flow.digest, &session, context.at) else {
            let message = "This sign-in has expired, or the server was restarted. Sign in again.";
            return Ok(refused(Notice::new("sign_in_flow_lost", message)));
        };
        // It may have been disabled, deleted, or replaced by another one with its name.
        let stored = self.enabled(&flow.provider).ok().filter(|stored| stored.id == way.provider);
        let Some(stored) = stored else { return Ok(refused(ProviderFault::notice())) };
        let Flow { proof, invitation, since, .. } = way;
        let protocol = &stored.settings.protocol;
        let proven = match (protocol.saml(), protocol.client(), &proof) {
            (Some(saml), _, Proof::Saml(proof)) => {
                self.prove_saml(&stored, saml, proof, &code, context.at)
            }
            (_, Some(client), Proof::Code(proof)) => {
                self.prove_code(&stored, client, proof, flow.purpose, code, context.at).await
            }
            // The protocol of the provider has changed meanwhile.
            _ => Err(SsoError::Unavailable),
        };
        let proven = match proven {
            Ok(proven) => proven,
            // The log has why.
            Err(SsoError::Unavailable) => return Ok(refused(ProviderFault::notice())),
            Err(error @ SsoError::Denied) => {
                return Ok(refused(Notice::new("sign_in_denied", &error.to_string())));
            }
            Err(error @ (SsoError::SecretMissing | SsoError::NoAddress)) => {
                let provider = &stored.settings.name;
                tracing::warn!(service = "access", provider, %error, "a sign-in with a provider failed");
                return Ok(refused(ProviderFault::notice()));
            }
            Err(error) => return Err(error),
        };
        let returned = Returned { session, invitation, since };
        self.accept(&stored, flow, proven, returned, context).await
    }

    /// Signs the owner of an identity in, or links it.
    async fn accept(
        &self,
        stored: &StoredProvider,
        flow: SignInFlow,
        proven: Proven,
        returned: Returned,
        context: ChangeContext,
    ) -> Result<CodeExchanged, SsoError> {
        let identities = &self.accounts.identities;
        let Returned { session, invitation, since } = returned;
        let answer = match (flow.purpose, flow.person, invitation) {
            (SignInPurpose::Link, Some(person), None) => {
                let linked = identities.link_identity(person, proven.via, context).await;
                linked.map(|()| CodeExchanged::Linked {})
            }
            (SignInPurpose::Confirm, Some(person), None) => {
                let confirmed = Confirmed { person, session, since };
                return self.confirm(stored, confirmed, &proven, context.at).await;
            }
            (SignInPurpose::SignIn, None, None) => {
                identities.sign_in_by_identity(proven.identity(None), context).await
            }
            (SignInPurpose::Registration, None, Some(token)) => {
                identities.sign_in_by_identity(proven.identity(Some(token)), context).await
            }
            _ => return Ok(refused(ProviderFault::notice())),
        };
        match answer {
            Ok(answer) => Ok(answer),
            Err(error @ (AccessError::Identity(_) | AccessError::Account(_))) => {
                Ok(refused(error.notice()))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Notes that the user has signed in there once more. The identity has to be linked to the account, and a
    /// provider that signs the time of that has to say that the user has signed in since, and not before (`OpenID`
    /// Connect Core 1.0, 2; SAML 2.0 Core, 2.7.2).
    async fn confirm(
        &self,
        stored: &StoredProvider,
        confirmed: Confirmed,
        proven: &Proven,
        at: Timestamp,
    ) -> Result<CodeExchanged, SsoError> {
        let settings = &stored.settings;
        let Confirmed { person, session, since } = confirmed;
        let since_s = since.as_ms().div_euclid(1_000) - LEEWAY_S;
        let is_fresh = proven.signed_in_s.is_some_and(|signed_in_s| since_s <= signed_in_s);
        if settings.kind().signs_in_again() && !is_fresh {
            ProviderFault::NotAgain.log(&settings.name);
            return Ok(refused(ProviderFault::notice()));
        }
        let linked = self.accounts.identities.identities_of(person.clone()).await?;
        if !linked.iter().any(|known| known.mark == proven.via.identity) {
            let message = "You have signed in there as another user. Sign in with an identity that is linked to your \
                           account.";
            return Ok(refused(Notice::new("identity_refused", message)));
        }
        self.confirmations.add(session, person, at);
        Ok(CodeExchanged::Confirmed {})
    }

    /// What the provider says about the user for a code, verified.
    async fn prove_code(
        &self,
        stored: &StoredProvider,
        client: &Client,
        proof: &CodeProof,
        purpose: SignInPurpose,
        code: SignInCode,
        at: Timestamp,
    ) -> Result<Proven, SsoError> {
        let settings = &stored.settings;
        let is_returned = match &code.iss {
            Some(issuer) => *issuer == settings.issuer,
            None => !proof.names_issuer,
        };
        let unavailable = |fault: ProviderFault| {
            fault.log(&settings.name);
            SsoError::from(fault)
        };
        // What a provider without a description sends there is not specified.
        if settings.kind().has_id_tokens() && !is_returned {
            return Err(unavailable(ProviderFault::Returned));
        }
        let redirect = self.redirect_uri(stored)?;
        let exchange = Exchange {
            provider: settings,
            client,
            secret: self.secrets.read(stored).await?,
            proof,
            code: code.code,
            redirect_uri: &redirect,
            at,
        };
        let claims = async {
            let proven = exchange.run(&self.documents).await?;
            let wanted = self.wanted(settings, purpose, &proven.claims);
            proven.with_claims(&wanted).await
        };
        let claims = tokio::time::timeout(PROVEN_WITHIN, claims).await;
        let claims = claims.unwrap_or(Err(ProviderFault::Slow)).map_err(unavailable)?;
        let subject = claims.subject(settings.kind());
        let subject = subject.ok_or(ProviderFault::Malformed("the subject"));
        let subject = subject.map_err(unavailable)?;
        let session = claims.id("sid").map(|sid| self.marks.session(&settings.issuer, sid));
        Ok(Proven {
            via: SignInVia {
                provider: settings.name.clone(),
                identity: self.marks.identity(&settings.issuer, &subject),
                session,
                saml: None,
            },
            has_second_factor: claims.has_second_factor(settings),
            groups: claims.groups(settings),
            new_account: claims.new_account(settings),
            saml: None,
            signed_in_s: claims.get("auth_time").and_then(Value::as_i64),
        })
    }

    /// The claims that a sign-in needs beside the subject: groups at each one, and for a user without an account those
    /// that it is made of.
    fn wanted<'a>(
        &self,
        provider: &'a SignInProvider,
        purpose: SignInPurpose,
        claims: &Claims,
    ) -> Vec<&'a str> {
        let mut wanted = Vec::new();
        if purpose.is_of_user() {
            return wanted;
        }
        wanted.extend(provider.groups_claim.as_deref());
        let is_known = || {
            let subject = claims.subject(provider.kind());
            let mark = subject.map(|subject| self.marks.identity(&provider.issuer, &subject));
            mark.and_then(|mark| self.accounts.identities.owner_of_identity(&mark)).is_some()
        };
        if purpose == SignInPurpose::SignIn && provider.creates_accounts && !is_known() {
            wanted.extend([provider.name_claim.as_str(), "email"]);
        }
        wanted
    }

    /// Where a provider sends browsers back to.
    fn redirect_uri(&self, stored: &StoredProvider) -> Result<String, SsoError> {
        let base = self.public_url.as_ref().ok_or(SsoError::NoAddress)?;
        Ok(format!("{base}/ui/api/v1/ui/auth/sso/{}/callback", stored.settings.name))
    }
}

fn refused(notice: Notice) -> CodeExchanged {
    CodeExchanged::Refused { notice }
}

/// The digest of a `state`, by which records name a way.
pub fn state_digest(state: &Secret) -> Digest {
    Digest(sha256_hex(state.expose().as_bytes()))
}

/// A secret of 256 random bits, with the characters that a verifier may have.
pub(super) fn fresh() -> Secret {
    Secret::new(hex(&random::<32>()))
}
