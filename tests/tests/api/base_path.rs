//! A server below a base path, as behind a proxy that keeps the path.

use serde_json::json;
use waybill_tests::{Answer, Browser, Place, Request, Server, Tab, can_run, run};

use crate::{ANN, NOT_BUILT, PASSWORD, written};

const ORIGIN: &str = "http://example.org";
const BASE: &str = "/way/bill";

fn place(public_url: &str) -> Place {
    Place::new().with_settings(&format!(
        "public_url = \"{public_url}\"\n[installation.access]\nmfa_required = \"nobody\"\n"
    ))
}

fn below(server: &Server) -> Browser {
    Browser::new(server).below(ORIGIN, BASE)
}

/// The attributes of the cookies that an answer sets, by name.
fn set_cookies(answer: &Answer) -> Vec<(&str, Vec<&str>)> {
    let values = answer.headers.iter().filter(|(name, _)| name == "set-cookie");
    let cookies = values.map(|(_, value)| value.split_once('=').expect("a pair"));
    cookies.map(|(name, rest)| (name, rest.split("; ").skip(1).collect())).collect()
}

#[test]
fn a_user_works_below_the_base_path_and_every_link_begins_with_it() {
    run(async {
        let place = place(&format!("{ORIGIN}{BASE}/"));
        let server = place.start();
        let console = format!("{ORIGIN}{BASE}/ui/");
        let link = format!("{console}setup?token={}", server.setup_token());
        let printed = place.printed();
        assert!(printed.contains(&format!("ready at {console}\n")), "{printed}");
        assert!(printed.contains(&link), "{printed}");

        let mut ann = below(&server);
        let first = ann.get("session").await;
        let cookies = set_cookies(&first);
        assert_eq!(cookies.len(), 1);
        assert!(cookies[0].0.starts_with("waybill_"), "{cookies:?}");
        assert_eq!(cookies[0].1, [&format!("Path={BASE}"), "HttpOnly", "SameSite=Lax"]);
        ann.set_up(&server, ANN, PASSWORD).await;
        let signed_in = ann.log_in(ANN, PASSWORD).await;
        let cookies = set_cookies(&signed_in);
        assert_eq!((signed_in.status, cookies.len()), (200, 2), "a session and a device");
        let path = format!("Path={BASE}");
        assert!(cookies.iter().all(|(_, of)| of.contains(&path.as_str())), "{cookies:?}");
        let mut tab = Tab::open(&mut ann).await;
        assert_eq!(tab.go("/packages").await["type"], "ack");

        let made = ann.post("ui/auth/deviceLink", json!({})).await.json();
        let link = made["link"].as_str().expect("a link");
        assert!(link.starts_with(&format!("{console}login#device=")), "{link}");
        let document = ann.get("openapi.json").await.json();
        assert_eq!(document["servers"], json!([{"url": format!("{ORIGIN}{BASE}")}]));
        let mut foreign = ann.clone().below("http://other.example.org", BASE);
        let refused = foreign.post("ui/auth/logout", json!({})).await;
        assert_eq!((refused.status, refused.code()), (403, "foreign_origin".to_owned()));
        let sentence = refused.json()["error"]["message"].to_string();
        assert!(sentence.contains(&console), "{sentence}");

        let out = ann.post("ui/auth/logout", json!({})).await;
        assert!(set_cookies(&out).iter().all(|(_, of)| of.contains(&path.as_str())));
        let log = place.data().join("log/access/access-request.log");
        let lines = written(&log, "|/ui/api/v1/ui/auth/logout|").await;
        assert!(!lines.contains(BASE), "the logs have the paths of the route table: {lines}");
    });
}

#[test]
fn the_page_and_its_files_are_below_the_base_path() {
    run(async {
        let server = place(&format!("{ORIGIN}{BASE}")).start();
        let mut browser = below(&server);
        let mut bare = Browser::new(&server);
        for path in [BASE, "/way/bill/"] {
            let redirect = bare.get(path).await;
            let location = redirect.header("location");
            assert_eq!((redirect.status, location), (307, Some("/way/bill/ui/")), "{path}");
        }

        let page = browser.get("/ui/admin/management/users").await;
        if !can_run(page.status != 503, NOT_BUILT) {
            return;
        }
        let text = String::from_utf8_lossy(&page.body).into_owned();
        assert!(text.contains("<meta name=\"base-path\" content=\"/way/bill\" />"), "{text}");
        let addresses = ["src=\"", "href=\""].iter().flat_map(|attribute| {
            text.split(attribute).skip(1).filter_map(|rest| rest.split('"').next())
        });
        // The icon and the mark are parts of the page.
        let is_of_a_file =
            |address: &&str| !address.starts_with("data:image/") && !address.starts_with('#');
        let addresses: Vec<_> = addresses.filter(is_of_a_file).collect();
        assert!(addresses.len() > 3, "{text}");
        for address in addresses {
            assert!(address.starts_with("/way/bill/ui/"), "{address}");
            assert_eq!(bare.get(address).await.status, 200, "{address}");
        }
        let tag = page.header("etag").expect("a tag").to_owned();
        let again = Request::new("GET", "/ui/").header("if-none-match", &tag);
        assert_eq!(browser.send(again).await.status, 304);
        assert_eq!(browser.get("/ui/index.html").await.body, page.body, "not as it was built");
    });
}

#[test]
fn outside_the_base_path_only_probes_are_answered() {
    run(async {
        let server = place(&format!("{ORIGIN}{BASE}")).start();
        let mut bare = Browser::new(&server);
        for path in ["/", "/ui/", "session", "/way/billing/ui/", "/way", "/way/bill%2Fui/"] {
            let answer = bare.get(path).await;
            assert_eq!(answer.status, 404, "{path}");
            assert!(answer.header("content-security-policy").is_some(), "{path}");
            assert_eq!(set_cookies(&answer), [], "{path}");
            let sentence = answer.json()["error"]["message"].to_string();
            assert!(sentence.contains("/way/bill/ui/"), "{sentence}");
        }
        for path in ["/livez", "/readyz"] {
            assert_eq!(bare.get(path).await.status, 200, "{path}");
            assert_eq!(below(&server).get(path).await.status, 200, "{path}");
        }
    });
}

/// Browsers take `__Host-` only with `Path=/`, with which the cookie would be sent to every server of the origin.
#[test]
fn over_tls_the_cookie_is_for_the_base_path() {
    run(async {
        let server = place("https://example.org/way/bill").start();
        let mut browser = Browser::new(&server).below("https://example.org", BASE);
        let answer = browser.get("session").await;
        let cookies = set_cookies(&answer);
        assert!(cookies[0].0.starts_with("__Secure-waybill_"), "{cookies:?}");
        assert_eq!(cookies[0].1, ["Path=/way/bill", "HttpOnly", "SameSite=Lax", "Secure"]);
    });
}
