//! Applications that run in browsers, on pages of other origins.

use serde_json::json;
use waybill_tests::{Answer, Request, run};

use super::{Application, INTEGRATION, TOKEN, USERINFO, stage};
use crate::signed_in;

const ORIGIN: &str = "https://app.example.org";

/// Who may read an answer.
fn open_to(answer: &Answer) -> Option<&str> {
    assert_eq!(answer.header("access-control-allow-credentials"), None);
    answer.header("access-control-allow-origin")
}

/// covers: [APP-02]
#[test]
fn what_an_application_in_a_browser_calls_is_open_to_other_origins_and_nothing_else() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "device").await;
        for (method, path) in [
            ("GET", "/.well-known/openid-configuration"),
            ("GET", "/.well-known/oauth-authorization-server"),
            ("GET", "/access/oauth2/keys"),
            ("POST", TOKEN),
            ("POST", "/access/oauth2/revoke"),
            ("GET", USERINFO),
            ("POST", USERINFO),
        ] {
            let preflight = Request::new("OPTIONS", path)
                .header("origin", ORIGIN)
                .header("access-control-request-method", method)
                .header("access-control-request-headers", "authorization");
            let preflight = page.beside().send(preflight).await;
            assert_eq!((preflight.status, open_to(&preflight)), (200, Some("*")), "{path}");
            let allowed = |name: &str| preflight.header(name).unwrap_or_default().to_lowercase();
            assert!(allowed("access-control-allow-methods").contains(&method.to_lowercase()));
            assert!(allowed("access-control-allow-headers").contains("authorization"));
            // Refusals can be read too.
            let request = Request::new(method, path).header("origin", ORIGIN);
            let answer = page.beside().send(request).await;
            assert_eq!(open_to(&answer), Some("*"), "{method} {path}: {}", answer.status);
            let exposed = answer.header("access-control-expose-headers").unwrap_or_default();
            let exposed = exposed.to_lowercase();
            assert!(exposed.contains("www-authenticate") && exposed.contains("retry-after"));
        }
        let authorize = application.url(&[]);
        for path in [
            "/access/oauth2/introspect",
            &authorize,
            INTEGRATION,
            "session",
            "/access/api/v2/users",
            "/artifactory/files/team/a.txt",
        ] {
            for method in ["OPTIONS", "GET", "POST"] {
                let request = Request::new(method, path)
                    .header("origin", ORIGIN)
                    .header("access-control-request-method", "POST")
                    .json(&json!({}));
                let answer = page.beside().send(request).await;
                assert_eq!(open_to(&answer), None, "{method} {path}");
            }
        }
    });
}
