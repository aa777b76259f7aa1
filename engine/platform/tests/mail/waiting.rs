//! Notices of accounts that wait for the approval of an administrator.

use std::time::Duration;

use waybill_machines::rules::mail::{MailFailure, MailKind};
use waybill_machines::secret::PersonId;
use waybill_platform::Secret;
use waybill_platform::access::{
    Accounts as _, Administration as _, LinkUsed, NewRegistration, PasswordLinks as _,
    PasswordToken, RegistrationSettings, Registrations as _, UserEdit,
};
use waybill_platform::mail::{Mail as _, MailState};

use super::peer::{ADDRESS, Does, Fixture, HOUR_MS, MINUTE_MS, PASSWORD, T0, context, until};
use super::source;

/// The token in the link of a message.
fn token_in(message: &str) -> PasswordToken {
    let (_, behind) = message.split_once("registration#token=").unwrap();
    let end = behind.find(|letter: char| !letter.is_ascii_alphanumeric() && !"_.".contains(letter));
    PasswordToken::parse(&behind[..end.unwrap()]).unwrap()
}

/// The message to an address, once it has arrived.
async fn message_to(fixture: &Fixture, address: &str) -> String {
    let to = format!("To: {address}\n");
    until(|| fixture.peer.messages().into_iter().find(|message| message.contains(&to))).await
}

/// Creates an account as a visitor does; the mail server does this with what follows.
async fn registers(fixture: &Fixture, name: &str, afterwards: Does) -> PersonId {
    let (access, at) = (&fixture.access, context(fixture.now()));
    let email = format!("{name}@example.net");
    let new = NewRegistration {
        name: Secret::new(name),
        email: Secret::new(email.as_str()),
        language: None,
    };
    access.register(new, source(1), at.clone()).await.unwrap();
    let token = token_in(&message_to(fixture, &email).await);
    fixture.peer.now(afterwards);
    let used = access.use_password_link(token, Secret::new(PASSWORD), at).await.unwrap();
    assert_eq!(used, LinkUsed::Pending);
    access.person_named(name).await.unwrap().unwrap()
}

/// covers: [PASS-04]
#[tokio::test]
async fn a_notice_is_given_up_once_it_was_decided_and_the_next_hour_has_another() {
    let fixture = Fixture::new().await;
    let access = &fixture.access;
    let admin = UserEdit { admin: Some(true), ..UserEdit::default() };
    access.edit_user(fixture.ann.clone(), admin, context(T0)).await.unwrap();
    let settings =
        RegistrationSettings { enabled: true, approval: true, ..RegistrationSettings::default() };
    access.set_registration(settings, context(T0)).await.unwrap();

    let carol = registers(&fixture, "carol", Does::Later).await;
    let waits = fixture.newest_waits_after(MailFailure::Temporary { code: 451 }).await;
    assert_eq!(waits.kind, MailKind::AccountWaiting);
    let refused = UserEdit { enabled: Some(false), ..UserEdit::default() };
    access.edit_user(carol, refused, context(fixture.now())).await.unwrap();
    fixture.peer.now(Does::Takes);
    fixture.pass(MINUTE_MS);
    let ended = fixture.newest_is(MailState::Expired).await;
    assert_eq!(ended.id, waits.id);
    fixture.has_no_link().await;

    registers(&fixture, "dan", Does::Takes).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let of_waiting = || {
        let log = fixture.mail.log(20);
        log.iter().filter(|mail| mail.kind == MailKind::AccountWaiting).count()
    };
    assert_eq!(of_waiting(), 1, "one an hour");
    fixture.pass(HOUR_MS);
    let eve = registers(&fixture, "eve", Does::Takes).await;
    let message = message_to(&fixture, ADDRESS).await;
    assert_eq!(of_waiting(), 2);
    let page = format!("https://waybill.example.org/base/ui/admin/management/users?user={}", eve.0);
    assert!(message.contains(&page) && message.contains("eve@example.net"), "{message}");
    assert!(!message.contains("carol") && !message.contains("dan@"), "{message}");
}
