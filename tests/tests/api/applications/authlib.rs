//! Authlib, a client library of Python, signs a user in.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use waybill_tests::run;
use waybill_tests::tools::python_tools;

use super::{Application, CALLBACK, INTEGRATION, stage, text};
use crate::{ANN, signed_in};

const PROGRAM: &str = include_str!("../../../clients/signs_users_in.py");

/// The program, which says a line after each that it reads.
struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Program {
    fn start(issuer: &str, application: &Application) -> Self {
        let mut command = Command::new(python_tools().join("python"));
        command.args(["-c", PROGRAM, issuer, &application.id, &application.secret, CALLBACK]);
        // Addresses of this machine need no TLS, which Authlib does not know.
        command.env("AUTHLIB_INSECURE_TRANSPORT", "1");
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Python");
        let input = child.stdin.take().expect("an input");
        let output = BufReader::new(child.stdout.take().expect("an output"));
        Self { child, input, output }
    }

    /// What it says next.
    fn next(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        line.truncate(line.trim_end().len());
        line
    }

    fn answer(&mut self, line: &str) -> Value {
        writeln!(self.input, "{line}").expect("it reads");
        serde_json::from_str(&self.next()).expect("JSON")
    }
}

/// covers: [APP-02]
#[test]
fn a_client_library_signs_a_user_in_until_that_is_revoked() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let metadata = page.get("/.well-known/openid-configuration").await.json();
        let issuer = text(&metadata, "issuer").to_owned();
        let mut program = Program::start(&issuer, &application);
        let url = program.next();
        assert!(url.starts_with(text(&metadata, "authorization_endpoint")), "{url}");
        let path = format!("{INTEGRATION}/authorize/{}/{ANN}", application.id);
        let decided = page.post(&path, json!({"url": url, "consents": true})).await.json();

        let signed_in = program.answer(text(&decided, "redirect"));
        let (claims, info) = (&signed_in["claims"], &signed_in["info"]);
        assert_eq!((&claims["sub"], &info["name"]), (&info["sub"], &json!(ANN)));
        assert_eq!(signed_in["introspected"]["active"], json!(true));

        let revoke = format!("{INTEGRATION}/authorization/{}/{ANN}", application.id);
        assert_eq!(page.delete(&revoke).await.status, 200);
        let revoked = program.answer("go on");
        let nothing = json!({"active": false});
        let expected = json!({"refreshed": "invalid_grant", "info": 401, "introspected": nothing});
        assert_eq!(revoked, expected);
        assert!(program.child.wait().expect("it ends").success());
    });
}
