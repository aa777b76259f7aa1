//! Where applications find the metadata of a server below a path (RFC 8414, `OpenID` Connect Discovery).

use serde_json::json;
use waybill_tests::{Browser, Place, run};

use crate::shared;

/// covers: [APP-02]
#[test]
fn metadata_is_below_the_path_and_at_the_root_with_the_path() {
    run(async {
        let place = Place::new().with_settings("public_url = \"http://example.org/waybill/\"\n");
        let server = place.start();
        let mut below = Browser::new(&server).below("http://example.org", "/waybill");
        let mut root = Browser::new(&server).below("http://example.org", "");
        let metadata = below.get("/.well-known/openid-configuration").await.json();
        assert_eq!(metadata["issuer"], json!("http://example.org/waybill"));
        for document in ["openid-configuration", "oauth-authorization-server"] {
            let found = root.get(&format!("/.well-known/{document}/waybill")).await;
            assert_eq!((found.status, found.json()), (200, metadata.clone()), "{document}");
            assert_eq!(found.header("access-control-allow-origin"), Some("*"));
            for other in ["other", "waybill/ui", "Waybill"] {
                let found = root.get(&format!("/.well-known/{document}/{other}")).await;
                assert_eq!(found.status, 404, "{document} {other}");
            }
        }
        // A server with an origin of its own is below no path.
        let found = Browser::new(shared()).get("/.well-known/openid-configuration/waybill").await;
        assert_eq!(found.status, 404);
    });
}
