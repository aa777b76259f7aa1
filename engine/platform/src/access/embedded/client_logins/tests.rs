use waybill_journal::MemoryJournal;

use super::*;
use crate::access::{
    AccessTokens as _, Administration as _, Cost, NewUser, Options, TokenRefused, UserEdit,
};
use crate::vault::Vault;

const CHEAP: Cost = Cost { memory_kib: 32, passes: 1, lanes: 1 };
const BEGAN: Timestamp = Timestamp::from_ms(1_767_225_600_000);

/// A service with the user `ann`.
struct Fixture {
    _directory: tempfile::TempDir,
    access: Embedded,
    ann: PersonId,
}

fn at(seconds: i64) -> Timestamp {
    BEGAN.plus_ms(seconds * 1_000)
}

fn session(number: usize) -> ClientSession {
    ClientSession::parse(&format!("5b0c0c1e-5f1d-4ee1-9f0f-0d2a{number:08x}")).unwrap()
}

fn home() -> Source {
    Source::named("192.0.2.1")
}

impl Fixture {
    async fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let vault = Arc::new(Vault::open(directory.path(), None).unwrap());
        let options = Options { cost: CHEAP, ..Options::default() };
        let access = Embedded::open(Arc::new(MemoryJournal::new()), vault, options).unwrap();
        let user = NewUser {
            name: "ann".into(),
            password: Some(Secret::new("correct horse battery")),
            ..NewUser::default()
        };
        let ann = access.create_user(user, ChangeContext::system(BEGAN)).await.unwrap().person;
        Self { _directory: directory, access, ann }
    }

    fn begin(&self, number: usize, seconds: i64) -> Result<(), ClientLoginRefused> {
        self.access.begin(session(number), home(), at(seconds))
    }

    async fn grant(&self, number: usize, code: &str, seconds: i64) -> ClientLoginAnswer {
        let confirmed = ConfirmedClient {
            client: session(number).digest(),
            name: "JFrog-CLI".into(),
            code: Secret::new(code),
            person: self.ann.clone(),
        };
        self.access.grant(confirmed, ChangeContext::system(at(seconds))).await.unwrap()
    }

    async fn take(&self, number: usize, seconds: i64) -> Result<ClientToken, AccessError> {
        self.access.take(session(number), at(seconds)).await
    }

    async fn is_refused(&self, number: usize, seconds: i64, refused: ClientLoginRefused) {
        let taken = self.take(number, seconds).await.map(|token| token.username);
        assert_eq!(taken, Err(AccessError::ClientLogin(refused)));
    }

    async fn tokens(&self) -> usize {
        self.access.tokens_of(self.ann.clone()).await.unwrap().len()
    }
}

fn refused(refused: ClientLoginRefused) -> ClientLoginAnswer {
    ClientLoginAnswer::Refused { notice: refused.notice() }
}

fn is_granted(answer: &ClientLoginAnswer) -> bool {
    matches!(answer, ClientLoginAnswer::Granted { .. })
}

/// covers: [CLI-01]
#[tokio::test]
async fn a_confirmed_client_takes_its_token_once() {
    let fixture = Fixture::new().await;
    fixture.begin(1, 0).unwrap();
    fixture.is_refused(1, 1, ClientLoginRefused::Pending).await;
    assert!(is_granted(&fixture.grant(1, " 0001 ", 2).await));
    let token = fixture.take(1, 3).await.unwrap();
    assert_eq!((token.username.as_str(), token.until), ("ann", at(2).plus_ms(CLIENT_TOKEN_MS)));
    let listed = fixture.access.tokens_of(fixture.ann.clone()).await.unwrap();
    assert_eq!(listed[0].description.as_deref(), Some("JFrog-CLI"));
    let holder = fixture.access.holder_of_token(token.token, home(), at(4)).await.unwrap();
    assert_eq!(holder.map(|holder| holder.person), Some(fixture.ann.clone()));
    fixture.is_refused(1, 5, ClientLoginRefused::Unknown).await;
    // It is in use, and no longer revoked.
    fixture.access.end_client_logins(at(1_000)).await;
    assert_eq!(fixture.tokens().await, 1);
}

