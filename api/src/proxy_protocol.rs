//! The PROXY protocol, versions 1 and 2: a proxy that forwards connections as they are names the client before the
//! client's first byte.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use ppp::{HeaderResult, PartialResult as _, v1, v2};
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;

/// More than any proxy sends: an address takes up to 107 bytes in version 1 and 52 in version 2; what proxies append to
/// the latter is skipped.
const HEADER_BYTES_MAX: usize = 4 * 1_024;
/// How often a header that is not complete is looked at again.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Why the client of a proxy is not known.
#[derive(Debug, thiserror::Error)]
pub enum NoClient {
    /// The proxy closed the connection, or it failed.
    #[error("the connection ended before the header of the PROXY protocol")]
    Ended,
    /// The first bytes are no header.
    #[error(
        "the proxy sends no header of the PROXY protocol, as trusted_proxy_header says it does"
    )]
    NoHeader,
    /// The connection failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Takes the header from a connection, and returns the client that it names. A proxy that speaks for itself, as in
/// health checks, is its own client.
pub async fn client(stream: &mut TcpStream, peer: SocketAddr) -> Result<SocketAddr, NoClient> {
    let mut bytes = vec![0; HEADER_BYTES_MAX];
    loop {
        // What follows the header is the client's, so it is not taken before the header's length is known.
        let there = stream.peek(&mut bytes).await?;
        if there == 0 {
            return Err(NoClient::Ended);
        }
        let header = HeaderResult::parse(&bytes[..there]);
        if header.is_incomplete() && there < HEADER_BYTES_MAX {
            tokio::time::sleep(LOOK_EVERY).await;
            continue;
        }
        let (length, client) = match header {
            HeaderResult::V1(Ok(header)) => (header.header.len(), of_v1(header.addresses)),
            HeaderResult::V2(Ok(header)) => (header.len(), of_v2(&header)),
            HeaderResult::V1(Err(_)) | HeaderResult::V2(Err(_)) => return Err(NoClient::NoHeader),
        };
        stream.read_exact(&mut bytes[..length]).await?;
        return Ok(client.unwrap_or(peer));
    }
}

fn of_v1(addresses: v1::Addresses) -> Option<SocketAddr> {
    match addresses {
        v1::Addresses::Tcp4(ip) => Some((IpAddr::V4(ip.source_address), ip.source_port).into()),
        v1::Addresses::Tcp6(ip) => Some((IpAddr::V6(ip.source_address), ip.source_port).into()),
        v1::Addresses::Unknown => None,
    }
}

fn of_v2(header: &v2::Header<'_>) -> Option<SocketAddr> {
    match (header.command, header.addresses) {
        (v2::Command::Proxy, v2::Addresses::IPv4(ip)) => {
            Some((IpAddr::V4(ip.source_address), ip.source_port).into())
        }
        (v2::Command::Proxy, v2::Addresses::IPv6(ip)) => {
            Some((IpAddr::V6(ip.source_address), ip.source_port).into())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt as _;
    use tokio::net::TcpListener;

    use super::*;

    /// The client that these bytes name, and what is left of them. They are sent in two pieces.
    async fn named(bytes: &[u8], pieces_at: usize) -> (Result<SocketAddr, NoClient>, Vec<u8>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut sender = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (mut stream, peer) = listener.accept().await.unwrap();
        let (first, second) = bytes.split_at(pieces_at.min(bytes.len()));
        let sending = async {
            sender.write_all(first).await.unwrap();
            tokio::time::sleep(LOOK_EVERY * 2).await;
            sender.write_all(second).await.unwrap();
            drop(sender);
        };
        let (client, ()) = tokio::join!(client(&mut stream, peer), sending);
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest).await;
        (client.map(|client| if client == peer { ([0, 0, 0, 0], 0).into() } else { client }), rest)
    }

    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\n";

    fn v2_header(command: v2::Command) -> Vec<u8> {
        let addresses = v2::IPv4::new([203, 0, 113, 5], [192, 0, 2, 1], 4711, 443);
        let version = v2::Version::Two | command;
        let builder = v2::Builder::with_addresses(version, v2::Protocol::Stream, addresses);
        builder.write_tlv(v2::Type::NoOp, b"skipped").unwrap().build().unwrap()
    }

    #[tokio::test]
    async fn either_version_names_the_client_and_takes_nothing_of_what_it_sends() {
        let v6 = b"PROXY TCP6 2001:db8::5 2001:db8::1 4711 443\r\n".to_vec();
        for (header, expected) in [
            (b"PROXY TCP4 203.0.113.5 192.0.2.1 4711 443\r\n".to_vec(), "203.0.113.5:4711"),
            (v6, "[2001:db8::5]:4711"),
            (v2_header(v2::Command::Proxy), "203.0.113.5:4711"),
            // The proxy itself.
            (b"PROXY UNKNOWN\r\n".to_vec(), "0.0.0.0:0"),
            (v2_header(v2::Command::Local), "0.0.0.0:0"),
        ] {
            let bytes = [&header[..], REQUEST].concat();
            for pieces_at in [1, 5, 20, header.len(), bytes.len()] {
                let (client, rest) = named(&bytes, pieces_at).await;
                assert_eq!(client.unwrap().to_string(), expected);
                assert_eq!(rest, REQUEST, "in pieces at {pieces_at}");
            }
        }
    }

    #[tokio::test]
    async fn anything_else_is_refused() {
        let long = [b"PROXY TCP4 ".to_vec(), vec![b'1'; HEADER_BYTES_MAX]].concat();
        for bytes in
            [&b""[..], REQUEST, b"PROXY TCP4 203.0.113.500 192.0.2.1 1 2\r\n", b"\0\0\0\0", &long]
        {
            let (client, _) = named(bytes, bytes.len()).await;
            assert!(
                client.is_err(),
                "{:?}",
                String::from_utf8_lossy(&bytes[..bytes.len().min(60)])
            );
        }
    }
}
