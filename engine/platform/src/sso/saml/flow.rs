//! The way of a user to an identity provider of SAML and back, and the end of sessions on either side.

use std::sync::Arc;

use tokio::sync::OnceCell;
use waybill_machines::Timestamp;
use waybill_machines::rules::sign_in_providers::{ProviderProblem, SamlProvider};
use waybill_machines::secret::Digest;
use waybill_machines::sign_in::{SamlSubject, SignInVia};

use super::key::Key;
use super::messages::{Addresses, Message, fresh_id, metadata};
use super::verifier::StrictVerifier;
use super::waiting::Waiting;
use super::{
    Asserted, Expected, HeldAnswer, LogoutReply, Outgoing, ReceivedLogout, SamlFault, SamlMetadata,
    SamlVerifier, VerifiedLogout,
};
use crate::access::{NewAccountOfIdentity, SamlName, Source};
use crate::giving_way::HeldBy;
use crate::keyed::TaskStopped;
use crate::secret::{Secret, SignInCode, sha256_hex};
use crate::sso::embedded::Inner;
use crate::sso::exchange::{fresh, state_digest};
use crate::sso::fault::ProviderFault;
use crate::sso::flows::{Flow, Held, Proof, SamlProof};
use crate::sso::logout_token::UsedTokens;
use crate::sso::proven::{Proven, counts_as_second_factor, managed_groups};
use crate::sso::{BegunFlow, LoggedOutAtProvider, NewFlow, SsoError, StoredProvider};
use crate::vault::Vault;

/// What signing in and out with SAML needs.
pub(in crate::sso) struct Service {
    verifier: Box<dyn SamlVerifier>,
    vault: Arc<Vault>,
    /// Made when it is needed first.
    key: OnceCell<Arc<Key>>,
    /// The ids of assertions and requests that were used. A restart forgets them, and with them what assertions answer,
    /// so that none of before is taken again. A request can be used once more for as long as it is valid, which ends
    /// sign-ins of the same user.
    used: UsedTokens,
    waiting: Waiting,
}

impl Service {
    pub(in crate::sso) fn new(vault: Arc<Vault>) -> Self {
        Self {
            verifier: Box::new(StrictVerifier),
            vault,
            key: OnceCell::new(),
            used: UsedTokens::default(),
            waiting: Waiting::default(),
        }
    }

    async fn key(&self) -> Result<Arc<Key>, SsoError> {
        let open = || async {
            let vault = Arc::clone(&self.vault);
            let opened = tokio::task::spawn_blocking(move || Key::open(&vault)).await;
            let key = opened.map_err(|_| TaskStopped)??;
            Ok::<_, SsoError>(Arc::new(key))
        };
        self.key.get_or_try_init(open).await.cloned()
    }

    /// The address of this server at which a message waits for the browser that takes it there, once.
    fn hold(
        &self,
        outgoing: Outgoing,
        by: HeldBy,
        base: &str,
        provider: &str,
        at: Timestamp,
    ) -> Secret {
        let ticket = fresh();
        self.waiting.add(state_digest(&ticket), outgoing, by, at);
        let path = format!("/ui/api/v1/ui/auth/sso/{provider}/send?ticket={}", ticket.expose());
        Secret::new(format!("{base}{path}"))
    }

    /// Uses an id of an identity provider, this once.
    fn take(
        &self,
        issuer: &str,
        id: &str,
        until: Timestamp,
        at: Timestamp,
    ) -> Result<(), SamlFault> {
        self.used.take_id(&digest_of(issuer, id), until, at).map_err(SamlFault::Refused)
    }
}

/// The digest of an id of an identity provider.
fn digest_of(issuer: &str, id: &str) -> Digest {
    Digest(sha256_hex(format!("{issuer}\n{id}").as_bytes()))
}

impl Inner {
    /// Prepares a way to an identity provider.
    pub(in crate::sso) async fn begin_saml(
        &self,
        stored: &StoredProvider,
        saml: &SamlProvider,
        new: NewFlow,
        at: Timestamp,
    ) -> Result<BegunFlow, SsoError> {
        let base = self.public_url.as_ref().ok_or(SsoError::NoAddress)?;
        let name = &stored.settings.name;
        let key = self.saml.key().await?;
        let (relay, request) = (fresh(), fresh_id());
        let addresses = Addresses::of(base, name);
        let (is_again, by) = (new.signs_in_again(), new.held_by());
        let message = Message::sign_in(&request, &saml.sso_url, &addresses, is_again, at);
        let sent = message.sent(saml.binding, &saml.sso_url, Some(relay.expose()), &key)?;
        let url = match sent {
            Outgoing::Address(address) => address,
            form @ Outgoing::Form(_) => self.saml.hold(form, by, base, name, at),
        };
        let digest = state_digest(&relay);
        let flow = Flow {
            provider: stored.id.clone(),
            invitation: new.invitation,
            since: at,
            proof: Proof::Saml(SamlProof { request, held: None }),
        };
        self.flows.add(digest.clone(), &new.session, by, flow, at);
        Ok(BegunFlow { digest, url })
    }

