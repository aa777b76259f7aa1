//! Git integrations: what is saved, tested, listed and scanned.

use serde_json::{Value, json};
use waybill_machines::rules::git::Vendor;
use waybill_tests::git_server::{GitServer, Mishap};
use waybill_tests::{Answer, Browser, Place, Server};

use super::cases::{LOCATIONS, OPENED, PORT, cases, urls};
use super::network::inside;
use crate::people::{chosen, created};
use crate::{PASSWORD, own, signed_in};

const INTEGRATION: &str = "integration";
const TEST: &str = "integration/test";
const USER: &str = "ann-bauer";
const TOKEN: &str = "a-token-of-git";
const REPOSITORY: &str = "team/till";
const HOST: &str = "git.ssrf.test";
/// How many tests and scans, or lists, each administrator asks for here: fewer than one may in a minute.
const EACH: usize = 25;

/// Administrators one after another, since each may ask for so much only.
struct Administrators<'a> {
    server: &'a Server,
    first: Browser,
    page: Browser,
    made: usize,
    asked: usize,
}

impl<'a> Administrators<'a> {
    async fn of(server: &'a Server) -> Self {
        let (first, page) = (signed_in(server).await, signed_in(server).await);
        Self { server, first, page, made: 0, asked: 0 }
    }

    /// One who may ask for so many tests and scans, or lists.
    async fn who_may(&mut self, requests: usize) -> &mut Browser {
        self.asked += requests;
        if self.asked > EACH {
            self.asked = requests;
            self.made += 1;
            let name = format!("admin-{}", self.made);
            let (person, token) = created(&mut self.first, &name).await;
            let admin = json!({"admin": true, "edits": 0});
            let one = format!("access/api/ui/users/{person}");
            is_accepted(&self.first.patch(&one, admin).await);
            self.page = Browser::visiting(self.server).await;
            is_accepted(&chosen(&mut self.page, &token, PASSWORD).await);
            self.page.sign_in(&name, PASSWORD).await;
        }
        &mut self.page
    }
}

fn settings() -> String {
    format!(
        "[outbound]\nallow = [\"{OPENED}/32:{PORT}\"]\n[installation]\nservices = [\"xray\"]\n\
         licence = \"ENTERPRISE_X\"\nfeatures = [\"git_scanning\"]\n\
         [installation.access]\nmfa_required = \"nobody\"\n"
    )
}

fn wanted(name: &str, url: &str) -> Value {
    json!({
        "userName": USER,
        "integrationName": name,
        "token": TOKEN,
        "url": url,
        "vendorName": Vendor::Gitlab.code(),
        "integrationType": 1,
    })
}

/// Whether a request was refused because of the address.
fn is_refused(answer: &Answer, what: &str) {
    let error = answer.json()["error"].clone();
    assert_eq!((answer.status, &error["field"]), (400, &json!("url")), "{what}: {error}");
    let message = error["message"].to_string();
    assert!(message.contains("[outbound] allow"), "{what}: {message}");
}

fn is_accepted(answer: &Answer) {
    assert_eq!(answer.status, 200, "{}", answer.json());
}

/// covers: [INT-05, INT-07]
#[test]
fn git_integrations_reach_no_forbidden_address() {
    const NAME: &str = "ssrf::git::git_integrations_reach_no_forbidden_address";
    inside(NAME, |network| async move {
        // A token goes to an address of this network in clear, so the vendor is at one that is opened.
        let vendor = GitServer::on(network.listener(OPENED), Vendor::Gitlab, USER, TOKEN);
        vendor.add(REPOSITORY, &[("requirements.txt", "flask==1.0\n")]);
        let place = Place::new().with_settings(&settings());
        let server = own(&place).await;
        let mut administrators = Administrators::of(&server).await;
        for url in urls() {
            let page = administrators.who_may(2).await;
            for path in [TEST, INTEGRATION] {
                is_refused(&page.post(path, wanted("Forbidden", &url)).await, &url);
            }
        }
        assert!(vendor.received().is_empty());
        network.names.lead(HOST, OPENED);
        let url = format!("http://{HOST}:{PORT}");
        let page = administrators.who_may(3).await;
        is_accepted(&page.post(TEST, wanted("Ours", &url)).await);
        let created = page.post(INTEGRATION, wanted("Ours", &url)).await;
        is_accepted(&created);
        let created = created.json();
        let one = format!("{INTEGRATION}/{}", created["data"].as_str().expect("a key"));
        let (list, scan) = (format!("{one}/repositories"), format!("{one}/scan"));
        let chosen = json!({"products": ["scanning"]});
        is_accepted(&page.put(&format!("{one}/products"), chosen).await);
        is_accepted(&page.put(&list, json!({"repositories": [REPOSITORY]})).await);
        let till = json!({"repository": REPOSITORY});
        is_accepted(&page.post(&scan, till.clone()).await);
        for case in cases() {
            let what = format!("{:?}", case.later);
            let page = administrators.who_may(3).await;
            network.names.lead(HOST, OPENED);
            is_accepted(&page.get(&list).await);
            vendor.clear_received();
            network.names.set(HOST, case.later);
            for path in [TEST, INTEGRATION] {
                is_refused(&page.post(path, wanted(&case.key, &url)).await, &what);
            }
            is_refused(&page.get(&list).await, &what);
            is_refused(&page.post(&scan, till.clone()).await, &what);
            assert!(vendor.received().is_empty(), "{what}");
        }
        network.names.lead(HOST, OPENED);
        for location in LOCATIONS {
            let page = administrators.who_may(1).await;
            vendor.misbehaves_at("", Mishap::Redirects((*location).to_owned()));
            let redirected = page.post(TEST, wanted("Redirected", &url)).await;
            assert_eq!(redirected.status, 502, "{location}: {}", redirected.json());
            assert_ne!(page.get(&list).await.status, 200, "{location}");
            vendor.behaves();
        }
        is_accepted(&administrators.who_may(1).await.post(&scan, till).await);
        assert!(server.stop().success());
    });
}
