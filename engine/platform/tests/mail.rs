//! Mails of this process: sent once, tried again, given up, and links for forgotten passwords.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

#[path = "mail/peer.rs"]
mod peer;
#[path = "mail/waiting.rs"]
mod waiting;

use std::time::Duration;

use peer::{ADDRESS, Does, Fixture, HOUR_MS, MINUTE_MS, PASSWORD, T0, context, until};
use waybill_machines::machines::login::Authenticated;
use waybill_machines::rules::mail::{MailFailure, MailKind};
use waybill_machines::secret::Digest;
use waybill_machines::sign_in::{CodeExchanged, SignInVia};
use waybill_platform::access::{
    AccessError, Accounts as _, Administration as _, Client, Devices as _, ForgottenPasswords as _,
    Identities as _, NewIdentity, PasswordLinkRefused, PasswordLinks as _, PasswordToken,
    ProvenIdentity, ProvisionedAttributes, ProvisionedEmail, Provisioning as _, ReservedAttempt,
    SeenClient, SentOrRefused, SignIn as _, Source, UserEdit, WantedUser,
};
use waybill_platform::mail::{
    Language, Mail as _, MailError, MailServers as _, MailState, NewMail,
};
use waybill_platform::vault::Kind;
use waybill_platform::{Credentials, Secret};

fn source(number: u8) -> Client {
    Source::named(format!("192.0.2.{number}")).into()
}

/// The token in the link of a message.
fn token_in(message: &str) -> PasswordToken {
    let (_, behind) = message.split_once("reset-password?key=").unwrap();
    let end = behind.find(|letter: char| !letter.is_ascii_alphanumeric() && !"_.".contains(letter));
    PasswordToken::parse(&behind[..end.unwrap()]).unwrap()
}

async fn signs_in(fixture: &Fixture, password: &str) -> bool {
    let given = Credentials { user: Secret::new("ann"), password: Secret::new(password) };
    let answer = fixture
        .access
        .authenticate(given, ReservedAttempt::default(), source(1), context(fixture.now()))
        .await;
    matches!(answer.unwrap(), Authenticated::Accepted { .. })
}

/// covers: [PASS-01, PASS-04]
#[tokio::test]
async fn a_mail_is_sent_once_and_leaves_no_address() {
    let fixture = Fixture::new().await;
    assert!(fixture.mail.can_send());
    let mail = fixture.reset_mail();
    let token = mail.secret.as_ref().unwrap().duplicate();
    let id = fixture.mail.queue(mail, context(T0)).await.unwrap();
    let sent = fixture.newest_is(MailState::Sent).await;
    assert_eq!((sent.id.clone(), sent.attempts, sent.ended_at), (id.clone(), 1, Some(T0)));
    let message = until(|| fixture.peer.messages().pop()).await;
    assert!(message.contains(&format!("Message-ID: <{id}@example.org>\n")), "{message}");
    let link =
        format!("https://waybill.example.org/base/ui/login/reset-password?key={}", token.expose());
    assert!(message.contains(&link), "{message}");
    assert!(message.contains("To: ann@example.org\n"), "{message}");
    assert!(message.contains("account at Acme builds (waybill.example.org)"), "{message}");
    fixture.has_no_link().await;
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    assert_eq!(fixture.peer.messages().len(), 1);
    let lines = fixture.lines();
    assert!(!lines.contains(ADDRESS) && !lines.contains(token.expose()), "{lines}");
}

