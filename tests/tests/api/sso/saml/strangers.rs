//! Strangers who bring answers for sign-ins of their own, more than are held at once: those of users are held.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use waybill_machines::rules::sign_in_providers::{Protocol, SamlBinding, SamlProvider};
use waybill_machines::sign_in::SignInPurpose;
use waybill_platform::access::Source;
use waybill_platform::secret::{Secret, SignInCode};
use waybill_platform::sso::{
    BegunFlow, CodeExchanged, GivenClientSecret, HeldAnswer, SignInProviders as _,
};
use waybill_tests::run;

use super::super::strangers::{Service, clock, stranger};
use super::peer::{ENTITY, Peer, SSO, Sent};

/// What each of them brings, nearly as much as a form may have: together more than 32 MiB.
const LARGE_BYTES: usize = 250 * 1_024;
const STRANGERS: usize = 200;

/// The browser of a session leaves for the provider.
async fn leaves(service: &Service, session: &str, source: &str) -> (BegunFlow, Sent) {
    let begun = service.begins(session, source, SignInPurpose::SignIn).await;
    let sent = Sent::at(begun.url.expose(), SSO, "SAMLRequest");
    (begun, sent)
}

/// A browser brings an answer, which is held.
fn brings(service: &Service, source: &str, sent: &Sent, answer: Secret) -> HeldAnswer {
    let (relay, source) = (Secret::new(sent.relay.as_str()), Source::named(source));
    let held = service.providers.hold_answer("acme", &relay, answer, &source, clock());
    held.expect("it is held")
}

/// covers: [SSO-02]
#[test]
fn answers_of_strangers_push_out_no_answer_of_a_user() {
    run(async {
        let peer = Peer::new();
        let saml = SamlProvider {
            sso_url: SSO.to_owned(),
            slo_url: None,
            binding: SamlBinding::Redirect,
            certificates: vec![peer.certificate.clone()],
        };
        let secret = GivenClientSecret::None;
        let protocol = Protocol::Saml(saml);
        let service = Service::of(protocol, (ENTITY, "uid"), secret, Vec::new()).await;
        let mut users = Vec::new();
        for (session, source) in [("carol", "198.51.100.1"), ("dave", "203.0.113.1")] {
            let (begun, sent) = leaves(&service, session, source).await;
            let answer = peer.answers(&sent.about(session));
            let answer = Secret::new(STANDARD.encode(answer));
            let HeldAnswer { ticket } = brings(&service, source, &sent, answer);
            users.push((begun.digest, session, ticket));
            // One user comes before all strangers, and the other one after half of them.
            for number in 0..STRANGERS {
                let (name, source) = (format!("{number} after {session}"), stranger(number));
                let (_, sent) = leaves(&service, &name, &source).await;
                brings(&service, &source, &sent, Secret::new("a".repeat(LARGE_BYTES)));
            }
        }
        for (digest, session, ticket) in users {
            let code = SignInCode { code: ticket, iss: None };
            let purpose = (SignInPurpose::SignIn, None);
            let answer = service.exchanges(digest, session, code, purpose).await;
            assert!(matches!(answer, CodeExchanged::Accepted { .. }), "{session}: {answer:?}");
        }
    });
}
