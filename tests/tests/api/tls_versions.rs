//! Which versions of TLS and which cipher suites the server accepts, asked with a hello that no library would send.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use waybill_tests::{Place, Server};

use crate::certificates::tls_settings;

const TLS_1_0: [u8; 2] = [3, 1];
const TLS_1_1: [u8; 2] = [3, 2];
const TLS_1_2: [u8; 2] = [3, 3];
/// With an elliptic curve, AES-128 and GCM, by either kind of key.
const STRONG: [u16; 2] = [0xc02b, 0xc02f];
/// With CBC, 3DES, RC4, a static key, or no authentication.
const WEAK: [u16; 8] = [0xc013, 0xc009, 0x002f, 0x009c, 0x000a, 0xc012, 0x0005, 0xc018];

/// What the server answered first.
#[derive(Debug, PartialEq, Eq)]
enum Reply {
    Hello,
    Alert(u8),
}

const HANDSHAKE_FAILURE: u8 = 40;
const PROTOCOL_VERSION: u8 = 70;

fn with_length(bytes: &[u8]) -> Vec<u8> {
    let length = u16::try_from(bytes.len()).expect("a short field").to_be_bytes();
    [&length[..], bytes].concat()
}

/// A hello of a client that speaks this version at most, and these suites.
fn hello(version: [u8; 2], suites: &[u16]) -> Vec<u8> {
    let suites: Vec<u8> = suites.iter().flat_map(|suite| suite.to_be_bytes()).collect();
    let extension =
        |number: u16, content: &[u8]| [&number.to_be_bytes()[..], &with_length(content)].concat();
    let groups = extension(10, &with_length(&[0, 29, 0, 23]));
    let points = extension(11, &[1, 0]);
    let signatures = extension(13, &with_length(&[4, 3, 4, 1, 8, 4]));
    let extensions = with_length(&[groups, points, signatures].concat());
    let (random, no_session, no_compression) = ([7; 32], [0], [1, 0]);
    let body =
        [&version[..], &random, &no_session, &with_length(&suites), &no_compression, &extensions]
            .concat();
    let handshake = [&[1, 0][..], &with_length(&body)].concat();
    [&[22, 3, 1][..], &with_length(&handshake)].concat()
}

fn reply(server: &Server, version: [u8; 2], suites: &[u16]) -> Reply {
    let mut stream = TcpStream::connect(server.address()).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a limit");
    stream.write_all(&hello(version, suites)).expect("it is sent");
    let mut answer = [0; 7];
    stream.read_exact(&mut answer).expect("an answer");
    match answer {
        [22, _, _, _, _, 2, _] => Reply::Hello,
        [21, _, _, _, _, _, why] => Reply::Alert(why),
        other => panic!("neither a hello nor an alert: {other:?}"),
    }
}

#[test]
fn old_versions_of_tls_and_weak_suites_are_refused() {
    let place = Place::new();
    let Some(settings) = tls_settings(&place) else { return };
    let place = place.with_settings(&settings);
    let server = place.start();
    assert_eq!(reply(&server, TLS_1_2, &STRONG), Reply::Hello);
    for version in [TLS_1_0, TLS_1_1] {
        assert_eq!(reply(&server, version, &STRONG), Reply::Alert(PROTOCOL_VERSION));
    }
    for suite in WEAK {
        let answer = reply(&server, TLS_1_2, &[suite]);
        assert_eq!(answer, Reply::Alert(HANDSHAKE_FAILURE), "{suite:04x}");
    }
}