/// covers: [PASS-04]
#[tokio::test]
async fn a_mail_that_is_not_taken_is_tried_again() {
    let fixture = Fixture::new().await;
    fixture.peer.now(Does::Later);
    fixture.mail.queue(fixture.reset_mail(), context(T0)).await.unwrap();
    let failure = MailFailure::Temporary { code: 451 };
    assert_eq!(fixture.newest_waits_after(failure).await.attempts, 1);
    assert_eq!(fixture.vault.names(Kind::MailContent).unwrap().len(), 1);
    fixture.peer.now(Does::Takes);
    fixture.pass(MINUTE_MS);
    let sent = fixture.newest_is(MailState::Sent).await;
    assert_eq!((sent.attempts, sent.failure), (2, None));
    fixture.has_no_link().await;
    // What the server refuses for good is not.
    fixture.peer.now(Does::Refuses);
    fixture.mail.queue(fixture.reset_mail(), context(fixture.now())).await.unwrap();
    let failed = fixture.newest_is(MailState::Failed).await;
    assert_eq!(failed.failure, Some(MailFailure::Refused { code: 550 }));
    let lines = fixture.lines();
    assert!(!lines.contains(ADDRESS), "the words of a server are in no record: {lines}");
}

/// covers: [PASS-01]
#[tokio::test]
async fn a_mail_is_given_up_with_its_link() {
    let fixture = Fixture::new().await;
    fixture.peer.now(Does::Later);
    fixture.mail.queue(fixture.reset_mail(), context(T0)).await.unwrap();
    fixture.newest_waits_after(MailFailure::Temporary { code: 451 }).await;
    fixture.peer.now(Does::Takes);
    fixture.pass(HOUR_MS);
    fixture.newest_is(MailState::Expired).await;
    assert!(fixture.peer.messages().is_empty());
    fixture.has_no_link().await;
}

/// The record of an attempt is there before the mail is handed over, so that after a crash it is known to be perhaps
/// sent; it is sent again under the same id.
///
/// covers: [PASS-04]
#[tokio::test]
async fn a_mail_of_a_crash_is_sent_again_with_the_same_id() {
    let fixture = Fixture::new().await;
    fixture.peer.now(Does::Hangs);
    let id = fixture.mail.queue(fixture.reset_mail(), context(T0)).await.unwrap();
    until(|| (fixture.peer.messages().len() == 1).then_some(())).await;
    assert!(fixture.lines().contains("\"begin\""));
    fixture.peer.now(Does::Takes);
    let fixture = fixture.reopen().await;
    let sent = fixture.newest_is(MailState::Sent).await;
    assert_eq!((&sent.id, sent.attempts), (&id, 2));
    let messages = fixture.peer.messages();
    let header = format!("Message-ID: <{id}@example.org>");
    assert_eq!(messages.iter().filter(|message| message.contains(&header)).count(), 2);
}

/// covers: [PASS-04]
#[tokio::test]
async fn a_mail_that_is_being_handed_over_ends_before_the_process() {
    let fixture = Fixture::new().await;
    fixture.peer.now(Does::TakesSlowly);
    fixture.mail.queue(fixture.reset_mail(), context(T0)).await.unwrap();
    until(|| (fixture.peer.messages().len() == 1).then_some(())).await;
    let mail = fixture.mail.clone();
    tokio::task::spawn_blocking(move || mail.finish()).await.unwrap();
    assert_eq!(fixture.mail.log(1).first().unwrap().state, MailState::Sent);
    // No further one is taken.
    fixture.mail.queue(fixture.reset_mail(), context(T0)).await.unwrap();
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    assert_eq!(fixture.mail.log(1).first().unwrap().state, MailState::Waiting);
}

/// covers: [PASS-01]
#[tokio::test]
async fn an_account_that_is_disabled_gets_nothing() {
    let fixture = Fixture::new().await;
    fixture.peer.now(Does::Later);
    fixture.mail.queue(fixture.reset_mail(), context(T0)).await.unwrap();
    fixture.newest_waits_after(MailFailure::Temporary { code: 451 }).await;
    fixture.peer.now(Does::Takes);
    fixture.access.set_enabled(fixture.ann.clone(), false, context(T0)).await.unwrap();
    fixture.pass(MINUTE_MS);
    let failed = fixture.newest_is(MailState::Failed).await;
    assert_eq!(failed.failure, Some(MailFailure::AddressMissing {}));
    assert!(fixture.peer.messages().is_empty());
}