    /// Holds the answer that a browser has brought from another site, without its cookies, until it comes for it with
    /// them. Nothing of the answer is read before that.
    pub(in crate::sso) fn hold_saml(
        &self,
        provider: &str,
        relay: &Secret,
        answer: Secret,
        source: &Source,
        at: Timestamp,
    ) -> Result<HeldAnswer, SsoError> {
        let stored = self.enabled(provider)?;
        self.flows.count_answer(source, at)?;
        let ticket = fresh();
        let held = Held { ticket: state_digest(&ticket), answer, since: at };
        self.flows.hold(&state_digest(relay), &stored.id, held, at)?;
        Ok(HeldAnswer { ticket })
    }

    /// What the answer that is held proves.
    pub(in crate::sso) fn prove_saml(
        &self,
        stored: &StoredProvider,
        saml: &SamlProvider,
        way: &SamlProof,
        code: &SignInCode,
        at: Timestamp,
    ) -> Result<Proven, SsoError> {
        let settings = &stored.settings;
        let base = self.public_url.as_ref().ok_or(SsoError::NoAddress)?;
        let addresses = Addresses::of(base, &settings.name);
        let proof = || -> Result<Asserted, SamlFault> {
            let ticket = state_digest(&code.code);
            let held = way.held.as_ref().filter(|held| held.ticket == ticket);
            let held = held.ok_or(SamlFault::Refused("the browser has brought no answer"))?;
            let expected = Expected {
                issuer: &settings.issuer,
                certificates: &saml.certificates,
                audience: &addresses.metadata,
                recipient: &addresses.acs,
                request: &way.request,
                at,
            };
            let asserted = self.saml.verifier.answer(held.answer.expose(), &expected)?;
            self.saml.take(&settings.issuer, &asserted.id, asserted.until, at)?;
            Ok(asserted)
        };
        match proof() {
            Ok(asserted) => Ok(self.proven_by(stored, &asserted)),
            Err(SamlFault::Status) => Err(SsoError::Denied),
            Err(fault) => {
                ProviderFault::Saml(fault).log(&settings.name);
                Err(SsoError::Unavailable)
            }
        }
    }

    /// What an assertion says about a user. A mail address of it was verified by no one that this server knows of.
    fn proven_by(&self, stored: &StoredProvider, asserted: &Asserted) -> Proven {
        let settings = &stored.settings;
        let values = |name: &str| {
            let named = asserted.attributes.iter().filter(|(found, _)| found == name);
            named.flat_map(|(_, values)| values).map(String::as_str).collect::<Vec<_>>()
        };
        let session = asserted.session.as_ref();
        let via = SignInVia {
            provider: settings.name.clone(),
            identity: self.marks.name_id(&settings.issuer, &asserted.name_id),
            session: session.map(|index| self.marks.session(&settings.issuer, index)),
            saml: None,
        };
        let classes = asserted.classes.iter().map(String::as_str);
        let groups = settings.groups_claim.as_deref().map(values).unwrap_or_default();
        Proven {
            via,
            has_second_factor: counts_as_second_factor(settings, classes),
            groups: managed_groups(settings, groups.into_iter()),
            new_account: settings.creates_accounts.then(|| NewAccountOfIdentity {
                name: values(&settings.name_claim).first().map(|name| (*name).to_owned()),
                email: None,
            }),
            saml: Some(SamlName {
                index: session.cloned(),
                name_id: Secret::new(asserted.name_id.as_str()),
                until: asserted.session_until,
            }),
            signed_in_s: asserted.signed_in.map(|at| at.as_ms().div_euclid(1_000)),
        }
    }

    /// What this server publishes about itself for an identity provider, whether that is enabled or not.
    pub(in crate::sso) async fn saml_metadata(&self, provider: &str) -> Result<String, SsoError> {
        let (stored, _) = self.known_saml(provider)?;
        let base = self.public_url.as_ref().ok_or(SsoError::NoAddress)?;
        let key = self.saml.key().await?;
        Ok(metadata(&Addresses::of(base, &stored.settings.name), &key))
    }

    /// Where a browser ends its session at an identity provider, if that has such an address. The request names the
    /// user, and a record will have this address: it is one of this server, at which the request waits.
    pub(in crate::sso) async fn end_saml_session(
        &self,
        stored: &StoredProvider,
        saml: &SamlProvider,
        subject: Option<SamlSubject>,
        at: Timestamp,
    ) -> Result<Option<String>, SsoError> {
        let (Some(base), Some(url), Some(subject)) = (&self.public_url, &saml.slo_url, subject)
        else {
            return Ok(None);
        };
        let vault = Arc::clone(&self.saml.vault);
        let SamlSubject { name_id, index, .. } = subject;
        let revealed = tokio::task::spawn_blocking(move || vault.reveal(&name_id)).await;
        let Some(name_id) = revealed.map_err(|_| TaskStopped)?? else { return Ok(None) };
        let settings = &stored.settings;
        let addresses = Addresses::of(base, &settings.name);
        let key = self.saml.key().await?;
        let subject = (name_id.expose(), index.as_deref());
        let message = Message::end_session(url, subject, &settings.issuer, &addresses, at);
        let sent = message.sent(saml.binding, url, None, &key)?;
        // Where the request comes from is not known here.
        let by = HeldBy::user(&Source::unknown());
        let address = self.saml.hold(sent, by, base, &settings.name, at);
        Ok(Some(address.expose().to_owned()))
    }

