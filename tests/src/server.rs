//! The real binary, started as users start it: a separate process on a free port of the loopback interface, with its
//! own data directory.

use std::fs;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A debug build on a busy machine is slow; a longer start is a failure.
const READY_WITHIN: Duration = Duration::from_secs(60);
const ENDS_WITHIN: Duration = Duration::from_secs(60);
/// Of the clock that the kernel accounts processor time by.
const TICKS_A_SECOND: f64 = 100.0;

/// The path of the binary: `WAYBILL_BIN` if set, as `npm test` does after building it. Otherwise it is built here once,
/// because Cargo provides the path only to tests of the binary's own package. It is built into the target directory of
/// this test: `<target>/<profile>/deps/<test>`.
///
/// # Panics
/// If it cannot be built.
pub fn waybill() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        if let Some(program) = std::env::var_os("WAYBILL_BIN") {
            return program.into();
        }
        let test = std::env::current_exe().expect("the test binary has a path");
        let profile = test.ancestors().nth(2).expect("the test binary is in deps").to_owned();
        let target = profile.parent().expect("the profile is in the target directory").to_owned();
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--package", "waybill", "--target-dir"]).arg(&target);
        build.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
        // Build scripts that watch Cargo's variables for a test of this package would otherwise run again each time and
        // rebuild half of the workspace.
        let of_package =
            |name: &str| name.starts_with("CARGO_MANIFEST") || name.starts_with("CARGO_PKG");
        for (name, _) in
            std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(of_package))
        {
            build.env_remove(name);
        }
        if profile.ends_with("release") {
            build.arg("--release");
        }
        assert!(build.status().expect("cargo runs").success(), "waybill does not build");
        profile.join("waybill")
    })
}

/// The files of a server: its data, its configuration, and its output. They are deleted when the last clone is dropped.
#[derive(Debug, Clone)]
pub struct Place {
    root: Arc<TempDir>,
    /// The path of the data directory below it.
    data: String,
    settings: String,
    environment: Vec<(&'static str, String)>,
    /// A command that starts the binary, such as one that makes system calls fail.
    wrapper: Vec<String>,
    flags: Vec<&'static str>,
}

impl Default for Place {
    fn default() -> Self {
        Self::new()
    }
}

impl Place {
    /// A new place. No second factor is required unless the settings say so.
    ///
    /// # Panics
    /// If there can be no directory.
    pub fn new() -> Self {
        let root = Arc::new(tempfile::tempdir().expect("a directory"));
        let settings = "[installation.access]\nmfa_required = \"nobody\"\n".to_owned();
        let data = "data".to_owned();
        let (environment, wrapper, flags) = (Vec::new(), Vec::new(), Vec::new());
        Self { root, data, settings, environment, wrapper, flags }
    }

    /// Sets the content of the configuration file.
    #[must_use]
    pub fn with_settings(mut self, toml: &str) -> Self {
        toml.clone_into(&mut self.settings);
        self
    }

    /// Sets the path of the data directory below the place.
    #[must_use]
    pub fn with_data(mut self, path: &str) -> Self {
        path.clone_into(&mut self.data);
        self
    }

    /// Adds an environment variable.
    #[must_use]
    pub fn with_env(mut self, name: &'static str, value: &str) -> Self {
        self.environment.push((name, value.to_owned()));
        self
    }

    /// Adds a flag of `waybill serve`.
    #[must_use]
    pub fn with_flag(mut self, flag: &'static str) -> Self {
        self.flags.push(flag);
        self
    }

    /// Starts the binary through another program.
    #[must_use]
    pub fn started_by(mut self, wrapper: &[&str]) -> Self {
        self.wrapper = wrapper.iter().map(|word| (*word).to_owned()).collect();
        self
    }

    /// The path of a file of this place.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    /// The data directory.
    pub fn data(&self) -> PathBuf {
        self.path(&self.data)
    }

    /// The server's log.
    pub fn log(&self) -> String {
        fs::read_to_string(self.path("log")).unwrap_or_default()
    }

    /// The server's standard output.
    pub fn printed(&self) -> String {
        fs::read_to_string(self.path("out")).unwrap_or_default()
    }

    fn command(&self, listen: &str) -> Command {
        fs::write(self.path("config.toml"), &self.settings).expect("a configuration");
        let mut command = match self.wrapper.split_first() {
            None => Command::new(waybill()),
            Some((first, rest)) => {
                let mut command = Command::new(first);
                command.args(rest).arg(waybill());
                command
            }
        };
        command.arg("serve").args(["--listen", listen]);
        command.arg("--data").arg(self.data()).arg("--config").arg(self.path("config.toml"));
        command.args(&self.flags);
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null());
        command
    }

    fn spawn(&self) -> Child {
        let append = |name| {
            let file = fs::OpenOptions::new().create(true).append(true).open(self.path(name));
            file.expect("an output file")
        };
        fs::write(self.path("out"), "").expect("an output file");
        let mut command = self.command("127.0.0.1:0");
        command.stdout(append("out")).stderr(append("log")).spawn().expect("it starts")
    }

    /// Starts a server and kills it after this time, whether it was ready or not.
    ///
    /// # Panics
    /// If it cannot be killed.
    pub fn start_and_kill(&self, after: Duration) {
        let mut child = self.spawn();
        thread::sleep(after);
        child.kill().expect("it is killed");
        child.wait().expect("it ends");
    }

