//! Real package clients against a server, each in a home of its own.

pub(crate) mod cargo;
mod joined;
mod long;
mod npm;
mod pypi;
pub(crate) mod python_packages;
mod skopeo;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::signed_in;
use crate::stage::Stage;

/// A home for a client: what it caches and configures is here, and nothing of the machine's user.
pub(crate) struct Home {
    folder: TempDir,
    environment: Vec<(&'static str, String)>,
}

/// What a client printed, and whether it succeeded.
pub(crate) struct Printed {
    pub(crate) is_success: bool,
    /// What it printed to both outputs.
    pub(crate) text: String,
    /// What it printed to its output alone.
    pub(crate) output: String,
}

impl Home {
    pub(crate) fn new() -> Self {
        Self { folder: TempDir::new().expect("a folder"), environment: Vec::new() }
    }

    /// Sets a variable of its environment.
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.environment.push((name, value.into()));
        self
    }

    /// A path in the home.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file in the home.
    pub(crate) fn write(&self, name: &str, content: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, content).expect("a file");
    }

    /// Runs a client in a folder of the home.
    pub(crate) fn run(&self, folder: &str, program: &str, arguments: &[&str]) -> Printed {
        let folder = self.path(folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let output = self.command(&folder, program).args(arguments).output().expect("it runs");
        Printed::of(&output)
    }

    fn command(&self, folder: &Path, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(folder).stdin(Stdio::null()).env_clear();
        command.env("PATH", path());
        command.env("HOME", self.folder.path());
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }
}

/// The commands that the console shows for a repository.
pub(crate) struct Shown {
    commands: Vec<Value>,
    token: String,
}

impl Shown {
    /// Those for a repository, with Ann's token in them.
    pub(crate) async fn of(stage: &Stage, key: &str) -> Self {
        let mut console = signed_in(&stage.server).await;
        let shown = console.get(&format!("repositories/{key}/commands")).await.json();
        let commands = shown["commands"].as_array().expect("commands").clone();
        Self { commands, token: stage.ann.clone() }
    }

    /// Whether a client has a command for a purpose.
    pub(crate) fn has(&self, client: &str, purpose: &str) -> bool {
        self.find(client, purpose).is_some()
    }

    /// The first command of a client for a purpose, with words in the place of others.
    pub(crate) fn command(&self, client: &str, purpose: &str, words: &[(&str, &str)]) -> String {
        let found = self.find(client, purpose).expect("a command");
        let command = found["command"].as_str().expect("a text").replace("<TOKEN>", &self.token);
        words.iter().fold(command, |command, (word, entered)| command.replace(word, entered))
    }

    fn find(&self, client: &str, purpose: &str) -> Option<&Value> {
        let is_wanted = |shown: &&Value| shown["client"] == client && shown["purpose"] == purpose;
        self.commands.iter().find(is_wanted)
    }
}

/// Where programs are. The tools of Rust are those of this test, since its own home has no toolchain.
fn path() -> OsString {
    let found = std::env::var_os("PATH").unwrap_or_default();
    let cargo = std::env::var_os("CARGO").map(PathBuf::from);
    let tools = cargo.as_deref().and_then(Path::parent).map(Path::to_owned);
    let folders = tools.into_iter().chain(std::env::split_paths(&found));
    std::env::join_paths(folders).expect("folders of programs")
}

impl Printed {
    fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (printed, errors) = (text(&output.stdout), text(&output.stderr));
        let is_success = output.status.success();
        Self { is_success, text: format!("{printed}{errors}"), output: printed }
    }

    /// What it printed, if it succeeded.
    pub(crate) fn succeeded(self) -> String {
        assert!(self.is_success, "{}", self.text);
        self.output
    }

    /// What it printed, if it failed.
    pub(crate) fn failed(self) -> String {
        assert!(!self.is_success, "{}", self.text);
        self.text
    }
}
