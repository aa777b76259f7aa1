//! What an application may ask users for, and how long it has access.

use serde_json::{Value, json};
use url::form_urlencoded;
use waybill_tests::{Browser, run};

use super::{
    Application, CALLBACK, INTEGRATION, USERINFO, parameters_of, stage, text, wanted, with_token,
};
use crate::signed_in;

const FILE: &str = "/artifactory/files/team/a.txt";

fn with_scopes(scopes: &[&str]) -> Value {
    let mut application = wanted("Dashboard", "server");
    application["scopes"] = json!(scopes);
    application
}

/// One that may ask for everything, by null.
fn with_all_scopes(name: &str) -> Value {
    let mut application = wanted(name, "server");
    application["scopes"] = Value::Null;
    application
}

async fn change(page: &mut Browser, application: &Application, wanted: Value) -> Value {
    let changed = page.put(&format!("{INTEGRATION}/{}", application.id), wanted).await;
    assert_eq!(changed.status, 200, "{}", changed.json());
    changed.json()
}

/// What the page is shown of a request.
async fn validated(
    page: &mut Browser,
    application: &Application,
    changes: &[(&str, &str)],
) -> Value {
    let url = application.url(changes);
    let query: String = form_urlencoded::byte_serialize(url.as_bytes()).collect();
    page.get(&format!("{INTEGRATION}/validate/{}?auth_url={query}", application.id)).await.json()
}

/// covers: [APP-01, APP-02]
#[test]
fn an_application_asks_for_no_more_than_it_may() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let refused = page.post(INTEGRATION, with_scopes(&[])).await;
        let error = &refused.json()["error"];
        assert_eq!((refused.status, &error["field"]), (400, &json!("scopes")));
        assert_eq!(page.post(INTEGRATION, with_scopes(&["everything"])).await.status, 400);
        let application = Application::register(&mut page, "server").await;
        let listed = page.get(INTEGRATION).await.json();
        assert_eq!(listed["applications"][0]["scopes"], Value::Null);
        let changed =
            change(&mut page, &application, with_scopes(&["repositories:read", "openid"])).await;
        assert_eq!(changed["scopes"], json!(["openid", "repositories:read"]));
        // The browser is sent back at once, and no page shows the request either.
        let answer = page.get(&application.url(&[])).await;
        let place = answer.header("location").expect("an address");
        assert!(answer.status == 303 && place.starts_with(CALLBACK), "{place}");
        let parameters = parameters_of(place);
        assert_eq!((&*parameters["error"], &*parameters["state"]), ("invalid_scope", "s t&te"));
        let shown = validated(&mut page, &application, &[]).await;
        assert_eq!(shown["error"]["code"], json!("invalid_scope"));
        let decided = application.decide(&mut page, &[], true).await;
        let decided = parameters_of(text(&decided, "redirect"));
        assert!(decided["error"] == "invalid_scope" && !decided.contains_key("code"));
        let less = [("scope", "openid repositories:read")];
        let code = application.code(&mut page, &less).await;
        let issued = application.exchange(&page, &code).await.json();
        assert_eq!(text(&issued, "scope"), "openid repositories:read");
        assert_eq!(with_token(&page, FILE, text(&issued, "access_token")).await.status, 200);
    });
}