    /// Starts a server and waits until it is ready.
    ///
    /// # Panics
    /// If it does not become ready.
    pub fn start(&self) -> Server {
        let child = self.spawn();
        let mut server =
            Server { watchdog: watchdog(child.id()), child, address: None, place: self.clone() };
        let since = Instant::now();
        while server.address.is_none() {
            let printed = self.printed();
            let ready = printed.lines().find_map(|line| line.strip_prefix("Waybill is ready at "));
            server.address = ready.and_then(|url| {
                // This is the public address, which may be that of a proxy. A log that cannot be written names none.
                let public =
                    || url.split('/').nth(2)?.replace("localhost", "127.0.0.1").parse().ok();
                listening_at(&self.log()).or_else(public)
            });
            if let Ok(Some(status)) = server.child.try_wait() {
                panic!("the server ended with {status}: {}", self.log());
            }
            assert!(since.elapsed() < READY_WITHIN, "the server is not ready: {}", self.log());
            thread::sleep(Duration::from_millis(10));
        }
        server
    }

    /// Starts a server that is expected to fail, and returns its output.
    ///
    /// # Panics
    /// If it keeps running.
    pub fn start_fails(&self, listen: &str) -> Output {
        let mut command = self.command(listen);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.expect("it starts");
        let since = Instant::now();
        while child.try_wait().expect("a status").is_none() {
            if since.elapsed() > ENDS_WITHIN {
                let _ = child.kill();
                panic!("the server does not end");
            }
            thread::sleep(Duration::from_millis(10));
        }
        child.wait_with_output().expect("its output")
    }

    /// Runs another command of the binary. `{data}` is replaced by the data directory.
    ///
    /// # Panics
    /// If it cannot be run.
    pub fn run(&self, arguments: &[&str]) -> Output {
        let data = self.data();
        let arguments = arguments.iter().map(|argument| {
            if *argument == "{data}" { data.clone().into_os_string() } else { argument.into() }
        });
        Command::new(waybill()).args(arguments).output().expect("it runs")
    }
}

/// The address that the newest start in a log listens at.
fn listening_at(log: &str) -> Option<SocketAddr> {
    let (_, address) = log.rsplit_once("the server listens address=")?;
    address.split_whitespace().next()?.parse().ok()
}

/// A running server process. It is killed when dropped.
#[derive(Debug)]
pub struct Server {
    child: Child,
    watchdog: Child,
    address: Option<SocketAddr>,
    place: Place,
}

/// Kills the server if this test process dies without doing so: the watchdog then reads the end of its input.
fn watchdog(server: u32) -> Child {
    let script = "cat >/dev/null; kill -9 \"$1\" 2>/dev/null";
    let mut command = Command::new("sh");
    command.args(["-c", script, "watchdog", &server.to_string()]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("a shell")
}

impl Server {
    /// The address it listens on.
    ///
    /// # Panics
    /// Never: a server is returned only when it is ready.
    pub fn address(&self) -> SocketAddr {
        self.address.expect("it is ready")
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The process id.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// The processor time that it has used, to hundredths of a second. What else the machine does is not in it.
    ///
    /// # Panics
    /// If it has ended.
    pub fn processor_seconds(&self) -> f64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.process()));
        let stat = stat.expect("the kernel provides it");
        // Behind the name, which may contain blanks, come the state and then numbers: the 12th and the 13th are ticks.
        let (_, numbers) = stat.rsplit_once(')').expect("a name");
        let ticks = numbers.split_whitespace().skip(11).take(2);
        ticks.map(|ticks| ticks.parse::<f64>().expect("a number")).sum::<f64>() / TICKS_A_SECOND
    }

    /// The token of the set-up link on its standard output.
    ///
    /// # Panics
    /// If there is none.
    pub fn setup_token(&self) -> String {
        let since = Instant::now();
        loop {
            let printed = self.place.printed();
            if let Some((_, token)) = printed.split_once("setup?token=")
                && let Some((token, _)) = token.split_once('\n')
            {
                return token.trim().to_owned();
            }
            assert!(since.elapsed() < READY_WITHIN, "there is no set-up link: {printed}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Kills it with SIGKILL, like a power cut.
    ///
    /// # Panics
    /// If it cannot be killed.
    pub fn kill(mut self) {
        self.child.kill().expect("it is killed");
        self.child.wait().expect("it ends");
    }

    /// Sends SIGTERM.
    ///
    /// # Panics
    /// If it cannot be sent.
    pub fn ask_to_stop(&self) {
        self.signal("TERM");
    }

    /// Sends a signal, such as `KILL`.
    ///
    /// # Panics
    /// If it cannot be sent.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
    }

    /// Waits until it has exited.
    ///
    /// # Panics
    /// If it does not exit in time.
    pub fn wait(mut self) -> ExitStatus {
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a status") {
                return status;
            }
            assert!(since.elapsed() < ENDS_WITHIN, "the server does not end: {}", self.place.log());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Sends SIGTERM and waits until it has exited.
    pub fn stop(self) -> ExitStatus {
        self.ask_to_stop();
        self.wait()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The watchdog is killed first: afterwards the process id could belong to another process.
        let _ = self.watchdog.kill();
        let _ = self.watchdog.wait();
        let _ = self.child.kill();
        let _ = self.child.wait();
        if thread::panicking() {
            let log = self.place.log();
            let tail: Vec<&str> = log.lines().rev().take(20).collect();
            let mut err = std::io::stderr().lock();
            for line in tail.iter().rev() {
                let _ = writeln!(err, "server: {line}");
            }
        }
    }
}