/// covers: [PASS-01]
#[tokio::test]
async fn the_mails_to_a_user_are_bounded_over_a_restart_too() {
    let fixture = Fixture::new().await;
    for _ in 0..5 {
        fixture.mail.queue(fixture.reset_mail(), context(T0)).await.unwrap();
    }
    let full = fixture.mail.queue(fixture.reset_mail(), context(T0)).await;
    assert_eq!(full, Err(MailError::Budget));
    until(|| (fixture.peer.messages().len() == 5).then_some(())).await;
    let fixture = fixture.reopen().await;
    let full = fixture.mail.queue(fixture.reset_mail(), context(T0)).await;
    assert_eq!(full, Err(MailError::Budget));
    let notice = NewMail { kind: MailKind::NewDevice, secret: None, ..fixture.reset_mail() };
    fixture.mail.queue(notice, context(T0)).await.unwrap();
    assert!(fixture.vault.names(Kind::MailContent).unwrap().len() <= 1);
}

/// covers: [PASS-04]
#[tokio::test]
async fn a_test_is_answered_with_what_the_server_says() {
    let fixture = Fixture::new().await;
    let test = async |to: &str, language| {
        fixture.mail.test(to.to_owned(), Some(language), context(T0)).await
    };
    assert_eq!(test("ann", Language::English).await, Err(MailError::BadAddress));
    assert_eq!(test("bob@example.net", Language::German).await, Ok(()));
    let message = fixture.peer.messages().pop().unwrap();
    assert!(message.contains("Subject: Testnachricht\n"), "{message}");
    assert_eq!(fixture.mail.log(10).first().unwrap().state, MailState::Sent);
    fixture.peer.now(Does::Refuses);
    let refused = MailError::NotSent(MailFailure::Refused { code: 550 });
    assert_eq!(test("bob@example.net", Language::English).await, Err(refused));
    assert!(!fixture.lines().contains("bob@example.net"));
    fixture.mail.remove(context(T0)).await.unwrap();
    assert_eq!(test("bob@example.net", Language::English).await, Err(MailError::NotConfigured));
    assert!(!fixture.mail.can_send());
}

/// covers: [PASS-01, PASS-02]
#[tokio::test]
async fn a_forgotten_password_is_replaced_with_the_newest_link() {
    let fixture = Fixture::new().await;
    let asked = async |typed: &str, number| {
        let (typed, language) = (Secret::new(typed), Some(Language::French));
        let at = context(fixture.now());
        fixture.access.send_reset_link(typed, language, source(number), at).await.unwrap()
    };
    for typed in ["bob", "bob@example.org", "", "Ann", "ANN@example.org"] {
        assert_eq!(asked(typed, 1).await, SentOrRefused::Sent, "{typed}");
    }
    until(|| (fixture.peer.messages().len() == 2).then_some(())).await;
    let messages = fixture.peer.messages();
    // Both were to the same user: the second link has replaced the first.
    let links = fixture.access.as_ref();
    let checked = async |message: &str, at| links.check_reset_link(token_in(message), at).await;
    let mut works = Vec::new();
    for message in &messages {
        match checked(message.as_str(), T0).await {
            Ok(link) => {
                assert_eq!((link.name.as_deref(), link.until), (Some("ann"), T0.plus_ms(HOUR_MS)));
                works.push(message.clone());
            }
            Err(error) => {
                assert_eq!(error, AccessError::PasswordLink(PasswordLinkRefused::ResetWrong));
            }
        }
    }
    assert_eq!(works.len(), 1);
    let message = works.remove(0);
    let late = checked(message.as_str(), T0.plus_ms(HOUR_MS)).await.unwrap_err();
    assert_eq!(late, AccessError::PasswordLink(PasswordLinkRefused::ResetExpired));
    let elsewhere = links.check_password_link(token_in(&message), T0).await.unwrap_err();
    assert_eq!(elsewhere, AccessError::PasswordLink(PasswordLinkRefused::Wrong));
    assert!(signs_in(&fixture, PASSWORD).await, "the password stays until the link is used");
    let used = async |password: &str| {
        links.use_reset_link(token_in(&message), Secret::new(password), context(T0)).await
    };
    let common = used("password1").await;
    assert!(matches!(common, Err(AccessError::Password(_))), "{common:?}");
    used("another long one").await.unwrap();
    assert!(!signs_in(&fixture, PASSWORD).await && signs_in(&fixture, "another long one").await);
    let ann = links.person_named("ann").await.unwrap().unwrap();
    let ann = links.user(ann).await.unwrap().unwrap();
    assert!(!ann.counts_session("session/1", T0), "it is older");
    assert!(ann.counts_session("session/1", T0.plus_ms(1)));
    let again = used("a third long one").await.unwrap_err();
    assert_eq!(again, AccessError::PasswordLink(PasswordLinkRefused::ResetWrong));
    let notice = until(|| fixture.peer.messages().get(2).cloned()).await;
    assert!(notice.contains("Subject: Your password was changed\n"), "{notice}");
}

