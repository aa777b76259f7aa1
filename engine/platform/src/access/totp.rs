//! Time-based one-time passwords (RFC 6238): SHA-1, six digits, steps of 30 s, secrets of 160 bits, which every
//! authenticator app supports.

use qrcodegen::{QrCode, QrCodeEcc};
use totp_rs::{Algorithm, Builder, Totp};
use waybill_machines::Timestamp;

use super::{AccessError, PendingEnrolment, TotpSkew};
use crate::secret::{Secret, SecretBytes, random};

/// Length of a secret in bytes.
const SECRET_BYTES: usize = 20;
/// Length of a step in seconds.
const STEP_S: u64 = 30;

pub(super) fn new_secret() -> SecretBytes {
    SecretBytes::new(random::<SECRET_BYTES>().to_vec())
}

/// The time step of a code, if it is valid at this time. The caller ensures that each step is used once.
pub(super) fn matching_step(
    secret: &SecretBytes,
    code: &str,
    at: Timestamp,
    skew: TotpSkew,
) -> Result<Option<u64>, AccessError> {
    let Ok(at_ms) = u64::try_from(at.as_ms()) else { return Ok(None) };
    // Apps show the six digits in groups, and people type them so.
    let digits: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let totp = builder(secret, skew).build().map_err(|_| DAMAGED)?;
    Ok(totp.check(&digits, at_ms / 1_000))
}

/// What the page shows during the enrolment of a second factor.
pub(super) fn enrolment(
    secret: &SecretBytes,
    issuer: &str,
    account: &str,
) -> Result<PendingEnrolment, AccessError> {
    // A colon separates issuer and account in the address, so neither may contain one.
    let (issuer, account) = (issuer.replace(':', " "), account.replace(':', " "));
    let totp: Totp = builder(secret, TotpSkew::None)
        .with_issuer(Some(issuer))
        .with_account_name(account)
        .build()
        .map_err(|_| DAMAGED)?;
    let uri = Secret::new(totp.to_url().map_err(|_| DAMAGED)?);
    let qr = QrCode::encode_text(uri.expose(), QrCodeEcc::Medium);
    let qr = qr.map_err(|_| AccessError::Defect("the enrolment address fits no QR code"))?;
    Ok(PendingEnrolment {
        secret: Secret::new(base32(secret.expose())),
        qr_svg: Secret::new(svg(&qr)),
        uri,
    })
}

const DAMAGED: AccessError = AccessError::Defect("the secret of a second factor cannot be used");

fn builder(secret: &SecretBytes, skew: TotpSkew) -> Builder {
    Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(6)
        .with_step_duration(STEP_S)
        .with_skew(u16::from(u8::from(skew)))
        .with_secret(totp_rs::Secret::new(secret.expose().into()))
        .with_account_name("account")
}

fn base32(bytes: &[u8]) -> String {
    totp_rs::Secret::new(bytes.into()).to_base32()
}

/// One path on a white background, with the margin of four modules that scanners need. It has no style and no script,
/// so the strictest content security policy allows it.
fn svg(qr: &QrCode) -> String {
    use std::fmt::Write as _;
    const MARGIN: i32 = 4;
    let side = qr.size() + 2 * MARGIN;
    let mut path = String::new();
    for y in 0..qr.size() {
        for x in (0..qr.size()).filter(|x| qr.get_module(*x, y)) {
            // Writing to a string cannot fail.
            let _ = write!(path, "M{},{}h1v1h-1z", x + MARGIN, y + MARGIN);
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" \
         shape-rendering=\"crispEdges\"><rect width=\"{side}\" height=\"{side}\" fill=\"#fff\"/>\
         <path d=\"{path}\" fill=\"#000\"/></svg>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rfc_secret() -> SecretBytes {
        SecretBytes::new(b"12345678901234567890".to_vec())
    }

    fn step(code: &str, at_ms: i64, skew: TotpSkew) -> Option<u64> {
        matching_step(&rfc_secret(), code, Timestamp::from_ms(at_ms), skew).unwrap()
    }

    /// RFC 6238, appendix B, the rows for SHA-1; six digits are the last six of the eight there.
    #[test]
    fn the_vectors_of_the_rfc() {
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            let expected = Some(u64::try_from(seconds).unwrap() / 30);
            assert_eq!(step(code, seconds * 1_000, TotpSkew::None), expected, "{seconds}");
        }
    }

    #[test]
    fn a_code_lives_for_its_step_alone() {
        // The code of the step from 30 s to 60 s.
        let code = "287082";
        assert_eq!(step(code, 29_999, TotpSkew::None), None);
        assert_eq!(step(code, 30_000, TotpSkew::None), Some(1));
        assert_eq!(step(code, 30_000 + 29_900, TotpSkew::None), Some(1));
        assert_eq!(step(code, 30_000 + 30_100, TotpSkew::None), None);
        assert_eq!(step(code, 30_000 + 30_100, TotpSkew::One), Some(1));
        assert_eq!(step(code, 89_999, TotpSkew::One), Some(1));
        assert_eq!(step(code, 90_000, TotpSkew::One), None);
    }

    #[test]
    fn only_six_digits_are_a_code() {
        for code in ["", "28708", "2870820", "28708a", "+28708", "２８７０８２"] {
            assert_eq!(step(code, 59_000, TotpSkew::None), None, "{code}");
        }
        assert_eq!(step("287 082", 59_000, TotpSkew::None), Some(1));
        assert_eq!(step("287082", -1, TotpSkew::None), None);
    }

    #[test]
    fn the_page_gets_secret_address_and_picture() {
        let pending = enrolment(&rfc_secret(), "Way:bill", "ann:x@example.org").unwrap();
        assert_eq!(pending.secret.expose(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        let uri = pending.uri.expose();
        assert!(uri.starts_with("otpauth://totp/Way%20bill:ann%20x%40example.org?"), "{uri}");
        assert!(uri.contains("secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"), "{uri}");
        assert!(uri.contains("issuer=Way%20bill"), "{uri}");
        let svg = pending.qr_svg.expose();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>") && !svg.contains("style"));
        assert!(!format!("{pending:?}").contains("GEZD"));
    }

    #[test]
    fn the_longest_name_still_fits_a_picture() {
        assert!(enrolment(&rfc_secret(), "Waybill", &"ä".repeat(128)).is_ok());
    }
}
