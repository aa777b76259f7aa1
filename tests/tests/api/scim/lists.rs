//! Lists: filters, pages and attributes.

use serde_json::{Value, json};
use waybill_tests::run;

use super::{Fixture, USER, accepted, is, made, refused};

fn names(list: &Value) -> Vec<&str> {
    let all = list["Resources"].as_array().expect("resources");
    all.iter().map(|user| user["userName"].as_str().expect("a name")).collect()
}

/// covers: [SCIM-01]
#[test]
fn users_are_found_by_filters_and_shown_in_pages() {
    run(async {
        let fixture = Fixture::new().await;
        let client = &fixture.client;
        for number in 1..=5 {
            let active = number != 3;
            let user = json!({"schemas": [USER], "userName": format!("user{number}"),
                "externalId": format!("Ext{number}"), "active": active,
                "emails": [{"value": format!("u{number}@example.org"), "type": "work"}]});
            made(&client.sends("POST", "/Users", &user).await);
        }
        // Accounts of administrators and robots are none of theirs.
        let all = accepted(&client.get("/Users").await);
        assert_eq!((&all["totalResults"], names(&all).len()), (&json!(5), 5));
        let page = accepted(&client.get("/Users?startIndex=2&count=2").await);
        assert_eq!(names(&page), ["user2", "user3"]);
        let counts = [&page["totalResults"], &page["startIndex"], &page["itemsPerPage"]];
        assert_eq!(counts, [&json!(5), &json!(2), &json!(2)]);
        for (query, total, shown) in [
            ("count=0", 5, 0),
            ("count=-1", 5, 0),
            ("startIndex=-5&count=1", 5, 1),
            ("startIndex=6", 5, 0),
            ("startIndex=100000&count=100000", 5, 0),
            ("filter=active+eq+false", 1, 1),
            ("filter=externalId+eq+%22Ext4%22", 1, 1),
            ("filter=externalId+eq+%22ext4%22", 0, 0),
            ("filter=userName+sw+%22USER%22+and+not+(userName+ew+%225%22)&count=3", 4, 3),
            ("filter=emails%5Btype+eq+%22work%22+and+value+co+%22u2%40%22%5D", 1, 1),
            ("filter=userName+eq+%22ann%22", 0, 0),
            ("filter=userName+eq+%22user1%22+and+active+eq+false", 0, 0),
            ("filter=title+pr", 0, 0),
            ("filter=meta.created+gt+%222000-01-01T00%3A00%3A00Z%22", 5, 5),
            // Sorting is not declared, and what asks for it is ignored.
            ("sortBy=userName&sortOrder=descending", 5, 5),
        ] {
            let list = accepted(&client.get(&format!("/Users?{query}")).await);
            let found = (&list["totalResults"], names(&list).len());
            assert_eq!(found, (&json!(total), shown), "{query}");
        }
        let search = json!({
            "schemas": ["urn:ietf:params:scim:api:messages:2.0:SearchRequest"],
            "filter": "userName ge \"user4\"", "attributes": ["userName"], "count": 10,
        });
        let list = accepted(&client.sends("POST", "/Users/.search", &search).await);
        assert_eq!(names(&list), ["user4", "user5"]);
        let keys: Vec<&String> =
            list["Resources"][0].as_object().expect("an object").keys().collect();
        assert_eq!(keys.len(), 3, "{keys:?}");
        let shown = accepted(&client.get("/Users?count=1&excludedAttributes=emails,meta").await);
        let first = &shown["Resources"][0];
        assert!(first.get("emails").is_none() && first.get("meta").is_none(), "{first}");
    });
}

/// covers: [SCIM-01]
#[test]
fn filters_that_cannot_be_read_or_ask_too_much_are_refused() {
    run(async {
        let fixture = Fixture::new().await;
        let deep = format!("{}userName+pr{}", "(".repeat(40), ")".repeat(40));
        let many = vec!["userName+pr"; 100].join("+or+");
        let filters = [
            "",
            "userName",
            "userName+eq",
            "userName+xx+%22a%22",
            "userName+eq+a",
            "%00",
            &deep,
            &many,
        ];
        for filter in filters {
            for list in ["Users", "Groups"] {
                let answer = fixture.client.get(&format!("/{list}?filter={filter}")).await;
                let wanted = is(400, "scim_invalid_filter", Some("invalidFilter"));
                assert_eq!(refused(&answer), wanted, "{list} {filter}");
            }
        }
        for query in ["startIndex=x", "count=", "attributes=a%20b"] {
            let answer = fixture.client.get(&format!("/Users?{query}")).await;
            let wanted = is(400, "scim_invalid_value", Some("invalidValue"));
            assert_eq!(refused(&answer), wanted, "{query}");
        }
    });
}
