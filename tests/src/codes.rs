//! One-time codes, as an authenticator app makes them: by a program of others where it is there, so that two
//! implementations have to agree.

use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use totp_rs::{Builder, Secret};

const STEP_S: u64 = 30;

/// Seconds since 1970.
///
/// # Panics
/// Never, unless the clock is before 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("the clock is right").as_secs()
}

/// The code of a secret at a moment.
///
/// # Panics
/// When the secret is none.
pub fn at(secret: &str, seconds: u64) -> String {
    let when = format!("@{seconds}");
    let made = Command::new("oathtool").args(["--totp", "-b", "-N", &when, secret]).output();
    if let Ok(made) = made
        && made.status.success()
    {
        return String::from_utf8_lossy(&made.stdout).trim().to_owned();
    }
    let bytes = Secret::try_from_base32(secret).expect("a secret in base 32");
    let totp = Builder::new().with_secret(bytes).with_skew(0).build().expect("a generator");
    totp.generate(seconds).to_string()
}

/// The moment of a code that will stay right for a while: near the end of a step it waits for the next one.
pub async fn steady() -> u64 {
    let left = STEP_S - now() % STEP_S;
    if left < 12 {
        tokio::time::sleep(Duration::from_secs(left)).await;
    }
    now()
}

/// A code that is right now and stays so for a while.
pub async fn fresh(secret: &str) -> String {
    at(secret, steady().await)
}
