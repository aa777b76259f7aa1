//! Strangers who begin more sign-ins with a provider than there are places, from a range of addresses: users begin
//! theirs and come back all the same. Asked of the service itself, since over HTTP each of them takes a session too.

use std::collections::BTreeMap;
use std::sync::Arc;

use tempfile::TempDir;
use waybill_journal::MemoryJournal;
use waybill_machines::Timestamp;
use waybill_machines::rules::sign_in_providers::{Client as OauthClient, Protocol, SignInProvider};
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::sign_in::{SignInFlow, SignInPurpose};
use waybill_outbound::{AllowedEndpoint, Outbound, OutboundSettings};
use waybill_platform::access::{
    Administration as _, Client, Cost, Embedded, NewUser, Options, Source,
};
use waybill_platform::secret::{Secret, SignInCode};
use waybill_platform::sso::{
    Accounts, BegunFlow, CodeExchanged, EmbeddedSignInProviders, FLOWS_MAX, GivenClientSecret,
    NewFlow, SignInProviders as _,
};
use waybill_platform::streams::ChangeContext;
use waybill_platform::vault::Vault;
use waybill_tests::run;

use super::provider::{CLIENT, Provider, SECRET};
use crate::PASSWORD;
use crate::signers::{Signer, now};

/// A cheap hash: passwords are not what is tested here.
const CHEAP: Cost = Cost { memory_kib: 32, passes: 1, lanes: 1 };

/// The service, with the provider `acme`, where users without an account get one.
pub(super) struct Service {
    pub(super) providers: EmbeddedSignInProviders,
    access: Arc<Embedded>,
    /// The last field: the vault is in it.
    _folder: TempDir,
}

/// The time of this machine, which providers sign.
pub(super) fn clock() -> Timestamp {
    Timestamp::from_ms(i64::try_from(now()).expect("a time") * 1_000)
}

/// The source of a stranger, in a network of IPv6 that has more of them than there are places.
pub(super) fn stranger(number: usize) -> String {
    format!("2001:db8:0:{number:x}::/64")
}

impl Service {
    pub(super) async fn of(
        protocol: Protocol,
        (issuer, name_claim): (&str, &str),
        secret: GivenClientSecret,
        allow: Vec<AllowedEndpoint>,
    ) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let vault = Arc::new(Vault::open(folder.path(), None).expect("a vault"));
        let journal = Arc::new(MemoryJournal::new());
        let options = Options { cost: CHEAP, ..Options::default() };
        let access = Embedded::open(journal.clone(), vault.clone(), options);
        let access = Arc::new(access.expect("the access service"));
        let accounts = Accounts { identities: access.clone(), groups: access.clone() };
        let settings = OutboundSettings { allow, ..OutboundSettings::default() };
        let outbound = Outbound::new(settings).expect("valid settings");
        let public_url = Some("http://localhost:8046".to_owned());
        let providers =
            EmbeddedSignInProviders::open(journal, vault, outbound, accounts, public_url)
                .expect("the service of providers");
        let acme = SignInProvider {
            name: "acme".to_owned(),
            label: "Acme".to_owned(),
            protocol,
            issuer: issuer.to_owned(),
            groups_claim: None,
            group_map: BTreeMap::new(),
            creates_accounts: true,
            name_claim: name_claim.to_owned(),
            amr_satisfies: Vec::new(),
            enabled: true,
            order: 0,
            logo: None,
        };
        let created = providers.create(acme, secret, ChangeContext::system(clock())).await;
        created.expect("a provider");
        Self { providers, access, _folder: folder }
    }

    /// The service with a provider of `OpenID` Connect.
    async fn with(provider: &Provider) -> Self {
        let client = OauthClient { client_id: CLIENT.to_owned(), scopes: Vec::new() };
        let secret = GivenClientSecret::New(Secret::new(SECRET));
        let address = provider.address;
        let allowed = format!("{}/32:{}", address.ip(), address.port());
        let allow = vec![allowed.parse().expect("an endpoint")];
        let (protocol, issuer) = (Protocol::Oidc(client), provider.url());
        Self::of(protocol, (&issuer, "preferred_username"), secret, allow).await
    }

    async fn user(&self, name: &str) -> PersonId {
        let user = NewUser {
            name: name.to_owned(),
            password: Some(Secret::new(PASSWORD)),
            ..NewUser::default()
        };
        let created = self.access.create_user(user, ChangeContext::system(clock())).await;
        created.expect("a user").person
    }

    /// The browser of a session goes to the provider.
    pub(super) async fn begins(
        &self,
        session: &str,
        source: &str,
        purpose: SignInPurpose,
    ) -> BegunFlow {
        let new = NewFlow {
            provider: "acme".to_owned(),
            session: session.to_owned(),
            source: Source::named(source),
            invitation: None,
            purpose,
        };
        self.providers.begin(new, clock()).await.expect("the address of the provider")
    }

    /// It comes back with a code.
    pub(super) async fn exchanges(
        &self,
        digest: Digest,
        session: &str,
        code: SignInCode,
        (purpose, person): (SignInPurpose, Option<PersonId>),
    ) -> CodeExchanged {
        let flow = SignInFlow { provider: "acme".to_owned(), digest, purpose, person };
        let session = Some(session.to_owned());
        let client = Client { session, ..Client::from(Source::named("192.0.2.1")) };
        let context = ChangeContext::system(clock());
        let exchanged = self.providers.exchange(flow, code, client, context).await;
        exchanged.expect("an answer")
    }
}

