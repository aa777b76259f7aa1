//! Exchanging a code at a provider, and verifying what it answers.

use chrono::{DateTime, Utc};
use openidconnect::core::{CoreClient, CoreIdToken, CoreIdTokenVerifier, CoreTokenResponse};
use openidconnect::{
    AuthType, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, IssuerUrl, Nonce,
    OAuth2TokenResponse as _, PkceCodeVerifier, RedirectUrl, RequestTokenError,
    SignatureVerificationError, TokenResponse as _, TokenUrl,
};
use waybill_machines::Timestamp;
use waybill_machines::rules::sign_in_providers::{Client, SignInProvider};
use waybill_outbound::Target;

use super::claims::Claims;
use super::documents::{Described, Documents};
use super::fault::ProviderFault;
use super::flows::CodeProof;
use super::keys::algorithms;
use super::transport::Transport;
use crate::secret::Secret;

/// By how much clocks may differ, in seconds.
pub(super) const LEEWAY_S: i64 = 60;
/// How long before now an ID token may have been issued, in seconds: it is made for this exchange.
const ISSUED_S_MAX: i64 = 600;
/// How much of a provider's error the log has, in characters.
const ERROR_CHARS_MAX: usize = 100;

/// What a code is exchanged with.
pub(super) struct Exchange<'a> {
    pub(super) provider: &'a SignInProvider,
    pub(super) client: &'a Client,
    pub(super) secret: Option<Secret>,
    pub(super) proof: &'a CodeProof,
    pub(super) code: Secret,
    pub(super) redirect_uri: &'a str,
    pub(super) at: Timestamp,
}

/// What a provider has proven.
pub(super) struct ProvenClaims {
    /// The claims, which are believed.
    pub(super) claims: Claims,
    /// Where others are, for a provider that has them apart from its ID tokens.
    userinfo: Option<UserInfo>,
}

/// The claims of a user at the API of the provider.
struct UserInfo {
    transport: Transport,
    address: Target,
    access_token: Secret,
}

impl ProvenClaims {
    /// The claims, with these from the API of the provider where the ID token lacks them. The access token is kept no
    /// longer.
    pub(super) async fn with_claims(self, wanted: &[&str]) -> Result<Claims, ProviderFault> {
        let Self { mut claims, userinfo } = self;
        let missing = claims.missing(wanted);
        let Some(userinfo) = userinfo.filter(|_| !missing.is_empty()) else { return Ok(claims) };
        let UserInfo { transport, address, access_token } = userinfo;
        let answer = transport.document(address, Some(access_token.expose())).await?;
        claims.complete(Claims::of_user(&answer)?, &missing)?;
        Ok(claims)
    }
}

