//! Provisioning of users and groups by SCIM, as provisioning clients ask for it over HTTP.

mod conformance;
mod groups;
mod lists;
mod refusals;
mod rights;
mod users;

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Place, Request, Server};

use crate::people::{administered, place};

pub(crate) const BASE: &str = "/access/api/v1/scim/v2";
pub(crate) const SETTINGS: &str = "access/api/ui/provisioning";
const ROBOTS: &str = "access/api/ui/robots";
const USERS: &str = "access/api/ui/users";
const GROUPS: &str = "access/api/ui/groups";
pub(crate) const USER: &str = "urn:ietf:params:scim:schemas:core:2.0:User";
const GROUP: &str = "urn:ietf:params:scim:schemas:core:2.0:Group";
const PATCH: &str = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const ERROR: &str = "urn:ietf:params:scim:api:messages:2.0:Error";

/// A provisioning client with a token.
#[derive(Clone)]
pub(crate) struct ProvisioningClient {
    browser: Browser,
    token: String,
}

impl ProvisioningClient {
    pub(crate) fn new(server: &Server, token: &str) -> Self {
        Self { browser: Browser::new(server), token: token.to_owned() }
    }

    async fn send(&self, request: Request) -> Answer {
        let bearer = format!("Bearer {}", self.token);
        self.browser.clone().send(request.header("authorization", &bearer)).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Request::new("GET", &format!("{BASE}{path}"))).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        self.send(Request::new("DELETE", &format!("{BASE}{path}"))).await
    }

    /// Sends a document.
    pub(crate) async fn sends(&self, method: &str, path: &str, body: &Value) -> Answer {
        let request = Request::new(method, &format!("{BASE}{path}"));
        let request = request.header("content-type", "application/scim+json; charset=utf-8");
        self.send(request.body(body.to_string())).await
    }

    /// Sends operations.
    pub(crate) async fn patches(&self, path: &str, operations: Value) -> Answer {
        let body = json!({"schemas": [PATCH], "Operations": operations});
        self.sends("PATCH", path, &body).await
    }

    /// Creates a user, and answers the id.
    pub(crate) async fn user(&self, name: &str) -> String {
        let body = json!({"schemas": [USER], "userName": name, "externalId": name});
        id_of(&made(&self.sends("POST", "/Users", &body).await))
    }

    /// Creates a group, and answers the id.
    async fn group(&self, name: &str, members: &[&String]) -> String {
        let members: Vec<Value> = members.iter().map(|id| json!({"value": id})).collect();
        let body = json!({"schemas": [GROUP], "displayName": name, "members": members});
        id_of(&made(&self.sends("POST", "/Groups", &body).await))
    }

    /// The ids of the members of a group.
    async fn members(&self, group: &str) -> Vec<String> {
        let group = accepted(&self.get(&format!("/Groups/{group}")).await);
        let members = group["members"].as_array().cloned().unwrap_or_default();
        members.iter().map(|member| text(member, "value")).collect()
    }
}

pub(crate) fn text(value: &Value, field: &str) -> String {
    value[field].as_str().unwrap_or_else(|| panic!("no text {field} in {value}")).to_owned()
}

fn id_of(resource: &Value) -> String {
    text(resource, "id")
}

pub(crate) fn accepted(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    assert_eq!(answer.header("content-type"), Some("application/scim+json"));
    answer.json()
}

/// A resource that was created, at the address that the answer names.
pub(crate) fn made(answer: &Answer) -> Value {
    assert_eq!(answer.status, 201, "{}", String::from_utf8_lossy(&answer.body));
    let resource = answer.json();
    assert_eq!(answer.header("location"), resource["meta"]["location"].as_str());
    resource
}

fn nothing(answer: &Answer) {
    let body = String::from_utf8_lossy(&answer.body);
    assert_eq!((answer.status, body.as_ref()), (204, ""));
}

/// The status, the code and the type of an error in the form of the protocol.
fn refused(answer: &Answer) -> (u16, String, Option<String>) {
    let body = answer.json();
    assert_eq!(body["schemas"], json!([ERROR]), "{body}");
    assert_eq!(body["status"], json!(answer.status.to_string()), "{body}");
    assert!(!text(&body, "detail").is_empty());
    let kind = body["scimType"].as_str().map(str::to_owned);
    (answer.status, answer.code(), kind)
}

fn is(status: u16, code: &str, kind: Option<&str>) -> (u16, String, Option<String>) {
    (status, code.to_owned(), kind.map(str::to_owned))
}

/// A server on which provisioning is on, its administrator, and a provisioning client with the token of a robot.
pub(crate) struct Fixture {
    place: Place,
    server: Server,
    ann: Browser,
    client: ProvisioningClient,
}

/// The scope of a token for provisioning.
fn provisions() -> Value {
    json!({"actions": [], "repositories": [], "provisions": true})
}

/// Switches provisioning on, and answers the token of a robot for it.
pub(crate) async fn switched_on(ann: &mut Browser, settings: Value) -> String {
    let set = ann.put(SETTINGS, settings).await;
    assert_eq!(set.status, 200, "{}", set.json());
    let robot = json!({"name": "provisioner", "token": {"scope": provisions()}});
    let made = ann.post(ROBOTS, robot).await;
    assert_eq!(made.status, 200, "{}", made.json());
    text(&made.json()["token"], "token")
}

impl Fixture {
    async fn new() -> Self {
        let place = place();
        let (server, mut ann) = administered(&place).await;
        let token = switched_on(&mut ann, json!({"enabled": true})).await;
        let client = ProvisioningClient::new(&server, &token);
        Self { place, server, ann, client }
    }

    /// The account of a user as administrators see it.
    async fn account(&mut self, id: &str) -> Value {
        let answer = self.ann.get(&format!("{USERS}/{id}")).await;
        assert_eq!(answer.status, 200, "{}", answer.json());
        answer.json()
    }

    /// An administrator changes an account.
    async fn edits(&mut self, id: &str, change: Value) {
        let answer = self.ann.patch(&format!("{USERS}/{id}"), change).await;
        assert_eq!(answer.status, 200, "{}", answer.json());
    }
}
