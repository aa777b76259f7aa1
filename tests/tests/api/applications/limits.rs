//! What applications may use of the server, and those who guess their secrets.

use waybill_tests::{Browser, Place, run};

use super::{Application, SETTINGS, TOKEN, USERINFO, form, stage, with_token};
use crate::signed_in;
use crate::stage::Stage;

const INTROSPECT: &str = "/access/oauth2/introspect";

/// covers: [APP-02]
#[test]
fn wrong_secrets_wait_and_the_right_one_never_does() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let stranger = Browser::new(&stage.server);
        let guess = Application { id: application.id.clone(), secret: "waybill_app_0".to_owned() };
        let parameters = [("grant_type", "refresh_token"), ("refresh_token", "x")];
        let mut refused = 0;
        for _ in 0..60 {
            let answer = guess.post(&stranger, TOKEN, &parameters).await;
            match answer.status {
                401 => assert_eq!(answer.json()["error"], "invalid_client"),
                429 => {
                    assert_eq!(answer.json()["error"], "slow_down");
                    assert!(answer.header("retry-after").is_some());
                    refused += 1;
                }
                status => panic!("{status}"),
            }
        }
        assert!(refused > 0, "guessing has no end");
        // From another address it is refused as before, and the application itself is not delayed anywhere.
        assert_eq!(guess.post(&page, TOKEN, &parameters).await.status, 401);
        for client in [&stranger, &page] {
            let answer = application.post(client, INTROSPECT, &[("token", "x")]).await;
            assert_eq!(answer.status, 200);
        }
        // Tokens that were never given out are counted too.
        let token = format!("waybill_{}", "0".repeat(64));
        let mut refused = 0;
        for _ in 0..60 {
            let status = with_token(&stranger, USERINFO, &token).await.status;
            assert!([401, 429].contains(&status), "{status}");
            refused += usize::from(status == 429);
        }
        assert!(refused > 0, "guessing has no end");
    });
}

/// covers: [APP-02]
#[test]
fn an_application_uses_up_its_own_requests_alone() {
    run(async {
        let limits = "[limits.person]\nrequests = { at_once = 60, a_minute = 1 }\n";
        let place = Place::new().with_settings(&format!("{SETTINGS}{limits}"));
        let stage = Stage::at(place).await;
        let mut page = signed_in(&stage.server).await;
        let server = Application::register(&mut page, "server").await;
        let other = Application::named(&mut page, "Builds", "server").await;
        let device = Application::named(&mut page, "Pocket", "device").await;
        let mut answered = 0;
        for _ in 0..80 {
            let status = server.post(&page, INTROSPECT, &[("token", "x")]).await.status;
            assert!([200, 429].contains(&status), "{status}");
            answered += usize::from(status == 200);
        }
        // A request may have come back meanwhile.
        assert!((60..65).contains(&answered), "{answered}");
        assert_eq!(other.post(&page, INTROSPECT, &[("token", "x")]).await.status, 200);
        // Its id is known to its users: a stranger uses up the requests of one address.
        let (stranger, user) = (Browser::new(&stage.server), Browser::new(&stage.server));
        let revoke = || form("/access/oauth2/revoke", &[("client_id", &device.id), ("token", "x")]);
        let mut last = 200;
        for _ in 0..80 {
            last = stranger.beside().send(revoke()).await.status;
        }
        assert_eq!(last, 429);
        assert_eq!(user.beside().send(revoke()).await.status, 200);
    });
}
