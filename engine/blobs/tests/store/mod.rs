//! A store that speaks S3: moto, which the tests start where `WAYBILL_MOTO_SERVER` names the program.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use waybill_blobs::{Owner, S3, S3Settings, SecretKey};
use waybill_outbound::{Method, Outbound, OutboundSettings, Request, Target};

/// A running store. It ends with this value.
pub struct Store {
    process: Child,
    address: String,
}

impl Drop for Store {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Store {
    /// Starts a store without buckets; `None` without the program.
    pub fn start() -> Option<Self> {
        Self::trusting_first(usize::MAX)
    }

    /// The same, which accepts so many requests whatever their signature is, and then those of known keys only.
    pub fn trusting_first(requests: usize) -> Option<Self> {
        let Some(program) = std::env::var_os("WAYBILL_MOTO_SERVER") else {
            println!("NOT RUN: WAYBILL_MOTO_SERVER names no server of S3");
            return None;
        };
        let mut process = Command::new(program)
            .args(["-H", "127.0.0.1", "-p", "0"])
            .env("INITIAL_NO_AUTH_ACTION_COUNT", requests.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("moto starts");
        let lines = BufReader::new(process.stderr.take().expect("its output")).lines();
        let mut lines = lines.map(|line| line.expect("text"));
        let line = lines.find(|line| line.contains("Running on http://"));
        let line = line.expect("the address that it listens at");
        let (_, address) = line.split_once("http://").expect("an address");
        let address = address.trim().to_owned();
        // It must not wait for its output to be read.
        std::thread::spawn(move || lines.for_each(drop));
        Some(Self { process, address })
    }

    fn outbound(&self) -> Outbound {
        let port = self.address.rsplit(':').next().expect("a port");
        let allow = vec![format!("127.0.0.1/32:{port}").parse().expect("an endpoint")];
        Outbound::new(OutboundSettings { allow, ..OutboundSettings::default() }).expect("a client")
    }

    /// Asks the store without a signature, which it accepts.
    pub async fn ask(&self, method: Method, path: &str) -> (u16, String) {
        let target = Target::parse(&format!("http://{}/{path}", self.address)).expect("a target");
        let answer = self.outbound().send(Request::new(method, target)).await.expect("an answer");
        (answer.status, String::from_utf8_lossy(&answer.body).into_owned())
    }

    /// Makes a bucket of a name that is not in use.
    pub async fn bucket(&self) -> String {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time");
        let bucket = format!("bucket-{}", now.as_nanos());
        assert_eq!(self.ask(Method::PUT, &bucket).await.0, 200);
        bucket
    }

    /// The contents in a bucket, of an owner.
    pub fn contents(&self, bucket: &str, owner: Owner) -> S3 {
        let settings = S3Settings {
            endpoint: format!("http://{}", self.address),
            bucket: bucket.into(),
            prefix: "of/waybill".into(),
            region: "us-east-1".into(),
            access_key_id: "AKIATEST".into(),
            secret_access_key_file: "unused".into(),
            path_style: true,
        };
        let secret = SecretKey::parse("canary").expect("a key");
        S3::new(settings, &secret, self.outbound(), owner).expect("settings")
    }
}

/// A Waybill that uses a store for the first time.
pub fn owner() -> Owner {
    Owner { installation: "a1".into(), history: "h1".into(), has_contents: false }
}
