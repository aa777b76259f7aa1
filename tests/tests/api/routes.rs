//! Calls every route as a caller without the required rights.

use serde_json::json;
use waybill::{Route, Who};
use waybill_tests::{Answer, Browser, Place, Request, Server, run};

use crate::own;

/// A path that matches the route.
fn path_of(route: &Route) -> String {
    let parts = route.path.split('/').map(|part| match part {
        "{service}" => "artifactory",
        part if part.starts_with('{') => "x",
        part => part,
    });
    parts.collect::<Vec<_>>().join("/")
}

async fn call(browser: &Browser, route: &Route) -> Answer {
    // A copy, so that the cookies of a response are not stored.
    let mut browser = browser.clone();
    let request = Request::new(route.method.as_str(), &path_of(route));
    let origin = browser.origin.clone();
    browser.send(request.header("origin", &origin).json(&json!({}))).await
}

/// A user without special rights.
async fn member(server: &Server, given: &str) -> Browser {
    let mut bob = Browser::visiting(server).await;
    assert_eq!(bob.log_in("bob", given).await.status, 200);
    let chosen = "seven blue staples 9";
    let change = json!({"user": "bob", "current": given, "new": chosen});
    assert_eq!(bob.post("ui/auth/changePassword", change).await.status, 200);
    bob.sign_in("bob", chosen).await;
    bob
}

/// covers: [ROLE-01, ROUTE-04]
#[test]
fn every_route_rejects_callers_without_the_required_rights() {
    run(async {
        let place = Place::new().with_flag("--qa");
        own(&place).await.stop();
        let added = place.run(&["user", "add", "bob", "--data", "{data}"]);
        let printed = String::from_utf8_lossy(&added.stdout).into_owned();
        let server = place.start();
        let given = printed.rsplit(' ').next().expect("a password").trim();
        let member = member(&server, given).await;
        let stranger = Browser::new(&server);
        let visitor = Browser::visiting(&server).await;
        for route in waybill::routes() {
            let name = format!("{} {}", route.method, route.path);
            if route.is_for_clients {
                // A session means nothing to them; `repositories.rs` has callers with tokens.
                for browser in [&stranger, &visitor, &member] {
                    let refused = call(browser, route).await;
                    let outcome = (refused.status, refused.code());
                    assert_eq!(outcome, (401, "no_token".to_owned()), "{name}");
                }
                continue;
            }
            let refused = call(&stranger, route).await;
            let needs_session = refused.code() == "no_session";
            assert_eq!(needs_session, route.who > Who::Anyone, "{name}: {}", refused.code());
            if route.who >= Who::SignedIn {
                let refused = call(&visitor, route).await;
                let outcome = (refused.status, refused.code());
                assert_eq!(outcome, (401, "not_signed_in".to_owned()), "{name}");
            }
            if matches!(route.who, Who::AnyAdmin | Who::Auditor | Who::Admin) {
                let refused = call(&member, route).await;
                let outcome = (refused.status, refused.code());
                assert_eq!(outcome, (403, "not_authorized".to_owned()), "{name}");
            }
        }
        // None of the calls had an effect.
        assert_eq!(member.clone().get("session").await.json()["signed_in"], true);
    });
}

/// covers: [API-01]
#[test]
fn an_unknown_call_is_not_found_for_every_method() {
    run(async {
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"] {
            for path in ["nothing", "session/nothing", "ui/auth", "/ui/api/v1", "/ui/api/v1/"] {
                let answer = Browser::new(crate::shared()).send(Request::new(method, path)).await;
                let message = answer.json()["error"]["message"].clone();
                assert_eq!(
                    (answer.status, answer.code(), message),
                    (404, "not_found".to_owned(), json!("There is no such call.")),
                    "{method} {path}"
                );
            }
            let answer = Browser::new(crate::shared()).send(Request::new(method, "/nowhere")).await;
            assert_eq!((answer.status, answer.code()), (404, "not_found".to_owned()), "{method}");
        }
        let mut browser = Browser::new(crate::shared());
        assert_eq!(browser.send(Request::new("DELETE", "session")).await.status, 405);
        assert_eq!(browser.send(Request::new("HEAD", "session")).await.status, 200);
    });
}

/// covers: [API-01]
#[test]
fn an_error_is_a_problem_with_additional_fields() {
    run(async {
        let answer = Browser::new(crate::shared()).get("projects").await;
        assert_eq!(answer.header("content-type"), Some("application/problem+json"));
        let body = answer.json();
        let trace = body["error"]["trace"].as_str().expect("a trace").to_owned();
        let message = body["error"]["message"].as_str().expect("a sentence").to_owned();
        let wanted = json!({
            "type": "urn:waybill:problem:no_session",
            "title": "Forbidden",
            "status": 403,
            "detail": message,
            "instance": format!("urn:waybill:trace:{trace}"),
            "error": {
                "code": "no_session",
                "message": message,
                "field": null,
                "retry_after_ms": null,
                "trace": trace,
            },
        });
        assert_eq!(body, wanted);
    });
}

/// covers: [API-01]
#[test]
fn the_openapi_document_is_served_and_has_every_call() {
    run(async {
        let answer = Browser::new(crate::shared()).get("openapi.json").await;
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/json")));
        let document = answer.json();
        assert_eq!(document["openapi"], "3.1.0");
        for route in waybill::routes().iter().filter(|route| route.path.contains("/api/")) {
            let method = route.method.as_str().to_ascii_lowercase();
            let operation = &document["paths"][&route.path][&method];
            assert_eq!(operation["summary"], route.summary, "{method} {}", route.path);
        }
    });
}