impl Exchange<'_> {
    /// Exchanges the code, and verifies the answer. The claims are believed from then on.
    pub(super) async fn run(self, documents: &Documents) -> Result<ProvenClaims, ProviderFault> {
        let described = documents.of(self.provider).await?;
        let issuer = Target::parse(&self.provider.issuer)?;
        let transport = Transport { outbound: documents.outbound().clone(), issuer };
        let response = self.token(&described, transport.clone()).await?;
        if let Some(user) = &described.user {
            let token = response.access_token().secret();
            let claims = Claims::of_user(&transport.document(user.clone(), Some(token)).await?)?;
            return Ok(ProvenClaims { claims, userinfo: None });
        }
        let token = response.id_token().ok_or(ProviderFault::NoIdToken)?;
        match self.verify(token, &described) {
            Err(ProviderFault::UnknownKey) => {
                let newer = documents.again(self.provider, &described).await?;
                self.verify(token, &newer)?;
            }
            verified => verified?,
        }
        let claims = Claims::of_token(&token.to_string());
        let claims = claims.ok_or(ProviderFault::Malformed("its ID token"))?;
        // A token that was issued to another client of the provider (OpenID Connect Core 1.0, 3.1.3.7).
        let party = claims.get("azp");
        if party.is_some_and(|party| party.as_str() != Some(self.client.client_id.as_str())) {
            return Err(ProviderFault::IdToken("it was issued to another client (azp)".to_owned()));
        }
        let userinfo = described.userinfo.clone().map(|address| {
            let access_token = Secret::new(response.access_token().secret().clone());
            UserInfo { transport, address, access_token }
        });
        Ok(ProvenClaims { claims, userinfo })
    }

    /// Asks for the tokens.
    async fn token(
        &self,
        described: &Described,
        transport: Transport,
    ) -> Result<CoreTokenResponse, ProviderFault> {
        let malformed = |_| ProviderFault::Malformed("an address");
        let token_url = TokenUrl::new(described.token.to_string()).map_err(malformed)?;
        let redirect = RedirectUrl::new(self.redirect_uri.to_owned()).map_err(malformed)?;
        let issuer = IssuerUrl::new(self.provider.issuer.clone()).map_err(malformed)?;
        let auth_type =
            if described.takes_basic { AuthType::BasicAuth } else { AuthType::RequestBody };
        let id = ClientId::new(self.client.client_id.clone());
        let client = CoreClient::new(id, issuer, described.keys.clone().unwrap_or_default())
            .set_auth_type(auth_type)
            .set_redirect_uri(redirect)
            .set_token_uri(token_url);
        let client = match &self.secret {
            Some(secret) => client.set_client_secret(ClientSecret::new(secret.expose().to_owned())),
            None => client,
        };
        let send = transport.client();
        let answer = client
            .exchange_code(AuthorizationCode::new(self.code.expose().to_owned()))
            .set_pkce_verifier(PkceCodeVerifier::new(self.proof.verifier.expose().to_owned()))
            .request_async(&send)
            .await;
        answer.map_err(|error| match error {
            RequestTokenError::ServerResponse(error) => {
                ProviderFault::NotExchanged(shown(error.error().as_ref()))
            }
            RequestTokenError::Request(fault) => fault,
            // What it has answered may be a token, and is in no log.
            RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
                ProviderFault::Malformed("its answer to the code")
            }
        })
    }

    /// Verifies an ID token: issuer, audience, signature, times and nonce.
    fn verify(&self, token: &CoreIdToken, described: &Described) -> Result<(), ProviderFault> {
        let malformed = |_| ProviderFault::Malformed("an address");
        let issuer = IssuerUrl::new(self.provider.issuer.clone()).map_err(malformed)?;
        let id = ClientId::new(self.client.client_id.clone());
        let keys = described.keys.clone().unwrap_or_default();
        let now_s = self.at.as_ms().div_euclid(1_000);
        // Without the secret of the client no algorithm with a shared secret can verify.
        let verifier = CoreIdTokenVerifier::new_public_client(id, issuer, keys)
            .set_allowed_algs(algorithms())
            .set_time_fn(move || time(now_s))
            .set_issue_time_verifier_fn(move |issued| {
                let age_s = now_s.saturating_sub(issued.timestamp());
                let is_valid = (-LEEWAY_S..=ISSUED_S_MAX).contains(&age_s);
                if is_valid { Ok(()) } else { Err("it was not issued just now".to_owned()) }
            });
        let nonce = Nonce::new(self.proof.nonce.expose().to_owned());
        token.claims(&verifier, &nonce).map(drop).map_err(|error| match error {
            ClaimsVerificationError::SignatureVerification(
                SignatureVerificationError::NoMatchingKey,
            ) => ProviderFault::UnknownKey,
            ClaimsVerificationError::SignatureVerification(error) => {
                ProviderFault::IdToken(shown(&error.to_string()))
            }
            error => ProviderFault::IdToken(shown(&error.to_string())),
        })
    }
}

/// In the place of a time that cannot be one the last there is, at which every token has expired.
fn time(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(seconds, 0).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// What the log has of a text of the provider.
fn shown(text: &str) -> String {
    let visible = text.chars().filter(|letter| !letter.is_control());
    visible.take(ERROR_CHARS_MAX).collect()
}
