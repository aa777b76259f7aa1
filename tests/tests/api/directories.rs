//! Signing in with a password that a directory checks: an LDAP server of `OpenLDAP`, and a server with the API of Crowd.

mod crowd;
mod groups;
mod linking;
mod lying;
mod settings;
mod slapd;

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Server, run};

use crate::groups::user;
use crate::people::{administered, is_signed_out};
use crate::sso::{accepted, changed};
use crate::{ANN, PASSWORD, records};
use slapd::{OWN_NAME, OWN_PASSWORD, Slapd, can_be_started, password_of};

const DIRECTORIES: &str = "access/api/ui/user_directories";
const TEST: &str = "access/api/ui/user_directories/corporate/test";

/// A server with a directory, its administrator Ann, and the user Bob, who has a password here.
struct Fixture {
    place: Place,
    server: Server,
    ann: Browser,
    slapd: Slapd,
}

fn one(name: &str) -> String {
    format!("{DIRECTORIES}/{name}")
}

/// What a directory at a port is to be.
fn wanted(port: u16, security: &str) -> Value {
    json!({
        "name": "corporate", "label": "Example Inc.", "password": OWN_PASSWORD,
        "creates_accounts": true,
        "server": {
            "kind": "ldap", "host": "127.0.0.1", "port": port, "security": security,
            "bind_dn": OWN_NAME, "user_base": "ou=people,dc=example,dc=org",
            "user_filter": "(|(uid={user})(mail={user}))", "id_attribute": "entry_uuid",
            "name_attribute": "uid", "mail_attribute": "mail",
            "group_base": "ou=groups,dc=example,dc=org", "group_filter": "(member={dn})",
            "group_name_attribute": "cn", "nested_groups": false,
        },
    })
}

/// The same with other fields of the server.
fn with_server(mut wanted: Value, change: Value) -> Value {
    wanted["server"] = changed(wanted["server"].take(), change);
    wanted
}

/// The settings of a server that may connect to these ports, and trusts their certificate.
fn settings_for(place: &Place, ports: &[u16], mfa_required: &str) -> String {
    let allowed: Vec<String> =
        ports.iter().map(|port| format!("\"127.0.0.1/32:{port}\"")).collect();
    let certificate = place.path(crate::certificates::CERTIFICATE);
    format!(
        "[outbound]\nallow = [{}]\ncertificates = \"{}\"\n[installation.access]\nmfa_required = \"{mfa_required}\"\n",
        allowed.join(", "),
        certificate.display()
    )
}

impl Fixture {
    /// A server that knows the directory; none where there is no slapd.
    async fn new() -> Option<Self> {
        Self::with(json!({}), "").await
    }

    /// The same with other settings of the directory, and more entries in it.
    async fn with(change: Value, entries: &str) -> Option<Self> {
        let place = Place::new();
        if !can_be_started(&place) {
            return None;
        }
        let slapd = Slapd::start(&place, "slapd", "ldap", entries).await;
        let settings = settings_for(&place, &[slapd.port()], "nobody");
        let place = place.with_settings(&settings);
        let (server, mut ann) = administered(&place).await;
        user(&server, &mut ann, "bob").await;
        let wanted = changed(wanted(slapd.port(), "starttls"), change);
        accepted(&ann.post(DIRECTORIES, wanted).await);
        Some(Self { place, server, ann, slapd })
    }

    /// Changes the directory.
    async fn changes(&mut self, change: Value) {
        let wanted = changed(wanted(self.slapd.port(), "starttls"), change);
        accepted(&self.ann.put(&one("corporate"), wanted).await);
    }

    /// A new browser, and the status of a sign-in in it.
    async fn signs_in(&self, name: &str, password: &str) -> (Browser, u16, String) {
        let mut browser = Browser::visiting(&self.server).await;
        let answer = browser.log_in(name, password).await;
        let code = if answer.status == 200 { String::new() } else { answer.code() };
        (browser, answer.status, code)
    }

    /// A browser in which a user of the directory has signed in.
    async fn signed_in(&self, name: &str) -> Browser {
        let (browser, status, code) = self.signs_in(name, &password_of(name)).await;
        assert_eq!((status, code.as_str()), (200, ""), "{name}");
        browser
    }
}

