//! What an application has of a user whose account ends, or is restored from a backup.

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, run};

use super::{Application, INTEGRATION, SETTINGS, USERINFO, code_in, stage, text, with_token};
use crate::people::chosen;
use crate::scim::{ProvisioningClient, switched_on};
use crate::{ANN, PASSWORD, signed_in};

fn done(place: &Place, command: &str) {
    let arguments: Vec<&str> = command.split(' ').chain(["--data", "{data}"]).collect();
    let output = place.run(&arguments);
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Whether nothing of a sign-in is good.
async fn has_ended(page: &Browser, application: &Application, issued: &Value) -> bool {
    let access = text(issued, "access_token");
    let introspected =
        application.post(page, "/access/oauth2/introspect", &[("token", access)]).await.json();
    let refreshed = application.refresh(page, text(issued, "refresh_token")).await;
    introspected == json!({"active": false})
        && with_token(page, USERINFO, access).await.status == 401
        && with_token(page, "/artifactory/files/team/a.txt", access).await.status == 401
        && refreshed.json()["error"] == json!("invalid_grant")
}

/// covers: [APP-02]
#[test]
fn a_sign_in_ends_with_the_account_and_does_not_come_back_with_it() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let code = application.code(&mut page, &[]).await;
        let issued = application.exchange(&page, &code).await.json();
        let unused = application.code(&mut page, &[]).await;
        done(&stage.place, "user add second --admin");
        done(&stage.place, "user disable ann");
        assert!(has_ended(&page, &application, &issued).await);
        assert_eq!(application.exchange(&page, &unused).await.status, 400);
        done(&stage.place, "user enable ann");
        assert!(has_ended(&page, &application, &issued).await);
        assert_eq!(application.exchange(&page, &unused).await.status, 400);
        // Another sign-in counts.
        let mut page = signed_in(&stage.server).await;
        let code = application.code(&mut page, &[]).await;
        let issued = application.exchange(&page, &code).await.json();
        assert!(!has_ended(&page, &application, &issued).await);
    });
}

/// covers: [APP-02, SCIM-03]
#[test]
fn a_sign_in_ends_with_the_account_that_a_provisioning_client_deactivates() {
    run(async {
        let stage = stage().await;
        let mut ann = signed_in(&stage.server).await;
        let application = Application::register(&mut ann, "server").await;
        let token = switched_on(&mut ann, json!({"enabled": true})).await;
        let client = ProvisioningClient::new(&stage.server, &token);
        let ben = client.user("ben").await;
        // An administrator lets the user have a password, with which the page signs in.
        let own = format!("access/api/ui/users/{ben}");
        assert_eq!(ann.patch(&own, json!({"external": false})).await.status, 200);
        let link = ann.post(&format!("{own}/passwordLink"), json!({})).await.json();
        let token = text(&link, "link").split_once("#token=").expect("a token").1.to_owned();
        let mut page = Browser::visiting(&stage.server).await;
        assert_eq!(chosen(&mut page, &token, PASSWORD).await.status, 200);
        page.sign_in("ben", PASSWORD).await;
        let path = format!("{INTEGRATION}/authorize/{}/ben", application.id);
        let decided = json!({"url": application.url(&[]), "consents": true});
        let decided = page.post(&path, decided).await.json();
        let code = code_in(text(&decided, "redirect"));
        let issued = application.exchange(&page, &code).await.json();
        let access = text(&issued, "access_token");
        assert_eq!(with_token(&page, USERINFO, access).await.status, 200);
        for active in [false, true] {
            let change = json!([{"op": "replace", "path": "active", "value": active}]);
            let changed = client.patches(&format!("/Users/{ben}"), change).await;
            assert_eq!(changed.status, 200, "{}", changed.json());
            assert!(has_ended(&page, &application, &issued).await, "active: {active}");
        }
    });
}

/// covers: [APP-02]
#[test]
fn a_restored_backup_has_no_sign_in_that_counts() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let code = application.code(&mut page, &[]).await;
        let issued = application.exchange(&page, &code).await.json();
        let to = stage.place.path("backups").display().to_string();
        done(&stage.place, &format!("backup {to}"));
        stage.server.stop();
        let restored = Place::new().with_settings(SETTINGS);
        done(&restored, &format!("restore {to}"));
        let server = restored.start();
        page.move_to(&server);
        assert!(has_ended(&page, &application, &issued).await);
        let mut page = signed_in(&server).await;
        let code = application.code(&mut page, &[]).await;
        let issued = application.exchange(&page, &code).await.json();
        let info = with_token(&page, USERINFO, text(&issued, "access_token")).await.json();
        assert_eq!(info["name"], json!(ANN));
    });
}