/// covers: [APP-01, APP-02]
#[test]
fn a_change_that_names_no_scopes_keeps_them() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let renamed = change(&mut page, &application, wanted("Builds", "server")).await;
        assert_eq!((&renamed["name"], &renamed["scopes"]), (&json!("Builds"), &Value::Null));
        change(&mut page, &application, with_scopes(&["openid"])).await;
        let renamed = change(&mut page, &application, wanted("Builds", "server")).await;
        assert_eq!((&renamed["name"], &renamed["scopes"]), (&json!("Builds"), &json!(["openid"])));
        let listed = page.get(INTEGRATION).await.json();
        assert_eq!(listed["applications"][0]["scopes"], json!(["openid"]));
        let decided = application.decide(&mut page, &[], true).await;
        assert_eq!(parameters_of(text(&decided, "redirect"))["error"], "invalid_scope");
        // It is widened by a list or by null.
        let all = [
            "openid",
            "profile",
            "email",
            "offline_access",
            "repositories:read",
            "repositories:write",
            "administration",
        ];
        let changed = change(&mut page, &application, with_scopes(&all)).await;
        assert_eq!(changed["scopes"], json!(all));
        change(&mut page, &application, with_scopes(&["openid"])).await;
        let changed = change(&mut page, &application, with_all_scopes("Dashboard")).await;
        assert_eq!(changed["scopes"], Value::Null);
        application.code(&mut page, &[]).await;
        // A new one may be registered with null, too.
        let registered = page.post(INTEGRATION, with_all_scopes("Other")).await;
        assert_eq!(registered.status, 200, "{}", registered.json());
        assert_eq!(registered.json()["application"]["scopes"], Value::Null);
    });
}

/// covers: [APP-02]
#[test]
fn what_an_application_may_no_longer_have_its_tokens_lose_at_once() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let code = application.code(&mut page, &[]).await;
        let issued = application.exchange(&page, &code).await.json();
        let access = text(&issued, "access_token").to_owned();
        assert_eq!(with_token(&page, FILE, &access).await.status, 200);
        // A code from before is cut too.
        let code = application.code(&mut page, &[]).await;
        let narrow = ["openid", "profile", "offline_access"];
        change(&mut page, &application, with_scopes(&narrow)).await;
        assert_eq!(with_token(&page, FILE, &access).await.status, 401);
        assert_eq!(with_token(&page, USERINFO, &access).await.status, 200);
        let later = application.exchange(&page, &code).await.json();
        assert_eq!(text(&later, "scope"), "openid profile offline_access");
        let introspect = "/access/oauth2/introspect";
        let found = application.post(&page, introspect, &[("token", &access)]).await.json();
        assert_eq!(found["scope"], json!("openid profile offline_access"));
        let listed = page.get(&format!("{INTEGRATION}/{}/grants", application.id)).await.json();
        assert_eq!(listed["users"][0]["scopes"], json!(["openid", "profile", "offline_access"]));
        let refreshed = application.refresh(&page, text(&issued, "refresh_token")).await.json();
        assert_eq!(text(&refreshed, "scope"), "openid profile offline_access");
        let access = text(&refreshed, "access_token").to_owned();
        // Without the scope for it, nothing is refreshed, and the token is not spent.
        change(&mut page, &application, with_scopes(&["openid"])).await;
        let refused = application.refresh(&page, text(&refreshed, "refresh_token")).await;
        assert_eq!((refused.status, &refused.json()["error"]), (400, &json!("invalid_grant")));
        let info = with_token(&page, USERINFO, &access).await.json();
        assert!(info["sub"].is_string() && info.get("name").is_none(), "{info}");
        // What the user has consented to comes back with the right to it.
        change(&mut page, &application, with_all_scopes("Dashboard")).await;
        assert_eq!(with_token(&page, FILE, &access).await.status, 200);
        let refreshed = application.refresh(&page, text(&refreshed, "refresh_token")).await;
        assert_eq!(refreshed.status, 200);
    });
}

/// covers: [APP-02]
#[test]
fn the_page_that_asks_knows_how_long_access_lasts() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let online = [("scope", "openid")];
        let shown = validated(&mut page, &application, &online).await;
        let code = application.code(&mut page, &online).await;
        let issued = application.exchange(&page, &code).await.json();
        let lives_ms = issued["expires_in"].as_i64().map(|seconds| seconds * 1_000);
        assert_eq!(shown["lasts_ms"].as_i64(), lives_ms);
        let shown = validated(&mut page, &application, &[]).await;
        assert_eq!(shown["lasts_ms"], json!(365_i64 * 24 * 60 * 60 * 1_000));
    });
}
