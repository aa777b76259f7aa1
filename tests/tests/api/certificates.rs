//! Certificates for servers of tests.

use std::process::Command;

use waybill_tests::{Place, can_run};

/// The file of the certificate in a place.
pub const CERTIFICATE: &str = "certificate.pem";
/// The file of its key.
pub const KEY: &str = "key.pem";

/// Makes a certificate for 127.0.0.1 with its key, if there is a program for it.
pub fn certificate_is_made(place: &Place) -> bool {
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"])
        .args(["-days", "2", "-subj", "/CN=waybill", "-addext", "subjectAltName=IP:127.0.0.1"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .arg("-keyout")
        .arg(place.path(KEY))
        .arg("-out")
        .arg(place.path(CERTIFICATE))
        .output();
    let is_made = made.is_ok_and(|made| made.status.success());
    can_run(is_made, "there is no openssl to make a certificate with")
}

/// The settings with which a server of this place serves TLS, if a certificate can be made.
pub fn tls_settings(place: &Place) -> Option<String> {
    let [certificate, key] = [CERTIFICATE, KEY].map(|name| place.path(name).display().to_string());
    certificate_is_made(place)
        .then(|| format!("[tls]\ncertificate = \"{certificate}\"\nkey = \"{key}\"\n"))
}