/// covers: [CLI-01]
#[tokio::test]
async fn three_wrong_codes_end_a_client_in_whatever_session_they_are_typed() {
    let fixture = Fixture::new().await;
    fixture.begin(1, 0).unwrap();
    for left in [2, 1] {
        assert_eq!(fixture.grant(1, "ffff", 1).await, ClientLoginAnswer::WrongCode { left });
        // Beginning again gives no further tries.
        fixture.begin(1, 1).unwrap();
    }
    assert_eq!(fixture.grant(1, "ffff", 2).await, refused(ClientLoginRefused::WrongCodes));
    assert_eq!(fixture.grant(1, "0001", 3).await, refused(ClientLoginRefused::WrongCodes));
    assert_eq!(fixture.begin(1, 4), Err(ClientLoginRefused::Used));
    fixture.is_refused(1, 4, ClientLoginRefused::WrongCodes).await;
    assert_eq!(fixture.tokens().await, 0);
}

/// covers: [CLI-01]
#[tokio::test]
async fn of_two_right_codes_at_once_one_is_too_late() {
    let fixture = Fixture::new().await;
    fixture.begin(1, 0).unwrap();
    let both = tokio::join!(fixture.grant(1, "0001", 1), fixture.grant(1, "0001", 1));
    let late = refused(ClientLoginRefused::Answered);
    assert!(is_granted(&both.0) != is_granted(&both.1), "{both:?}");
    assert!(both.0 == late || both.1 == late, "{both:?}");
    assert_eq!(fixture.tokens().await, 1);
    let denied = fixture.access.deny(&session(1).digest(), at(2));
    assert_eq!(denied, Err(ClientLoginRefused::Answered));
}

/// covers: [CLI-01]
#[tokio::test]
async fn a_client_waits_five_minutes_and_a_token_that_is_not_fetched_is_revoked() {
    let fixture = Fixture::new().await;
    for number in [1, 2] {
        fixture.begin(number, 0).unwrap();
    }
    assert!(is_granted(&fixture.grant(1, "0001", 299).await));
    assert_eq!(fixture.tokens().await, 1);
    fixture.access.end_client_logins(at(299)).await;
    assert_eq!(fixture.tokens().await, 1);
    fixture.is_refused(1, 300, ClientLoginRefused::Unknown).await;
    assert_eq!(fixture.grant(2, "0002", 300).await, refused(ClientLoginRefused::Unknown));
    fixture.access.end_client_logins(at(300)).await;
    assert_eq!(fixture.tokens().await, 0);

    // At the end of the process, since no restart knows the client.
    fixture.begin(3, 400).unwrap();
    assert!(is_granted(&fixture.grant(3, "0003", 401).await));
    fixture.access.end_all_client_logins(at(402)).await;
    assert_eq!(fixture.tokens().await, 0);
}

/// covers: [CLI-01]
#[tokio::test]
async fn a_token_that_is_being_revoked_is_given_to_no_client() {
    let fixture = Fixture::new().await;
    fixture.begin(1, 0).unwrap();
    assert!(is_granted(&fixture.grant(1, "0001", 299).await));
    let clients = &fixture.access.inner.waiting_clients;
    assert_eq!(clients.expire(at(300)).len(), 1);
    // Not even to a request that began in time.
    fixture.is_refused(1, 299, ClientLoginRefused::Unknown).await;
    assert!(clients.fetch(&session(1).digest()).is_none());
    assert_eq!(fixture.grant(1, "0001", 299).await, refused(ClientLoginRefused::Unknown));
    // As long as that is not recorded, it is tried again.
    fixture.access.end_client_logins(at(303)).await;
    assert_eq!(fixture.tokens().await, 0);
}

