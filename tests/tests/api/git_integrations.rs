//! Git integrations against servers with the APIs of all four vendors: what is kept of them, that tokens are sent to
//! their own server only and are written nowhere, and that repositories are listed, chosen, and scanned when a user
//! wants it or after pushes.

mod calls;
mod hooks;
mod limits;
mod mishaps;
mod scan;
mod tab;
mod tokens;

use serde_json::{Value, json};
use waybill_tests::git_server::GitServer;
use waybill_tests::{Answer, Browser, Place, Server};

use crate::{own, signed_in};

const INTEGRATION: &str = "integration";
const LIST: &str = "integration/getIntegrations";
const TEST: &str = "integration/test";
const SECRET: &str = "integration/secret";
const ROWS: &str = "xray/ui/vcs_integrations";
/// A user of a vendor.
const USER: &str = "ann-bauer";
const TOKEN: &str = "canary-git-token-5e21";

/// The settings of a server that may connect to these servers of vendors.
fn settings(servers: &[&GitServer]) -> String {
    let addresses = servers.iter().map(|server| server.address);
    let allowed: Vec<_> = addresses.map(|to| format!("\"{}/32:{}\"", to.ip(), to.port())).collect();
    format!(
        "[outbound]\nallow = [{}]\nconnect_ms = 1500\ntotal_ms = 1500\n[installation]\nservices = [\"xray\"]\n\
         licence = \"ENTERPRISE_X\"\nfeatures = [\"git_scanning\"]\n\
         [installation.access]\nmfa_required = \"nobody\"\n",
        allowed.join(", ")
    )
}

/// A server whose administrator has signed in.
struct Fixture {
    place: Place,
    server: Server,
    page: Browser,
}

impl Fixture {
    /// A server that may connect to these servers of vendors.
    async fn new(servers: &[&GitServer]) -> Self {
        Self::at(Place::new().with_settings(&settings(servers))).await
    }

    async fn at(place: Place) -> Self {
        let server = own(&place).await;
        let page = signed_in(&server).await;
        Self { place, server, page }
    }

    fn restarted(self) -> Self {
        let Self { place, server, mut page } = self;
        assert!(server.stop().success());
        let server = place.start();
        page.move_to(&server);
        Self { place, server, page }
    }
}

/// The body of a request about an integration with a server.
fn wanted(server: &GitServer, name: &str) -> Value {
    json!({
        "userName": USER,
        "integrationName": name,
        "token": TOKEN,
        "url": server.url(),
        "vendorName": server.vendor.code(),
        "integrationType": 1,
    })
}

/// A body with another value of a field; `null` removes the field.
fn with(wanted: &Value, field: &str, value: Value) -> Value {
    let mut changed = wanted.clone();
    let fields = changed.as_object_mut().expect("an object");
    if value.is_null() {
        fields.remove(field);
    } else {
        fields.insert(field.to_owned(), value);
    }
    changed
}

/// Creates an integration; its key.
async fn create(page: &mut Browser, wanted: &Value) -> String {
    let created = page.post(INTEGRATION, wanted.clone()).await;
    assert_eq!(created.status, 200, "{}", created.json());
    let created = created.json();
    assert_eq!(created.as_object().map(serde_json::Map::len), Some(1), "{created}");
    created["data"].as_str().expect("a key").to_owned()
}

/// Creates an integration whose product is scanning; its key.
async fn create_scanned(page: &mut Browser, wanted: &Value) -> String {
    let key = create(page, wanted).await;
    let chosen = page.put(&products(&key), json!({"products": ["scanning"]})).await;
    assert_eq!(chosen.status, 200, "{}", chosen.json());
    key
}

fn one(key: &str) -> String {
    format!("{INTEGRATION}/{key}")
}

fn products(key: &str) -> String {
    format!("{INTEGRATION}/{key}/products")
}

fn repositories(key: &str) -> String {
    format!("{INTEGRATION}/{key}/repositories")
}

fn hooks(key: &str) -> String {
    format!("{INTEGRATION}/{key}/hooks")
}

async fn listed(page: &mut Browser) -> Value {
    let answer = page.get(LIST).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

/// The status, the code, the field and the sentence of an error.
fn problem(answer: &Answer) -> (u16, String, String, String) {
    let error = answer.json()["error"].clone();
    let text = |field: &str| error[field].as_str().unwrap_or_default().to_owned();
    (answer.status, text("code"), text("field"), text("message"))
}

/// The name of a field and its sentence, if the request was refused because of it.
fn refused_field(answer: &Answer) -> (String, String) {
    let (status, _, field, message) = problem(answer);
    assert_eq!(status, 400, "{}", answer.json());
    (field, message)
}
