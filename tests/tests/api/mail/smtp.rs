//! The mail server of these tests.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;
use waybill_tests::tools::mail_tools;
use waybill_tests::{Peer, Place};

const PROGRAM: &str = include_str!("../../../clients/smtp_server.py");
/// Python is slow on a busy machine.
pub(super) const WITHIN: Duration = Duration::from_secs(60);
pub(super) const EVERY: Duration = Duration::from_millis(50);

/// A mail server whose mails are files.
pub(super) struct Smtp {
    peer: Peer,
    folder: PathBuf,
}

impl Smtp {
    /// Starts one, with what the program takes behind its folder. Another one of the place goes on after the mails of
    /// this one.
    pub(super) async fn start(place: &Place, arguments: &[&str]) -> Self {
        let folder = place.path("mails");
        fs::create_dir_all(&folder).expect("a folder");
        let peer = Peer::start(|address| {
            let mut command = Command::new(mail_tools().join("python"));
            command.args(["-W", "ignore", "-c", PROGRAM, &address.port().to_string()]);
            command.arg(&folder).args(arguments);
            command
        })
        .await;
        Self { peer, folder }
    }

    pub(super) fn port(&self) -> u16 {
        self.peer.address.port()
    }

    /// What becomes of mails from now on, as the program has it.
    pub(super) fn now(&self, mode: &str) {
        let whole = self.folder.join("mode.part");
        fs::write(&whole, mode).expect("a file");
        fs::rename(whole, self.folder.join("mode")).expect("a file");
    }

    /// The mails that have arrived, the oldest first.
    pub(super) fn mails(&self) -> Vec<Value> {
        let files = fs::read_dir(&self.folder).expect("a folder");
        let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
        files.sort();
        let texts = files.iter().map(|file| fs::read_to_string(file).expect("a text"));
        texts.map(|text| serde_json::from_str(&text).expect("JSON")).collect()
    }

    /// The mail of this number, the first of which is 1, once it has arrived.
    pub(super) async fn arrived(&self, number: usize) -> Value {
        self.arrived_with("", number).await
    }

    /// The same of those whose text has these words.
    pub(super) async fn arrived_with(&self, words: &str, number: usize) -> Value {
        let since = Instant::now();
        loop {
            let has_them =
                |mail: &Value| mail["text"].as_str().is_some_and(|text| text.contains(words));
            if let Some(mail) = self.mails().into_iter().filter(has_them).nth(number - 1) {
                return mail;
            }
            assert!(since.elapsed() < WITHIN, "mail {number} has not arrived: {:?}", self.mails());
            tokio::time::sleep(EVERY).await;
        }
    }

    /// The mails once nothing has arrived for a while.
    pub(super) async fn at_rest(&self) -> Vec<Value> {
        tokio::time::sleep(Duration::from_secs(2)).await;
        self.mails()
    }
}
