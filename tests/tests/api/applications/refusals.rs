//! What applications are refused, and how they learn why.

use serde_json::json;
use url::form_urlencoded;
use waybill_tests::{Browser, Request, run};

use super::{Application, INTEGRATION, USERINFO, parameters_of, stage, text, with_token};
use crate::people::{chosen, created};
use crate::{ANN, PASSWORD, signed_in};

/// covers: [APP-02]
#[test]
fn a_token_that_is_refused_says_why() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let code = application.code(&mut page, &[("scope", "repositories:read")]).await;
        let issued = application.exchange(&page, &code).await.json();
        let without = page.beside().send(Request::new("GET", USERINFO)).await;
        assert_eq!((without.status, without.header("www-authenticate")), (401, Some("Bearer")));
        for (token, status, error) in [
            ("nonsense", 401, "invalid_token"),
            (text(&issued, "access_token"), 403, "insufficient_scope"),
        ] {
            let refused = with_token(&page, USERINFO, token).await;
            assert_eq!((refused.status, &refused.json()["error"]), (status, &json!(error)));
            let challenge = format!("Bearer error=\"{error}\"");
            assert_eq!(refused.header("www-authenticate"), Some(challenge.as_str()));
        }
    });
}

/// covers: [APP-02]
#[test]
fn a_sign_in_is_not_refreshed_without_end() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let code = application.code(&mut page, &[]).await;
        let other = application.exchange(&page, &code).await.json();
        let code = application.code(&mut page, &[]).await;
        let mut issued = application.exchange(&page, &code).await.json();
        let mut before = String::new();
        let mut refreshed = 0;
        let refused = loop {
            let token = text(&issued, "refresh_token").to_owned();
            let answer = application.refresh(&page, &token).await;
            if answer.status != 200 {
                break answer;
            }
            before = token;
            issued = answer.json();
            refreshed += 1;
            assert!(refreshed < 40, "refreshing has no end");
        };
        assert!(refreshed >= 20, "{refreshed}");
        assert_eq!((refused.status, &refused.json()["error"]), (429, &json!("slow_down")));
        assert!(refused.header("retry-after").is_some());
        let access = text(&issued, "access_token");
        assert_eq!(with_token(&page, USERINFO, access).await.status, 200);
        // Another sign-in has its own allowance.
        let refreshed = application.refresh(&page, text(&other, "refresh_token")).await;
        assert_eq!(refreshed.status, 200);
        // A copied token ends the sign-in all the same.
        let reused = application.refresh(&page, &before).await;
        assert_eq!((reused.status, &reused.json()["error"]), (400, &json!("invalid_grant")));
        assert_eq!(with_token(&page, USERINFO, access).await.status, 401);
    });
}

/// covers: [APP-02]
#[test]
fn a_code_from_before_a_revocation_is_not_good_after_another_consent() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let own = format!("{INTEGRATION}/authorization/{}/{ANN}", application.id);
        let of_all = format!("{INTEGRATION}/{}/grants", application.id);
        for revocation in [own, of_all] {
            let before = application.code(&mut page, &[]).await;
            assert_eq!(page.delete(&revocation).await.status, 200);
            let code = application.code(&mut page, &[]).await;
            let refused = application.exchange(&page, &before).await;
            assert_eq!((refused.status, &refused.json()["error"]), (400, &json!("invalid_grant")));
            assert_eq!(application.exchange(&page, &code).await.status, 200);
        }
    });
}

/// covers: [APP-02]
#[test]
fn a_user_without_a_password_is_not_asked_for_one() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let (_, link) = created(&mut page, "dora").await;
        let mut dora = Browser::visiting(&stage.server).await;
        assert_eq!(chosen(&mut dora, &link, PASSWORD).await.status, 200);
        dora.sign_in("dora", PASSWORD).await;
        let external = json!({"internal_password_disabled": true});
        let changed = stage.bearer("PATCH", "/access/api/v2/users/dora", Some(external)).await;
        assert_eq!(changed.status, 200, "{}", changed.json());
        let path = format!("{INTEGRATION}/authorize/{}/dora", application.id);
        let url = application.url(&[("prompt", "login")]);
        let decided = dora.post(&path, json!({"url": url, "consents": true})).await.json();
        let answered = parameters_of(text(&decided, "redirect"));
        assert_eq!(answered["error"], "login_required");
        let query: String = form_urlencoded::byte_serialize(url.as_bytes()).collect();
        let validate = format!("{INTEGRATION}/validate/{}?auth_url={query}", application.id);
        let shown = dora.get(&validate).await;
        assert_eq!((shown.status, shown.code().as_str()), (400, "login_required"));
        // What takes no password is granted.
        let plain = json!({"url": application.url(&[]), "consents": true});
        let decided = dora.post(&path, plain).await.json();
        assert!(parameters_of(text(&decided, "redirect")).contains_key("code"));
    });
}
