//! Who may list accounts.

use serde_json::json;
use waybill_tests::{Browser, Place, run};

use crate::{ANN, PASSWORD, own};

/// covers: [ROUTE-04]
#[test]
fn only_administrators_can_list_accounts() {
    run(async {
        let place = Place::new();
        own(&place).await.stop();
        let added = place.run(&["user", "add", "bob", "--data", "{data}"]);
        let printed = String::from_utf8_lossy(&added.stdout).into_owned();
        let given = printed.rsplit(' ').next().expect("a password").trim().to_owned();
        let server = place.start();
        let path = "access/api/ui/users";

        let mut visitor = Browser::visiting(&server).await;
        assert_eq!(visitor.get(path).await.status, 401);

        let mut bob = Browser::visiting(&server).await;
        assert_eq!(bob.log_in("bob", &given).await.status, 200);
        let chosen = "seven blue staples 9";
        let change = json!({"user": "bob", "current": given, "new": chosen});
        let changed = bob.post("ui/auth/changePassword", change).await;
        assert_eq!(changed.status, 200, "{}", String::from_utf8_lossy(&changed.body));
        bob.sign_in("bob", chosen).await;
        let refused = bob.get(path).await;
        assert_eq!((refused.status, refused.code()), (403, "not_authorized".to_owned()));

        let mut ann = Browser::visiting(&server).await;
        ann.sign_in(ANN, PASSWORD).await;
        let answer = ann.get(path).await;
        assert_eq!(answer.status, 200);
        let users = answer.json()["users"].as_array().expect("a list").clone();
        let seen: Vec<_> =
            users.iter().map(|user| (user["name"].as_str(), user["admin"].as_bool())).collect();
        assert_eq!(seen, [(Some(ANN), Some(true)), (Some("bob"), Some(false))]);
        assert_eq!(users[1]["must_change_password"], false);
        let text = serde_json::to_string(&users).expect("JSON");
        assert!(!text.contains("argon2") && !text.contains(chosen), "{text}");
    });
}