/// The code with which a user of the provider comes back.
fn signs_in(provider: &Provider, begun: &BegunFlow, subject: &str) -> SignInCode {
    let callback = provider.authorizes(begun.url.expose(), &Provider::user(subject));
    SignInCode { code: Secret::new(callback.value("code")), iss: Some(callback.value("iss")) }
}

fn code_of(exchanged: CodeExchanged) -> String {
    match exchanged {
        CodeExchanged::Refused { notice } => notice.code,
        other => panic!("{other:?}"),
    }
}

/// covers: [SSO-01]
#[test]
fn however_many_strangers_begin_users_sign_in_with_a_provider() {
    run(async {
        let provider = Provider::start(Signer::ec("one")).await;
        let service = Service::with(&provider).await;
        let bob = service.user("bob").await;
        let waiting = service.begins("waiting", "198.51.100.1", SignInPurpose::SignIn).await;
        // Of a user who has signed in, from the network in which the strangers are.
        let linking = service.begins("linking", &stranger(1), SignInPurpose::Link).await;
        for number in 0..FLOWS_MAX + 50 {
            let session = format!("stranger {number}");
            service.begins(&session, &stranger(number), SignInPurpose::SignIn).await;
        }
        let newcomer = service.begins("newcomer", "203.0.113.1", SignInPurpose::SignIn).await;

        let sign_in = || (SignInPurpose::SignIn, None);
        for (begun, session, subject) in
            [(waiting, "waiting", "carol"), (newcomer, "newcomer", "dave")]
        {
            let code = signs_in(&provider, &begun, subject);
            let digest = || begun.digest.clone();
            let again = SignInCode { code: code.code.duplicate(), iss: code.iss.clone() };
            // In its own session, and once.
            let other = SignInCode { code: code.code.duplicate(), iss: code.iss.clone() };
            let elsewhere = service.exchanges(digest(), "another", other, sign_in()).await;
            assert_eq!(code_of(elsewhere), "sign_in_flow_lost", "{session}");
            let answer = service.exchanges(digest(), session, code, sign_in()).await;
            assert!(matches!(answer, CodeExchanged::Accepted { .. }), "{session}: {answer:?}");
            let answer = service.exchanges(digest(), session, again, sign_in()).await;
            assert_eq!(code_of(answer), "sign_in_flow_lost", "{session}");
        }
        let code = signs_in(&provider, &linking, "bob");
        let purpose = (SignInPurpose::Link, Some(bob));
        let linked = service.exchanges(linking.digest, "linking", code, purpose).await;
        assert_eq!(linked, CodeExchanged::Linked {});
    });
}