/// covers: [PASS-01]
#[tokio::test]
async fn a_request_is_refused_for_reasons_that_no_account_has() {
    let fixture = Fixture::new().await;
    let asked = async |typed: &str, number| {
        let at = context(fixture.now());
        fixture.access.send_reset_link(Secret::new(typed), None, source(number), at).await.unwrap()
    };
    for number in 0..20 {
        let typed = format!("user{number}");
        assert_eq!(asked(typed.as_str(), 1).await, SentOrRefused::Sent);
    }
    let SentOrRefused::Refused(slow) = asked("ann", 1).await else { panic!("a 21st request") };
    assert_eq!(slow.code, "slow_down");
    assert_eq!(asked("ann", 2).await, SentOrRefused::Sent);
    until(|| (fixture.peer.messages().len() == 1).then_some(())).await;
    // Users who have no password here, and those without an address, get no link.
    let bob = fixture.user("bob", "bob@example.org").await;
    let external = UserEdit { external: Some(true), ..UserEdit::default() };
    fixture.access.edit_user(bob, external, context(T0)).await.unwrap();
    let eve = fixture.user("eve", "eve@example.org").await;
    let without = UserEdit { email: Some(String::new()), ..UserEdit::default() };
    fixture.access.edit_user(eve, without, context(T0)).await.unwrap();
    // Nor one whose account is disabled.
    let dan = fixture.user("dan", "dan@example.org").await;
    fixture.access.set_enabled(dan, false, context(T0)).await.unwrap();
    for typed in ["bob", "bob@example.org", "eve", "eve@example.org", "dan", "dan@example.org"] {
        assert_eq!(asked(typed, 3).await, SentOrRefused::Sent);
    }
    // Requests are answered in their order: these were, once the one after them was.
    assert_eq!(asked("ann", 3).await, SentOrRefused::Sent);
    until(|| (fixture.peer.messages().len() == 2).then_some(())).await;
    assert_eq!(fixture.mail.log(10).len(), 2);
    fixture.mail.remove(context(T0)).await.unwrap();
    let SentOrRefused::Refused(none) = asked("ann", 4).await else { panic!("no mail server") };
    assert_eq!(none.code, "no_mail");
    assert_eq!(fixture.peer.messages().len(), 2);
}