async fn current(browser: &mut Browser) -> Value {
    accepted(&browser.get("ui/auth/current").await)
}

/// covers: [SSO-02, LOGIN-05]
#[test]
fn a_user_of_a_directory_signs_in_over_starttls_and_tls() {
    run(async {
        let Some(mut fixture) = Fixture::new().await else { return };
        let mut carol = fixture.signed_in("carol").await;
        let known = current(&mut carol).await;
        assert_eq!(known["name"], json!("carol"));
        assert_eq!((&known["realm"], &known["admin"]), (&json!("external"), &json!(false)));
        assert_eq!(known["email"], json!("carol@example.org"));
        // By another name of the same entry, and in another case, it is the same account.
        let (mut by_mail, status, _) =
            fixture.signs_in("carol@example.org", &password_of("carol")).await;
        assert_eq!((status, &current(&mut by_mail).await["name"]), (200, &json!("carol")));
        let (mut upper, status, _) = fixture.signs_in("CAROL", &password_of("carol")).await;
        assert_eq!((status, &current(&mut upper).await["name"]), (200, &json!("carol")));
        let own = accepted(&carol.get("ui/auth/identities").await);
        assert_eq!(own["identities"][0]["provider"], json!("directory/corporate"));
        assert_eq!(own["identities"][0]["label"], json!("Example Inc."));

        // Nothing of it is in the records, and the record of the sign-in has whence it came.
        let text = serde_json::to_string(&records(&mut carol).await).expect("JSON");
        assert!(text.contains("directory/corporate"), "{text}");
        let secret = password_of("carol");
        assert!(!text.contains(&secret) && !text.contains("00000000-0000-4000"), "{text}");

        let tls = Slapd::start(&fixture.place, "second", "ldaps", "").await;
        let Fixture { place, server, mut ann, .. } = fixture;
        assert!(server.stop().success());
        let settings = settings_for(&place, &[tls.port()], "nobody");
        let place = place.with_settings(&settings);
        let server = place.start();
        ann.move_to(&server);
        accepted(&ann.put(&one("corporate"), wanted(tls.port(), "tls")).await);
        fixture = Fixture { place, server, ann, slapd: tls };
        let mut again = fixture.signed_in("carol").await;
        assert_eq!(current(&mut again).await["name"], json!("carol"));
        assert!(!fixture.place.log().contains(&password_of("carol")));
    });
}

/// covers: [SSO-02, LOGIN-05]
#[test]
fn what_is_no_password_of_the_entry_lets_no_user_in() {
    run(async {
        let Some(fixture) = Fixture::new().await else { return };
        for (name, password) in [
            ("carol", "wrong"),
            ("carol", ""),
            ("carol", "\u{0}"),
            ("carol", "dave's password there"),
            ("unknown", "carol's password there"),
            // Several entries have this address.
            ("twins@example.org", "dave's password there"),
            // The entry has no password.
            ("frank", "anything"),
            ("", "carol's password there"),
            // Filters and distinguished names are values here.
            ("*", "carol's password there"),
            ("carol*", "carol's password there"),
            ("c*", "carol's password there"),
            ("carol)(uid=*", "carol's password there"),
            ("*)(objectClass=*", "carol's password there"),
            ("\\63arol", "carol's password there"),
            ("uid=carol,ou=people,dc=example,dc=org", "carol's password there"),
            (OWN_NAME, OWN_PASSWORD),
            ("waybill", OWN_PASSWORD),
        ] {
            let (mut browser, status, code) = fixture.signs_in(name, password).await;
            assert!((400..=503).contains(&status), "{name}: {status} {code}");
            assert_eq!(current(&mut browser).await["name"], json!("anonymous"), "{name}");
        }
        fixture.signed_in("carol").await;
    });
}

