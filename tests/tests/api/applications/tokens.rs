//! How long the tokens of an application are good.

use serde_json::json;
use waybill_tests::run;

use super::{
    Application, CALLBACK, INTEGRATION, TOKEN, USERINFO, VERIFIER, form, stage, text, with_token,
};
use crate::secrets::{contains, files, searchable};
use crate::signed_in;

/// covers: [APP-02]
#[test]
fn codes_and_refresh_tokens_are_good_for_one_use() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        // A sign-in on another device, which goes on whatever happens to the others.
        let code = application.code(&mut page, &[]).await;
        let elsewhere = application.exchange(&page, &code).await.json();
        let elsewhere = text(&elsewhere, "access_token").to_owned();
        // A code that is used twice ends what it led to.
        let code = application.code(&mut page, &[]).await;
        let issued = application.exchange(&page, &code).await.json();
        let again = application.exchange(&page, &code).await;
        assert_eq!((again.status, &again.json()["error"]), (400, &json!("invalid_grant")));
        assert_eq!(with_token(&page, USERINFO, text(&issued, "access_token")).await.status, 401);
        // Refresh tokens rotate, over a restart too.
        let code = application.code(&mut page, &[]).await;
        let first = application.exchange(&page, &code).await.json();
        let second = application.refresh(&page, text(&first, "refresh_token")).await.json();
        assert_eq!(with_token(&page, USERINFO, text(&first, "access_token")).await.status, 401);
        let stage = stage.restarted();
        page.move_to(&stage.server);
        assert_eq!(with_token(&page, USERINFO, text(&second, "access_token")).await.status, 200);
        assert_eq!(second.get("id_token"), None);
        // One that was used before may have been copied: its sign-in ends.
        let reused = application.refresh(&page, text(&first, "refresh_token")).await;
        assert_eq!((reused.status, &reused.json()["error"]), (400, &json!("invalid_grant")));
        assert_eq!(with_token(&page, USERINFO, text(&second, "access_token")).await.status, 401);
        let newest = application.refresh(&page, text(&second, "refresh_token")).await;
        assert_eq!(newest.status, 400);
        assert_eq!(with_token(&page, USERINFO, &elsewhere).await.status, 200);
        // An application ends its own sign-in (RFC 7009).
        let code = application.code(&mut page, &[]).await;
        let third = application.exchange(&page, &code).await.json();
        let access = text(&third, "access_token");
        let ended = application
            .post(&page, "/access/oauth2/revoke", &[("token", text(&third, "refresh_token"))])
            .await;
        assert_eq!(ended.status, 200);
        assert_eq!(with_token(&page, USERINFO, access).await.status, 401);
        // Nothing that was handed out is in a journal, a log or another file.
        let handed_out = [&first, &second, &third].into_iter().flat_map(|issued| {
            ["access_token", "refresh_token"].map(|field| text(issued, field).to_owned())
        });
        let secrets: Vec<_> = handed_out.chain([code, application.secret]).collect();
        for file in files(&stage.place.data()) {
            let content = searchable(&std::fs::read(&file).expect("a file"));
            for secret in &secrets {
                assert!(!contains(&content, secret), "{secret} is in {}", file.display());
            }
        }
    });
}

/// covers: [APP-02]
#[test]
fn a_refresh_token_from_long_before_is_recognised() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let code = application.code(&mut page, &[]).await;
        let first = application.exchange(&page, &code).await.json();
        let mut newest = first.clone();
        // More often than used ones are recorded.
        for _ in 0..18 {
            newest = application.refresh(&page, text(&newest, "refresh_token")).await.json();
        }
        let stage = stage.restarted();
        page.move_to(&stage.server);
        let access = text(&newest, "access_token");
        assert_eq!(with_token(&page, USERINFO, access).await.status, 200);
        // Another application ends nothing with it.
        let other = Application::named(&mut page, "Other", "server").await;
        assert_eq!(other.refresh(&page, text(&first, "refresh_token")).await.status, 400);
        assert_eq!(with_token(&page, USERINFO, access).await.status, 200);
        let reused = application.refresh(&page, text(&first, "refresh_token")).await;
        assert_eq!((reused.status, &reused.json()["error"]), (400, &json!("invalid_grant")));
        assert_eq!(with_token(&page, USERINFO, access).await.status, 401);
        let refused = application.refresh(&page, text(&newest, "refresh_token")).await;
        assert_eq!((refused.status, &refused.json()["error"]), (400, &json!("invalid_grant")));
    });
}

/// covers: [APP-02]
#[test]
fn a_code_is_exchanged_without_the_callback_and_never_without_the_verifier() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let other = "https://app.example.org/";
        for (verifier, callback, error) in [
            (VERIFIER, None, None),
            (VERIFIER, Some(""), None),
            (VERIFIER, Some(CALLBACK), None),
            (VERIFIER, Some(other), Some("invalid_grant")),
            ("", None, Some("invalid_request")),
            ("", Some(CALLBACK), Some("invalid_request")),
        ] {
            let code = application.code(&mut page, &[]).await;
            let mut parameters =
                vec![("grant_type", "authorization_code"), ("code", code.as_str())];
            parameters.push(("code_verifier", verifier));
            parameters.extend(callback.map(|callback| ("redirect_uri", callback)));
            let answer = application.post(&page, TOKEN, &parameters).await;
            let refused = answer.json()["error"].as_str().map(str::to_owned);
            assert_eq!(refused.as_deref(), error, "{callback:?}");
        }
    });
}

/// covers: [APP-02]
#[test]
fn rights_end_with_the_account_the_application_and_what_was_asked_for() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let device = Application::register(&mut page, "device").await;
        // On a device there is no secret, and the verifier is the proof.
        let everything = [("scope", "openid administration")];
        let refused = device.decide(&mut page, &everything, true).await;
        assert_eq!(refused["error"]["code"], json!("reauthentication_missing"));
        let code = device.code_with_password(&mut page, &everything).await;
        let parameters = [
            ("grant_type", "authorization_code"),
            ("client_id", device.id.as_str()),
            ("code", &code),
            ("code_verifier", VERIFIER),
            ("redirect_uri", CALLBACK),
        ];
        let issued = page.beside().send(form(TOKEN, &parameters)).await.json();
        let admin = text(&issued, "access_token").to_owned();
        assert_eq!(issued.get("refresh_token"), None);
        // Administration was named, so it is there.
        assert_eq!(with_token(&page, "/access/api/v2/users", &admin).await.status, 200);
        // A sign-in that asks for less gets less, whatever was consented to before.
        let code = device.code(&mut page, &[("scope", "openid")]).await;
        let parameters = parameters
            .map(|(name, value)| (name, if name == "code" { code.as_str() } else { value }));
        let issued = page.beside().send(form(TOKEN, &parameters)).await.json();
        let little = text(&issued, "access_token").to_owned();
        assert_eq!(text(&issued, "scope"), "openid");
        assert_eq!(with_token(&page, USERINFO, &little).await.status, 200);
        // Client libraries send the id of an application without a secret in this form too.
        let code = device.code(&mut page, &[("scope", "openid")]).await;
        let without = Application { id: device.id.clone(), secret: String::new() };
        assert_eq!(without.exchange(&page, &code).await.status, 200);
        for path in ["/access/api/v2/users", "/artifactory/files/team/a.txt"] {
            assert_eq!(with_token(&page, path, &little).await.status, 401, "{path}");
        }
        assert_eq!(page.delete(&format!("{INTEGRATION}/{}", device.id)).await.status, 200);
        for token in [&admin, &little] {
            assert_eq!(with_token(&page, USERINFO, token).await.status, 401);
        }
    });
}
