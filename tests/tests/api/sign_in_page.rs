//! What the sign-in page offers, as visitors request it.

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, run};

use crate::{ANN, PASSWORD, own, records, shared};

/// Every call, with what it answers.
fn answers(page: &Value) -> [(&'static str, Value); 7] {
    let form = json!({
        "forgotPassword": false,
        "canRememberMe": page["can_remember_me"],
        "ssoProviderLink": page["provider_link"],
    });
    [
        ("ui/auth/loginRelatedData", form.clone()),
        ("access/auth/loginRelatedData", form),
        ("ui/auth/autoRedirect", json!({"autoRedirect": page["auto_redirect"]})),
        (
            "ui/auth/loginDialogSettings",
            json!({"content": page["message"], "permanent": page["message_permanent"]}),
        ),
        ("ui/auth/loginVisualMode", json!({"loginIsExternal": page["external"]})),
        ("ui/auth/userPlugins", json!({"isUserPluginEnabled": page["user_plugin"]})),
        ("ui/auth/saml/logoutUrl", json!({"logoutUrl": page["logout_url"]})),
    ]
}

/// covers: [LOGIN-07, LOGIN-08]
#[test]
fn without_settings_the_page_has_its_form_only() {
    run(async {
        let page = json!({
            "can_remember_me": true, "provider_link": null, "auto_redirect": false, "message": "",
            "message_permanent": false, "external": false, "user_plugin": false, "logout_url": null,
        });
        let mut browser = Browser::new(shared());
        for (path, expected) in answers(&page) {
            let answer = browser.get(path).await;
            assert_eq!((answer.status, answer.json()), (200, expected), "{path}");
        }
        let session = browser.get("session").await.json();
        assert_eq!(session["login_leads_away"], json!(false));
        assert_eq!(session["sign_in"]["can_remember_me"], json!(true));
    });
}

/// covers: [LOGIN-07, LOGIN-08]
#[test]
fn settings_of_the_page_are_answered_and_hold_for_signing_in() {
    run(async {
        let page = json!({
            "can_remember_me": false,
            "provider_link": "https://sso.example.org/start",
            "auto_redirect": true,
            "message": "Private system.\nUse is logged.",
            "message_permanent": true,
            "external": true,
            "user_plugin": true,
            "logout_url": "https://sso.example.org/logout",
        });
        // TOML writes these values as JSON does
        let lines = page.as_object().expect("an object").iter();
        let lines: Vec<String> = lines.map(|(name, value)| format!("{name} = {value}")).collect();
        let settings = format!(
            "[installation.access]\nmfa_required = \"nobody\"\n[installation.access.sign_in]\n{}\n",
            lines.join("\n")
        );
        let place = Place::new().with_settings(&settings);
        let server = place.start();
        let mut browser = Browser::new(&server);
        for (path, expected) in answers(&page) {
            let answer = browser.get(path).await;
            assert_eq!((answer.status, answer.json()), (200, expected), "{path}");
        }
        let session = browser.get("session").await.json();
        assert_eq!(session["login_leads_away"], json!(true));
        let mut shown = page.clone();
        shown.as_object_mut().expect("an object").remove("auto_redirect");
        // There is no mail server, no provider and no passkey.
        shown["forgot_password"] = json!(false);
        shown["offers_providers"] = json!(false);
        shown["registration"] = json!(false);
        shown["passkey_host"] = json!(null);
        shown["proxy_names_user"] = json!(false);
        assert_eq!(session["sign_in"], shown);

        // the form does not offer it, and a program that asks for it does not get it either
        browser.set_up(&server, ANN, PASSWORD).await;
        let login = json!({"user": ANN, "password": PASSWORD, "type": "login"});
        let path = "ui/auth/login?_spring_security_remember_me=true";
        let answer = browser.post(path, login).await;
        assert_eq!((answer.status, answer.json()["next"].as_str()), (200, Some("signed_in")));
        let is_of_session = |header: &&(String, String)| {
            header.0 == "set-cookie" && !header.1.contains("waybill_device")
        };
        let cookie = answer.headers.iter().find(is_of_session).expect("a cookie");
        assert!(!cookie.1.contains("Max-Age"), "{}", cookie.1);
    });
}

/// covers: [LOGIN-02, NAV-04]
#[test]
fn who_has_signed_in_is_led_to_the_external_address_at_once() {
    run(async {
        let elsewhere = "https://elsewhere.example.org/start";
        let place = Place::new().with_settings(&format!(
            "[installation]\nexternal_redirect = \"{elsewhere}\"\n[installation.access]\nmfa_required = \"nobody\"\n"
        ));
        let server = own(&place).await;
        let mut browser = Browser::visiting(&server).await;
        let answer = browser.log_in(ANN, PASSWORD).await;
        assert_eq!((answer.status, answer.json()["next"].as_str()), (200, Some("signed_in")));
        let records = records(&mut browser).await;
        let signed_in = records
            .iter()
            .find(|record| record["machine"] == "login" && record["to"] == "signed_in");
        let calls = signed_in.expect("the sign-in")["calls"].as_array().expect("calls");
        let leaves = |call: &&Value| call["call"] == "browser.leave";
        assert_eq!(calls.iter().find(leaves).expect("it leaves")["url"], elsewhere);
        assert!(!calls.iter().any(|call| call["call"] == "browser.navigate"), "{calls:?}");
    });
}