    /// Verifies a request to end sign-ins, and finds what it ends. Sign-ins end also when the provider is disabled.
    pub(in crate::sso) fn read_saml_logout(
        &self,
        provider: &str,
        received: &ReceivedLogout,
        at: Timestamp,
    ) -> Result<VerifiedLogout, SsoError> {
        let (stored, saml) = self.known_saml(provider)?;
        let StoredProvider { settings, .. } = &stored;
        let base = self.public_url.as_ref().ok_or(SsoError::NoAddress)?;
        let addresses = Addresses::of(base, &settings.name);
        let expected = Expected {
            issuer: &settings.issuer,
            certificates: &saml.certificates,
            audience: &addresses.metadata,
            recipient: &addresses.logout,
            request: "",
            at,
        };
        let wanted = self.saml.verifier.logout(received, &expected).and_then(|wanted| {
            self.saml.take(&settings.issuer, &wanted.id, wanted.until, at)?;
            Ok(wanted)
        });
        let wanted = wanted.map_err(|fault| {
            ProviderFault::Saml(fault).log(&settings.name);
            SsoError::LogoutRequest
        })?;
        let identity = self.marks.name_id(&settings.issuer, &wanted.name_id);
        let person = self.accounts.identities.owner_of_identity(&identity);
        let (token, token_until) = (digest_of(&settings.issuer, &wanted.id), wanted.until);
        let of_session = |session: Option<Digest>| LoggedOutAtProvider {
            provider: settings.name.clone(),
            person: person.clone(),
            identity: Some(identity.clone()),
            session,
            token: token.clone(),
            token_until,
        };
        let marks = wanted.sessions.iter();
        let marks = marks.map(|index| Some(self.marks.session(&settings.issuer, index)));
        let mut ended: Vec<_> = marks.map(of_session).collect();
        if ended.is_empty() {
            ended.push(of_session(None));
        }
        let relay = match received {
            ReceivedLogout::Query(query) => super::logout::relay_of(query),
            ReceivedLogout::Form { relay, .. } => relay.clone(),
        };
        let reply = LogoutReply { provider: settings.name.clone(), request: wanted.id, relay };
        Ok(VerifiedLogout { ended, reply })
    }

    /// The answer to such a request; none if the identity provider has no address for it.
    pub(in crate::sso) async fn answer_saml_logout(
        &self,
        reply: &LogoutReply,
        is_ended: bool,
        at: Timestamp,
    ) -> Result<Option<Outgoing>, SsoError> {
        let (stored, saml) = self.known_saml(&reply.provider)?;
        let base = self.public_url.as_ref().ok_or(SsoError::NoAddress)?;
        let Some(url) = &saml.slo_url else { return Ok(None) };
        let addresses = Addresses::of(base, &stored.settings.name);
        let key = self.saml.key().await?;
        let message = Message::ended(url, &reply.request, is_ended, &addresses, at);
        Ok(Some(message.sent(saml.binding, url, reply.relay.as_deref(), &key)?))
    }

    /// The message that waits for a browser, once.
    pub(in crate::sso) fn waiting(&self, ticket: &Secret, at: Timestamp) -> Option<Outgoing> {
        self.saml.waiting.take(&state_digest(ticket), at)
    }

    /// Whether the certificates of an identity provider can be used.
    pub(in crate::sso) fn check_saml(&self, saml: &SamlProvider) -> Result<(), SsoError> {
        let mut certificates = saml.certificates.iter();
        if certificates.all(|certificate| self.saml.verifier.takes_certificate(certificate)) {
            Ok(())
        } else {
            Err(SsoError::Problem(ProviderProblem::Certificates))
        }
    }

    /// Reads what an identity provider publishes about itself.
    pub(in crate::sso) fn read_saml_metadata(&self, text: &str) -> Result<SamlMetadata, SsoError> {
        self.saml.verifier.metadata(text).map_err(|fault| SsoError::Metadata(fault.to_string()))
    }

    fn known_saml(&self, provider: &str) -> Result<(StoredProvider, SamlProvider), SsoError> {
        let stored = self.known(provider)?;
        let saml = stored.settings.protocol.saml().cloned();
        saml.map(|saml| (stored, saml)).ok_or(SsoError::Unknown)
    }
}