/// covers: [PASS-04]
#[tokio::test]
async fn an_invitation_and_notices_are_sent() {
    let fixture = Fixture::new().await;
    let (ann, access) = (fixture.ann.clone(), &fixture.access);
    let language = Some(Language::Japanese);
    let sent = access.send_invitation(ann.clone(), language, context(T0)).await.unwrap();
    assert_eq!(sent.until, T0.plus_ms(3 * 24 * HOUR_MS));
    assert!(sent.sets_password);
    let message = until(|| fixture.peer.messages().pop()).await;
    assert!(message.contains("Content-Language: ja\n"), "{message}");
    // The first device of a new account is no news.
    let seen = SeenClient::default;
    let device = |digit: char| Digest(digit.to_string().repeat(64));
    access.know_device(ann.clone(), device('1'), seen(), context(T0)).await.unwrap();
    access.know_device(ann.clone(), device('2'), seen(), context(T0)).await.unwrap();
    let notice = until(|| fixture.peer.messages().get(1).cloned()).await;
    assert!(notice.contains("Subject: Sign-in on a new device\n"), "{notice}");
    access.reset_password(ann.clone(), context(T0)).await.unwrap();
    let notice = until(|| fixture.peer.messages().get(2).cloned()).await;
    assert!(notice.contains("Subject: Your password was changed\n"), "{notice}");
    let eve = fixture.user("eve", "eve@example.org").await;
    let without = UserEdit { email: Some(String::new()), ..UserEdit::default() };
    access.edit_user(eve.clone(), without, context(T0)).await.unwrap();
    access.send_invitation(eve, None, context(T0)).await.unwrap_err();
}

/// covers: [PASS-04, SSO-01]
#[tokio::test]
async fn a_user_is_notified_of_an_identity_that_is_linked_or_unlinked() {
    let fixture = Fixture::new().await;
    let (ann, access) = (fixture.ann.clone(), &fixture.access);
    let via = |letter: &str| SignInVia {
        provider: "corporate".into(),
        identity: Digest(letter.repeat(64)),
        session: None,
        saml: None,
    };
    access.link_identity(ann.clone(), via("a"), context(T0)).await.unwrap();
    let linked = until(|| fixture.peer.messages().pop()).await;
    assert!(linked.contains("Subject: A sign-in provider was linked\n"), "{linked}");
    access.unlink_identity(ann.clone(), via("a").identity, context(T0)).await.unwrap();
    let unlinked = until(|| fixture.peer.messages().get(1).cloned()).await;
    assert!(unlinked.contains("Subject: A sign-in provider was unlinked\n"), "{unlinked}");

    // What is refused is no news, and neither is the identity with which a new account begins.
    let refused = access.unlink_identity(ann.clone(), via("b").identity, context(T0)).await;
    refused.unwrap_err();
    let link = access.allow_password(ann, context(T0)).await.unwrap();
    let accepted = ProvenIdentity {
        via: via("c"),
        has_second_factor: false,
        groups: None,
        new_account: None,
        invitation: Some(link.token),
        saml: None,
    };
    let accepted = access.sign_in_by_identity(accepted, context(T0)).await.unwrap();
    assert!(matches!(accepted, CodeExchanged::Accepted { .. }), "{accepted:?}");
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(fixture.mail.log(10).len(), 2);
}

/// covers: [PASS-04, SCIM-03]
#[tokio::test]
async fn a_user_is_notified_of_an_identity_that_a_provisioning_client_unlinks() {
    let fixture = Fixture::new().await;
    let access = &fixture.access;
    let wanted = |letter: &str| WantedUser {
        name: "ben".into(),
        active: true,
        attributes: ProvisionedAttributes {
            external_id: Some(letter.into()),
            emails: vec![ProvisionedEmail {
                value: "ben@example.org".into(),
                ..ProvisionedEmail::default()
            }],
            ..ProvisionedAttributes::default()
        },
        identity: Some(NewIdentity {
            mark: Digest(letter.repeat(64)),
            provider: "corporate".into(),
        }),
        replaced: None,
        keeps_email: false,
    };
    let ben = access.provision_user(wanted("a"), context(T0)).await.unwrap();
    let other = WantedUser { replaced: Some(Digest("a".repeat(64))), ..wanted("b") };
    access.change_provisioned_user(ben, other, context(T0)).await.unwrap();
    let unlinked = until(|| fixture.peer.messages().pop()).await;
    assert!(unlinked.contains("Subject: A sign-in provider was unlinked\n"), "{unlinked}");
    assert!(unlinked.contains("To: ben@example.org\n"), "{unlinked}");
    // The identities with which the account begins, and those of a user who has never signed in, are no news.
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(fixture.mail.log(10).len(), 1);
}
