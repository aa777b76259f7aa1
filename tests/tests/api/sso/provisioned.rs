//! Users whom a provisioning client has made sign in with the provider whose subjects its external ids are, as long as
//! the client says so.

use serde_json::{Value, json};
use waybill_tests::{Browser, Request, run};

use super::provider::Provider;
use super::{Fixture, IN, led, who};
use crate::people::is_signed_out;
use crate::scim::{ProvisioningClient, USER, made, switched_on, text};

impl Fixture {
    /// A provisioning client whose external ids are subjects of the provider.
    async fn client(&mut self) -> ProvisioningClient {
        let settings = json!({"enabled": true, "provider": "acme"});
        let token = switched_on(&mut self.ann, settings).await;
        ProvisioningClient::new(&self.server, &token)
    }
}

fn user(name: &str, external_id: &str) -> Value {
    json!({"schemas": [USER], "userName": name, "externalId": external_id})
}

/// covers: [SCIM-03]
#[test]
fn a_provisioned_user_signs_in_until_the_client_deactivates_the_account() {
    run(async {
        let mut fixture = Fixture::new().await;
        let client = fixture.client().await;
        let carol = Provider::user("subject-carol");
        fixture.is_refused(&carol, "she is not provisioned yet").await;
        let answer = client.sends("POST", "/Users", &user("carol", "subject-carol")).await;
        let id = text(&made(&answer), "id");
        // The name alone is of no use to another one.
        let like =
            crate::signers::with(Provider::user("stranger"), "preferred_username", json!("carol"));
        fixture.is_refused(&like, "a stranger with her name").await;
        let mut browser = fixture.signed_in(&carol).await;
        assert_eq!(who(&mut browser).await, "carol");
        let make = ["token", "make", "--user", "carol", "--data", "{data}"];
        let printed = fixture.place.run(&make);
        let printed = String::from_utf8_lossy(&printed.stdout).into_owned();
        let token = printed.lines().last().expect("a token").to_owned();
        let asks = async || {
            let bearer = format!("Bearer {token}");
            let path = "/artifactory/api/repositories";
            let request = Request::new("GET", path).header("authorization", &bearer);
            Browser::new(&fixture.server).send(request).await.status
        };
        assert_eq!(asks().await, 200);

        let one = format!("/Users/{id}");
        let off = json!([{"op": "Replace", "path": "active", "value": "False"}]);
        assert_eq!(client.patches(&one, off).await.status, 200);
        assert_eq!(asks().await, 401);
        assert!(is_signed_out(&mut browser).await, "the session goes on");
        fixture.is_refused(&carol, "she is deactivated").await;
        // What has ended stays so.
        let on = json!([{"op": "Replace", "path": "active", "value": "True"}]);
        assert_eq!(client.patches(&one, on).await.status, 200);
        assert_eq!(asks().await, 401);
        assert_eq!(who(&mut browser).await, "anonymous");
        let mut browser = fixture.signed_in(&carol).await;

        assert_eq!(client.delete(&one).await.status, 204);
        assert!(is_signed_out(&mut browser).await, "the session goes on");
        fixture.is_refused(&carol, "she is removed").await;
        // Her successor has the name, and another identity.
        let answer = client.sends("POST", "/Users", &user("carol", "subject-new")).await;
        made(&answer);
        fixture.is_refused(&carol, "she is still removed").await;
    });
}

/// covers: [SCIM-02, SCIM-03]
#[test]
fn an_external_id_is_the_identity_of_one_account_alone() {
    run(async {
        // Bob has linked `bob` of the provider himself.
        let mut fixture = Fixture::linked().await;
        let client = fixture.client().await;
        let answer = client.sends("POST", "/Users", &user("robert", "bob")).await;
        assert_eq!((answer.status, answer.code().as_str()), (409, "scim_uniqueness"));
        let answer = client.sends("POST", "/Users", &user("carol", "one")).await;
        let id = text(&made(&answer), "id");
        let one = format!("/Users/{id}");
        let to = |external_id: &str| json!([{"op": "replace", "path": "externalId", "value": external_id}]);
        let answer = client.patches(&one, to("bob")).await;
        assert_eq!((answer.status, answer.code().as_str()), (409, "scim_uniqueness"));
        let mut browser = fixture.signed_in(&Provider::user("one")).await;
        assert_eq!(client.patches(&one, to("two")).await.status, 200);
        // Who has come by the id of before is signed out, and does not come back.
        assert!(is_signed_out(&mut browser).await, "the session goes on");
        fixture.is_refused(&Provider::user("one"), "the id of before").await;
        let mut browser = fixture.signed_in(&Provider::user("two")).await;
        assert_eq!(who(&mut browser).await, "carol");
        let bob = Provider::user("bob");
        assert_eq!(who(&mut fixture.signed_in(&bob).await).await, "bob");
    });
}

/// covers: [SCIM-03]
#[test]
fn without_a_provider_an_external_id_signs_no_one_in() {
    run(async {
        let mut fixture = Fixture::changed(json!({"creates_accounts": true})).await;
        let token = switched_on(&mut fixture.ann, json!({"enabled": true})).await;
        let client = ProvisioningClient::new(&fixture.server, &token);
        let answer = client.sends("POST", "/Users", &user("carol", "carol")).await;
        let id = text(&made(&answer), "id");
        let carol = Provider::user("carol");
        fixture.is_refused(&carol, "her name is that of an account").await;
        // An administrator sets the provider, and the next change by the provisioning client links the identity.
        let path = crate::scim::SETTINGS;
        let settings = json!({"enabled": true, "provider": "acme"});
        assert_eq!(fixture.ann.put(path, settings).await.status, 200);
        let whole = client.sends("PUT", &format!("/Users/{id}"), &user("carol", "carol")).await;
        assert_eq!(whole.status, 200);
        let (mut browser, answer) = fixture.comes_back(&carol, |callback| callback).await;
        assert_eq!(led(&answer), IN);
        assert_eq!(who(&mut browser).await, "carol");
    });
}
