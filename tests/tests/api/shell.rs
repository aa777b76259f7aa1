//! What programs request of the installation in place of the console's shell.

use serde_json::json;
use waybill_tests::{Browser, Place, Request, Tab, run};

use crate::{own, shared, signed_in};

/// covers: [API-02]
#[test]
fn a_redirect_never_leads_off_the_allowed_hosts() {
    run(async {
        let browser = Browser::visiting(shared()).await;
        let origin = browser.origin.clone();
        let host = origin.strip_prefix("http://").expect("an origin").to_owned();
        let path = async |wanted: &str| {
            let query = url::form_urlencoded::Serializer::new(String::new())
                .append_pair("redirectTo", wanted)
                .finish();
            let mut browser = browser.clone();
            browser.get(&format!("redirect?{query}")).await
        };
        for (wanted, url) in [
            ("/ui/packages?type=npm", format!("{origin}/ui/packages?type=npm")),
            ("/ui/a b", format!("{origin}/ui/a%20b")),
            ("/", format!("{origin}/")),
            (&format!("{origin}/ui/login"), format!("{origin}/ui/login")),
        ] {
            let answer = path(wanted).await;
            assert_eq!((answer.status, answer.json()), (200, json!({"url": url})), "{wanted}");
        }
        for wanted in [
            "https://evil.example/",
            "javascript:alert(1)",
            "ui/packages",
            "",
            "//evil.example",
            "/\\evil.example",
            "/ui/../..//evil.example",
            "/%2e%2E/",
            "/\t/evil.example",
            "/ui/\n",
            &format!("http://{host}.evil.example/"),
            &format!("http://{host}@evil.example/"),
            &format!("http://ann:secret@{host}/"),
            &format!("ftp://{host}/"),
            "data:text/html,x",
            &format!("/{}", "a".repeat(3_000)),
        ] {
            let answer = path(wanted).await;
            let outcome = (answer.status, answer.code());
            assert_eq!(outcome, (400, "redirect_not_allowed".to_owned()), "{wanted}");
        }
        let stranger = Browser::new(shared()).get("redirect?redirectTo=/").await;
        assert_eq!(stranger.code(), "no_session");
    });
}

/// covers: [API-02, API-04]
#[test]
fn addresses_are_those_of_the_configuration() {
    run(async {
        let elsewhere = "https://elsewhere.example/home";
        let settings = format!(
            "public_url = \"http://example.org/waybill/\"\n[installation]\nexternal_redirect = \"{elsewhere}\"\n"
        );
        let place = Place::new().with_settings(&settings);
        let server = place.start();
        let mut browser = Browser::new(&server).below("http://example.org", "/waybill");
        assert_eq!(browser.get("session").await.status, 200);
        let answer = browser.get(&format!("redirect?redirectTo={elsewhere}")).await;
        assert_eq!(answer.json(), json!({"url": elsewhere}));
        let other = browser.get("redirect?redirectTo=https://elsewhere.example/other").await;
        assert_eq!(other.code(), "redirect_not_allowed");
        let own = browser.get("redirect?redirectTo=/ui/").await;
        assert_eq!(own.json(), json!({"url": "http://example.org/waybill/ui/"}));
        // Another server may be below another path of this origin.
        for beside in ["http://example.org/", "http://example.org/waybill/../other", "/../other"] {
            let answer = browser.get(&format!("redirect?redirectTo={beside}")).await;
            assert_eq!(answer.code(), "redirect_not_allowed", "{beside}");
        }
    });
}

/// covers: [API-04]
#[test]
fn set_me_up_has_one_slash_at_its_end() {
    run(async {
        let mut ann = signed_in(shared()).await;
        let expected = json!({"baseUrl": format!("{}/", ann.origin)});
        for path in ["system/setMeUp", "ui/setMeUp"] {
            assert_eq!(ann.get(path).await.json(), expected, "{path}");
            let refused = Browser::visiting(shared()).await.get(path).await;
            assert_eq!(refused.code(), "not_signed_in", "{path}");
        }
    });
}

/// covers: [API-06]
#[test]
fn the_installation_says_what_it_supports_and_what_it_may() {
    run(async {
        let settings = "[installation]\nlicence = \"COMMERCIAL\"\nfeatures = [\"quick_setup\", \"new_onboarding\"]\n[installation.access]\nmfa_required = \"nobody\"\n";
        let place = Place::new().with_settings(settings);
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        let tab = Tab::open(&mut ann).await.go("/session-activity").await;
        assert_eq!(tab["type"], "ack", "{tab}");
        let features = ann.get("ui/features").await.json();
        assert_eq!(features, json!({"features": ["quick_setup", "new_onboarding"]}));
        let owed = ann.get("ui/onboarding").await.json();
        assert_eq!(owed, json!({"onboardingOwed": true, "firstLogin": true}));
        let entitlements = ann.get("ui/entitlements").await.json();
        let expected =
            json!({"licence": "COMMERCIAL", "level": 2, "entitlements": ["console", "scanning"]});
        assert_eq!(entitlements, expected);
        let upgrade = ann.get("ui/subscriptions/upgradeInfo").await.json();
        let expected =
            json!({"licence": "COMMERCIAL", "validThrough": null, "missing": ["distribution"]});
        assert_eq!(upgrade, expected);
        assert_eq!(ann.get("ui/notifications").await.json(), json!({"notifications": []}));
        assert_eq!(ann.get("system/version").await.status, 200);
        assert_eq!(ann.get("system/status/nodes").await.status, 200);
    });
}

/// covers: [API-06]
#[test]
fn a_missing_licence_is_a_notification() {
    run(async {
        let place = Place::new().with_settings("[installation]\nlicence = \"NONE\"\n[installation.access]\nmfa_required = \"nobody\"\n");
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        let notifications = ann.get("ui/notifications").await.json();
        assert_eq!(notifications["notifications"][0]["code"], "no_licence", "{notifications}");
        let entitlements = ann.get("ui/entitlements").await.json();
        assert_eq!(entitlements["entitlements"], json!([]));
    });
}

/// covers: [API-07]
#[test]
fn an_unknown_path_of_a_program_is_not_answered_with_a_page() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        for path in [
            "/ui/api",
            "/ui/api/",
            "/ui/api/v1",
            "/ui/api/v1/no/such/call",
            "/ui/api/v2/x",
            "/ui/npm",
            "/ui/npm/no-such-call",
            "/artifactory",
            "/artifactory/api/x",
            "/access/api/v9/x",
            "/xray/x",
            "/distribution/x",
            "/mc/x",
            "/event/x",
            "/v2",
        ] {
            for method in ["GET", "POST"] {
                let request = Request::new(method, path).header("accept", "text/html");
                let origin = browser.origin.clone();
                let answer = browser.send(request.header("origin", &origin)).await;
                assert!([404, 405].contains(&answer.status), "{method} {path}: {}", answer.status);
                assert!(answer.json()["error"]["code"].is_string(), "{method} {path}");
            }
        }
        assert_eq!(browser.get("/ui/api-docs").await.status, 200, "a page of the console's router");
    });
}
