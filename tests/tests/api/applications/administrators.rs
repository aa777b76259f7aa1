//! Administrators see who lets an application act, and end that.

use serde_json::{Value, json};
use waybill_tests::{Browser, run};

use super::{Application, INTEGRATION, USERINFO, code_in, stage, text, with_token};
use crate::people::{chosen, created};
use crate::stage::Stage;
use crate::{PASSWORD, signed_in};

/// A user who has signed in here.
struct User {
    id: String,
    name: &'static str,
    page: Browser,
}

impl User {
    async fn new(stage: &Stage, admin: &mut Browser, name: &'static str) -> Self {
        let (id, token) = created(admin, name).await;
        let mut page = Browser::visiting(&stage.server).await;
        assert_eq!(chosen(&mut page, &token, PASSWORD).await.status, 200);
        page.sign_in(name, PASSWORD).await;
        Self { id, name, page }
    }

    /// The access token that an application gets with the user's consent.
    async fn lets_act(&mut self, application: &Application) -> String {
        let path = format!("{INTEGRATION}/authorize/{}/{}", application.id, self.name);
        let decided = self.page.post(&path, json!({"url": application.url(&[])})).await.json();
        let code = code_in(text(&decided, "redirect"));
        let issued = application.exchange(&self.page, &code).await.json();
        text(&issued, "access_token").to_owned()
    }
}

fn names(listed: &Value) -> Vec<&str> {
    let users = listed["users"].as_array().expect("users");
    users.iter().map(|user| text(user, "name")).collect()
}

/// covers: [APP-01, APP-02, DET-06]
#[test]
fn administrators_see_who_lets_an_application_act_in_pages() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let path = format!("{INTEGRATION}/{}/grants", application.id);
        assert_eq!(page.get(&path).await.json(), json!({"users": [], "total": 0, "next": null}));
        let mut dora = User::new(&stage, &mut page, "dora").await;
        let mut carol = User::new(&stage, &mut page, "carol").await;
        dora.lets_act(&application).await;
        dora.lets_act(&application).await;
        carol.lets_act(&application).await;
        let listed = page.get(&path).await.json();
        assert_eq!((names(&listed).len(), &listed["total"]), (2, &json!(2)), "{listed}");
        let (first, second) = (&listed["users"][0], &listed["users"][1]);
        assert_eq!((text(first, "user"), text(second, "user")), (&*carol.id, &*dora.id));
        assert_eq!((&first["sign_ins"], &second["sign_ins"]), (&json!(1), &json!(2)));
        let scopes = json!(["openid", "profile", "offline_access", "repositories:read"]);
        assert_eq!(first["scopes"], scopes);
        assert!(text(first, "consented_at") <= text(first, "last_used_at"), "{first}");
        // In pages, which go on where the one before has ended.
        let one = page.get(&format!("{path}?limit=1")).await.json();
        assert_eq!(
            (one["users"].as_array().map(Vec::len), text(&one, "next")),
            (Some(1), &*carol.id)
        );
        let next = page.get(&format!("{path}?limit=1&after={}", carol.id)).await.json();
        assert_eq!((text(&next["users"][0], "user"), &next["next"]), (&*dora.id, &Value::Null));
        assert_eq!(next["total"], json!(2));
        let found = page.get(&format!("{path}?search=DOR")).await.json();
        assert_eq!((text(&found["users"][0], "user"), &found["total"]), (&*dora.id, &json!(1)));
        // For administrators alone.
        assert_eq!(carol.page.get(&path).await.status, 403);
        let one = format!("{path}/{}", dora.id);
        assert_eq!(carol.page.delete(&one).await.status, 403);
        assert_eq!(carol.page.delete(&path).await.status, 403);
        assert_eq!(Browser::visiting(&stage.server).await.get(&path).await.status, 401);
        let unknown = format!("{INTEGRATION}/app_0/grants");
        assert_eq!(page.get(&unknown).await.status, 404);
        assert_eq!(page.delete(&unknown).await.status, 404);
        assert_eq!(page.get(&format!("{path}?limit=0")).await.status, 400);
    });
}

/// covers: [APP-02, DET-06]
#[test]
fn administrators_end_what_one_user_or_all_let_an_application_do() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let path = format!("{INTEGRATION}/{}/grants", application.id);
        let mut carol = User::new(&stage, &mut page, "carol").await;
        let mut dora = User::new(&stage, &mut page, "dora").await;
        let of_carol = carol.lets_act(&application).await;
        let of_dora = dora.lets_act(&application).await;
        let one = format!("{path}/{}", carol.id);
        assert_eq!(page.delete(&one).await.status, 200);
        assert_eq!(page.delete(&one).await.status, 404);
        assert_eq!(with_token(&page, USERINFO, &of_carol).await.status, 401);
        assert_eq!(with_token(&page, USERINFO, &of_dora).await.status, 200);
        assert_eq!(names(&page.get(&path).await.json()), ["dora"]);
        // The user sees it too, and may consent again.
        let own = format!("{INTEGRATION}/authorization/carol");
        assert_eq!(carol.page.get(&own).await.json(), json!([]));
        let again = carol.lets_act(&application).await;
        assert_eq!(with_token(&page, USERINFO, &again).await.status, 200);
        // The record says who has ended it.
        let stream = format!("application_grant/{}/{}", application.id, carol.id);
        let records = stage.place.run(&["audit", "show", &stream, "--json", "--data", "{data}"]);
        let records = String::from_utf8_lossy(&records.stdout).into_owned();
        assert!(records.contains("by_administrator"), "{records}");
        assert_eq!(page.delete(&path).await.json(), json!({"revoked": 2}));
        for token in [&of_dora, &again] {
            assert_eq!(with_token(&page, USERINFO, token).await.status, 401);
        }
        assert_eq!(page.get(&path).await.json()["total"], json!(0));
        assert_eq!(page.delete(&path).await.json(), json!({"revoked": 0}));
    });
}