/// A directory that is asked for the name of a local account would learn its password.
///
/// covers: [SSO-02]
#[test]
fn the_name_of_an_account_with_a_password_here_is_sent_to_no_directory() {
    run(async {
        let Some(fixture) = Fixture::new().await else { return };
        // The entry "bob" of the directory is another person.
        let (mut stranger, status, code) = fixture.signs_in("bob", &password_of("bob")).await;
        assert_eq!((status, code.as_str()), (401, "invalid_credentials"));
        assert_eq!(current(&mut stranger).await["name"], json!("anonymous"));
        let (mut stranger, status, _) =
            fixture.signs_in("bob@example.org", &password_of("bob")).await;
        // It has no account, and gets none that would be called like Bob.
        assert_eq!(status, 401);
        assert_eq!(current(&mut stranger).await["name"], json!("anonymous"));
        let (mut bob, status, _) = fixture.signs_in("bob", PASSWORD).await;
        assert_eq!((status, &current(&mut bob).await["realm"]), (200, &json!("internal")));
    });
}

/// covers: [SSO-02]
#[test]
fn without_the_directory_local_users_sign_in_and_the_others_are_refused_in_time() {
    run(async {
        let Some(fixture) = Fixture::new().await else { return };
        fixture.signed_in("carol").await;
        let Fixture { place, server, slapd, ann } = fixture;
        drop(slapd);
        let mut visitor = Browser::visiting(&server).await;
        let began = std::time::Instant::now();
        let refused = visitor.log_in("carol", &password_of("carol")).await;
        assert_eq!((refused.status, refused.code().as_str()), (503, "directory_unavailable"));
        assert!(began.elapsed().as_secs() < 15);
        // The answer does not say which names are accounts here.
        for name in ["unknown", "bob"] {
            let refused = visitor.log_in(name, "wrong").await;
            assert_eq!(refused.code(), "directory_unavailable", "{name}");
        }
        let mut bob = Browser::visiting(&server).await;
        bob.sign_in("bob", PASSWORD).await;
        let mut again = Browser::visiting(&server).await;
        again.sign_in(ANN, PASSWORD).await;
        drop((place, ann));
    });
}

/// The policy of the installation is effective whatever has checked the password.
///
/// covers: [SSO-02, LOGIN-01, MFA-01]
#[test]
fn a_second_factor_is_owed_after_a_directory_too() {
    run(async {
        let Some(fixture) = Fixture::new().await else { return };
        let Fixture { place, server, ann, slapd } = fixture;
        assert!(server.stop().success());
        let settings = settings_for(&place, &[slapd.port()], "everybody");
        let place = place.with_settings(&settings);
        let server = place.start();
        let mut browser = Browser::visiting(&server).await;
        let answer = browser.log_in("carol", &password_of("carol")).await;
        assert_eq!((answer.status, &answer.json()["next"]), (200, &json!("enrol_required")));
        assert_eq!(browser.get("ui/auth/identities").await.status, 401);
        assert_eq!(browser.get("ui/auth/mfa/enroll").await.status, 200);
        drop((ann, place));
    });
}

/// covers: [SSO-02]
#[test]
fn wrong_passwords_of_a_directory_are_slowed_down_as_those_here() {
    run(async {
        let Some(fixture) = Fixture::new().await else { return };
        let mut browser = Browser::visiting(&fixture.server).await;
        let mut codes = Vec::new();
        for _ in 0..12 {
            codes.push(browser.log_in("carol", "wrong").await.code());
        }
        assert!(codes.iter().any(|code| code == "slow_down"), "{codes:?}");
    });
}

/// An account that an administrator has disabled does not pass, and the entry does not enable it.
///
/// covers: [SSO-02]
#[test]
fn a_disabled_account_does_not_pass_with_a_directory() {
    run(async {
        let Some(mut fixture) = Fixture::new().await else { return };
        let mut carol = fixture.signed_in("carol").await;
        let listed = accepted(&fixture.ann.get("access/api/ui/users?name=carol").await);
        let person = listed["users"][0]["person"].as_str().expect("an id").to_owned();
        let path = format!("access/api/ui/users/{person}");
        accepted(&fixture.ann.patch(&path, json!({"enabled": false})).await);
        assert!(is_signed_out(&mut carol).await, "the session goes on");
        let (mut refused, status, code) = fixture.signs_in("carol", &password_of("carol")).await;
        assert_eq!((status, code.as_str()), (401, "account_refused"));
        assert_eq!(current(&mut refused).await["name"], json!("anonymous"));
    });
}