/// covers: [CLI-01]
#[tokio::test]
async fn a_denied_client_learns_that_and_cannot_be_granted() {
    let fixture = Fixture::new().await;
    fixture.begin(1, 0).unwrap();
    assert_eq!(fixture.access.deny(&session(1).digest(), at(1)), Ok(()));
    fixture.is_refused(1, 2, ClientLoginRefused::Denied).await;
    assert_eq!(fixture.grant(1, "0001", 3).await, refused(ClientLoginRefused::Answered));
    let unknown = fixture.access.deny(&session(9).digest(), at(3));
    assert_eq!(unknown, Err(ClientLoginRefused::Unknown));
}

/// covers: [CLI-01]
#[tokio::test]
async fn the_clients_of_one_source_and_of_all_are_bounded() {
    let fixture = Fixture::new().await;
    for number in 0..CLIENT_LOGINS_OF_SOURCE_MAX {
        fixture.begin(number, 0).unwrap();
    }
    let next = CLIENT_LOGINS_OF_SOURCE_MAX;
    assert_eq!(fixture.begin(next, 1), Err(ClientLoginRefused::TooMany));
    let other = Source::named("192.0.2.2");
    fixture.access.begin(session(next), other.clone(), at(1)).unwrap();
    // A session of another source is not taken over.
    let taken_over = fixture.access.begin(session(0), other, at(1));
    assert_eq!(taken_over, Err(ClientLoginRefused::Used));
    for number in next + 1..CLIENT_LOGINS_MAX {
        let source = Source::named(format!("198.51.{}.{}", number / 2_560, number / 10 % 256));
        fixture.access.begin(session(number), source, at(2)).unwrap();
    }
    // All places are taken: the network with the most gives way, although each address there has fewer.
    fixture.access.begin(session(CLIENT_LOGINS_MAX), Source::named("203.0.113.1"), at(3)).unwrap();
    let mut ended = Vec::new();
    for number in 0..CLIENT_LOGINS_MAX {
        let taken = fixture.take(number, 3).await.map(|token| token.username);
        if taken == Err(AccessError::ClientLogin(ClientLoginRefused::Unknown)) {
            ended.push(number);
        }
    }
    assert!(matches!(ended[..], [stranger] if stranger > next), "{ended:?}");
    assert_eq!(fixture.begin(next + CLIENT_LOGINS_MAX, 3), Err(ClientLoginRefused::TooMany));
    // Those that have waited long enough make room.
    fixture.begin(next + CLIENT_LOGINS_MAX, 300).unwrap();
}

/// covers: [CLI-01]
#[tokio::test]
async fn a_user_who_is_disabled_or_has_no_place_for_a_token_lets_no_client_in() {
    let fixture = Fixture::new().await;
    for number in [1, 2] {
        fixture.begin(number, 0).unwrap();
    }
    let mut made = Vec::new();
    loop {
        let new = NewToken {
            person: fixture.ann.clone(),
            description: None,
            lives_ms: CLIENT_TOKEN_MS,
            scope: None,
        };
        match fixture.access.make_token(new, ChangeContext::system(at(1))).await {
            Ok(token) => made.push(token.id),
            Err(error) => {
                assert_eq!(error, AccessError::Token(TokenRefused::TooMany));
                break;
            }
        }
    }
    let confirmed = || ConfirmedClient {
        client: session(1).digest(),
        name: "JFrog-CLI".into(),
        code: Secret::new("0001"),
        person: fixture.ann.clone(),
    };
    let context = ChangeContext::system(at(2));
    let full = fixture.access.grant(confirmed(), context.clone()).await;
    assert_eq!(full, Err(AccessError::Token(TokenRefused::TooMany)));
    fixture.access.revoke_token(made.remove(0), context.clone()).await.unwrap();
    // The same code is right again.
    assert!(is_granted(&fixture.grant(1, "0001", 3).await));

    let disabled = UserEdit { enabled: Some(false), ..UserEdit::default() };
    fixture.access.edit_user(fixture.ann.clone(), disabled, context).await.unwrap();
    fixture.is_refused(1, 4, ClientLoginRefused::Unknown).await;
}
