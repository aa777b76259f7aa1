//! Mails as a mail server gets them: aiosmtpd, a server of Python, over real connections.

mod forgotten;
mod interrupted;
mod invitations;
mod notices;
mod registrations;
mod settings;
mod smtp;

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Place, Server};

use crate::people::chosen;
use crate::{ANN, PASSWORD};
use smtp::Smtp;

/// The address of the installation, which no request is sent to: links begin with it all the same.
const ORIGIN: &str = "http://waybill.example.org";
const MAIL_SERVER: &str = "access/api/ui/mail/server";
const FORGOT: &str = "ui/auth/forgotpassword";
const BOB: &str = "bob";
/// Bob's address, which is in no record and no log.
const ADDRESS: &str = "bob.canary@example.net";

/// A server that sends mails, its administrator, and the user Bob.
struct Fixture {
    place: Place,
    server: Server,
    smtp: Smtp,
    /// The administrator's.
    page: Browser,
}

/// A browser that has loaded the console at the address of the installation.
async fn visiting(server: &Server) -> Browser {
    let mut browser = Browser::new(server).below(ORIGIN, "");
    browser.visit().await;
    browser
}

fn accepted(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    answer.json()
}

fn refused(answer: &Answer) -> (u16, String) {
    (answer.status, answer.code())
}

fn is(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_else(|| panic!("no text {field} in {value}"))
}

/// The settings of an installation that may connect to a mail server.
fn settings(port: u16, more: &str) -> String {
    format!(
        "public_url = \"{ORIGIN}\"\n[outbound]\nallow = [\"127.0.0.1/32:{port}\"]\n{more}\
         [installation.access]\nmfa_required = \"nobody\"\n"
    )
}

/// A mail server at a port, without encryption.
fn wanted(port: u16) -> Value {
    json!({
        "host": "127.0.0.1", "port": port, "security": "none", "from": "waybill@example.org",
        "from_name": "Waybill",
    })
}

/// The link in a mail, which its text and its HTML have.
fn link_of(mail: &Value) -> String {
    let text = text(mail, "text").lines().map(str::trim);
    let links: Vec<&str> = text.filter(|line| line.starts_with("http")).collect();
    let [link] = links[..] else { panic!("{mail}") };
    assert!(self::text(mail, "html").contains(&format!("href=\"{link}\"")), "{mail}");
    link.to_owned()
}

impl Fixture {
    /// Without a mail server yet, and without Bob.
    async fn bare() -> Self {
        let place = Place::new();
        let smtp = Smtp::start(&place, &["none"]).await;
        let place = place.with_settings(&settings(smtp.port(), ""));
        let server = place.start();
        let mut page = visiting(&server).await;
        page.set_up(&server, ANN, PASSWORD).await;
        page.sign_in(ANN, PASSWORD).await;
        Self { place, server, smtp, page }
    }

    async fn new() -> Self {
        let mut fixture = Self::bare().await;
        let server = wanted(fixture.smtp.port());
        accepted(&fixture.page.put(MAIL_SERVER, server).await);
        let bob = json!({"name": BOB, "email": ADDRESS});
        let made = accepted(&fixture.page.post("access/api/ui/users", bob).await);
        let link = text(&made["link"], "link");
        let token = link.split_once("#token=").expect("a token").1;
        let mut bob = visiting(&fixture.server).await;
        accepted(&chosen(&mut bob, token, PASSWORD).await);
        fixture
    }

    async fn visiting(&self) -> Browser {
        visiting(&self.server).await
    }

    /// A browser in which Bob has signed in.
    async fn bob(&self) -> Browser {
        let mut bob = self.visiting().await;
        bob.sign_in(BOB, PASSWORD).await;
        bob
    }

    /// Asks for a link as a visitor, and answers it once it has arrived as the mail of this number.
    async fn forgets(&self, number: usize) -> String {
        let mut visitor = self.visiting().await;
        accepted(&visitor.post(FORGOT, json!({"user": BOB})).await);
        link_of(&self.smtp.arrived(number).await)
    }

    /// The newest mails as an administrator sees them.
    async fn listed(&mut self) -> Vec<Value> {
        let listed = accepted(&self.page.get("access/api/ui/mail/log").await);
        listed["mails"].as_array().expect("mails").clone()
    }
}
