//! Uploads with the token of an application.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use waybill_tests::{Browser, Request, run};

use super::{Application, INTEGRATION, stage, text};
use crate::{ANN, signed_in};

const FIRST: &[u8] = b"a part that arrives, ";
const REST: &[u8] = b"and the rest";

/// An upload of which the first part has been sent.
async fn begun(page: &Browser, path: &str, token: &str) -> TcpStream {
    let mut stream = page.connect().await;
    let head = format!(
        "PUT {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n",
        FIRST.len() + REST.len()
    );
    stream.write_all(head.as_bytes()).await.expect("the head");
    stream.write_all(FIRST).await.expect("a part");
    // The server knows by then whose upload it is.
    tokio::time::sleep(Duration::from_millis(500)).await;
    stream
}

/// The status of an upload that is sent to its end.
async fn ended(mut stream: TcpStream) -> String {
    stream.write_all(REST).await.expect("the rest");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    answer.split(' ').nth(1).expect("a status").to_owned()
}

/// covers: [APP-02]
#[test]
fn an_application_publishes_until_that_is_revoked() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let scope = [("scope", "openid repositories:write")];
        let code = application.code(&mut page, &scope).await;
        let issued = application.exchange(&page, &code).await.json();
        let access = text(&issued, "access_token").to_owned();
        let put = Request::new("PUT", "/artifactory/files/new/a.txt")
            .header("authorization", &format!("Bearer {access}"))
            .body("x");
        assert_eq!(page.beside().send(put).await.status, 201);
        let going_on = begun(&page, "/artifactory/files/new/b.txt", &access).await;
        assert_eq!(ended(going_on).await, "201");
        let going_on = begun(&page, "/artifactory/files/new/c.txt", &access).await;
        let revoke = format!("{INTEGRATION}/authorization/{}/{ANN}", application.id);
        assert_eq!(page.delete(&revoke).await.status, 200);
        let status = ended(going_on).await;
        assert!(["401", "403"].contains(&status.as_str()), "{status}");
        let ann = stage.ann();
        assert_eq!(ann.get("/artifactory/files/new/b.txt").await.body, [FIRST, REST].concat());
        assert_eq!(ann.get("/artifactory/files/new/c.txt").await.status, 404);
    });
}
