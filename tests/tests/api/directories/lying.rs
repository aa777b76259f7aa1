//! Servers that are slow, that lie, and that refer to others.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use waybill_journal_crash::whole;
use waybill_tests::{Place, run};

use super::slapd::{password_of, user};
use super::{DIRECTORIES, Fixture, accepted, changed, one, settings_for, wanted, with_server};
use crate::certificates::certificate_is_made;
use crate::people::administered;
use crate::served::served;

/// What a server sends once it was asked for TLS.
struct Liar {
    answer: Vec<u8>,
    stays: Duration,
}

async fn serve(mut stream: TcpStream, liar: Arc<Liar>) {
    let mut buffer = [0; 1_024];
    if stream.read(&mut buffer).await.unwrap_or(0) == 0 {
        return;
    }
    let _ = stream.write_all(&liar.answer).await;
    tokio::time::sleep(liar.stays).await;
}

/// The answer to the request for TLS with this code and no text.
fn extended(code: u8) -> Vec<u8> {
    vec![0x30, 0x0c, 2, 1, 1, 0x78, 7, 0x0a, 1, code, 4, 0, 4, 0]
}

/// covers: [SSO-02]
#[test]
fn a_server_that_answers_wrongly_is_a_failure_in_a_bounded_time() {
    run(async {
        let place = Place::new();
        if !certificate_is_made(&place) {
            return;
        }
        let endless: Vec<u8> = vec![0x30, 0x84, 0x00, 0xa0, 0x00, 0x00];
        let behind = [extended(0), extended(0)].concat();
        let short = Duration::from_millis(100);
        let liars = [
            ("garbage", b"HTTP/1.1 400 Bad Request\r\n\r\n".to_vec(), short),
            ("a length without an end", vec![0x30, 0x80, 0, 0], short),
            ("ten megabytes", endless, short),
            ("another request", vec![0x30, 0x0c, 2, 1, 9, 0x78, 7, 0x0a, 1, 0, 4, 0, 4, 0], short),
            ("no TLS", extended(2), short),
            ("a disconnection", vec![0x30, 0x0c, 2, 1, 0, 0x78, 7, 0x0a, 1, 52, 4, 0, 4, 0], short),
            ("bytes behind the answer", behind, short),
            ("nothing", Vec::new(), Duration::from_secs(60)),
        ];
        let mut servers = Vec::new();
        for (what, answer, stays) in liars {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
            let liar = Arc::new(Liar { answer, stays });
            servers.push((what, served(listener, &liar, serve).port()));
        }
        let ports: Vec<u16> = servers.iter().map(|(_, port)| *port).collect();
        let place_settings = settings_for(&place, &ports, "nobody");
        let place = place.with_settings(&place_settings);
        let (server, mut ann) = administered(&place).await;
        let first = ports[0];
        accepted(&ann.post(DIRECTORIES, wanted(first, "starttls")).await);
        for (what, port) in servers {
            accepted(&ann.put(&one("corporate"), wanted(port, "starttls")).await);
            let began = Instant::now();
            let answer = ann.post(super::TEST, json!({})).await;
            assert_eq!(answer.status, 503, "{what}: {}", answer.json());
            assert!(began.elapsed() < Duration::from_secs(15), "{what}");
            let mut visitor = waybill_tests::Browser::visiting(&server).await;
            let began = Instant::now();
            let answer = visitor.log_in("carol", "a password").await;
            assert_eq!(answer.status, 503, "{what}");
            assert!(began.elapsed() < Duration::from_secs(15), "{what}");
        }
    });
}

/// A certificate that no authority has signed ends the connection before a password is sent.
///
/// covers: [SSO-02]
#[test]
fn a_server_without_a_trusted_certificate_gets_no_password() {
    run(async {
        let Some(fixture) = Fixture::new().await else { return };
        let Fixture { place, server, mut ann, slapd } = fixture;
        assert!(server.stop().success());
        let settings = format!(
            "[outbound]\nallow = [\"127.0.0.1/32:{}\"]\n[installation.access]\nmfa_required = \"nobody\"\n",
            slapd.port()
        );
        let place = place.with_settings(&settings);
        let server = place.start();
        ann.move_to(&server);
        let answer = ann.post(super::TEST, json!({})).await;
        assert_eq!(answer.status, 503);
        let message = answer.json()["error"]["message"].to_string();
        assert!(message.contains("certificate"), "{message}");
        drop((place, server));
    });
}

/// Referrals and references lead to servers that no administrator has entered.
///
/// covers: [SSO-02]
#[test]
fn referrals_are_not_followed() {
    run(async {
        let trap = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = trap.local_addr().expect("an address").port();
        let visits = Arc::new(AtomicUsize::new(0));
        served(trap, &visits, |_, visits: Arc<AtomicUsize>| async move {
            visits.fetch_add(1, Ordering::SeqCst);
        });
        let reference = |unit: &str| {
            format!(
                "dn: ou={unit},dc=example,dc=org\nobjectClass: referral\nobjectClass: extensibleObject\n\
                 ou: {unit}\nref: ldap://127.0.0.1:{port}/ou=people,dc=example,dc=org\n\n"
            )
        };
        let entries = format!(
            "{}{}",
            reference("elsewhere,ou=people").replace("ou: elsewhere,ou=people", "ou: elsewhere"),
            reference("away")
        );
        let Some(mut fixture) = Fixture::with(json!({}), &entries).await else { return };
        // A reference beside the entry is passed over.
        fixture.signed_in("carol").await;
        // Where all of the base is elsewhere, there is no answer.
        let away = with_server(
            changed(wanted(fixture.slapd.port(), "starttls"), json!({})),
            json!({"user_base": "ou=away,dc=example,dc=org"}),
        );
        accepted(&fixture.ann.put(&one("corporate"), away).await);
        let answer = fixture.ann.post(super::TEST, json!({"user": "carol"})).await;
        assert_eq!(answer.status, 503, "{}", answer.json());
        let message = answer.json()["error"]["message"].to_string();
        assert!(message.contains("refers to another server"), "{message}");
        let (_, status, _) = fixture.signs_in("carol", &password_of("carol")).await;
        assert_eq!(status, 503);
        assert_eq!(visits.load(Ordering::SeqCst), 0);
    });
}

/// A directory with very many entries answers one user, and a filter that finds all of them finds none.
///
/// covers: [SSO-02]
#[test]
fn a_large_directory_is_read_no_further_than_needed() {
    run(async {
        let count = if whole() { 100_000 } else { 2_000 };
        let many: Vec<String> = (0..count)
            .map(|number| user(&format!("u{number}"), 1_000 + number, "many@example.org"))
            .collect();
        let Some(mut fixture) = Fixture::with(json!({}), &many.concat()).await else { return };
        let began = Instant::now();
        fixture.signed_in("carol").await;
        let (_, status, _) = fixture.signs_in("many@example.org", &password_of("u7")).await;
        assert_eq!(status, 401);
        let wide = with_server(
            wanted(fixture.slapd.port(), "starttls"),
            json!({"user_filter": "(|(uid={user})(objectClass=*))"}),
        );
        accepted(&fixture.ann.put(&one("corporate"), wide).await);
        let (_, status, _) = fixture.signs_in("carol", &password_of("carol")).await;
        assert_eq!(status, 401);
        assert!(began.elapsed() < Duration::from_secs(30));
    });
}
