//! Which addresses are those of this machine.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use tokio::net::UdpSocket;

/// Whether an address is one of this machine. A datagram socket that connects only chooses a route, and sends nothing.
///
/// A socket can have an IPv4 address of another machine only where the kernel is configured for that, and even there it
/// connects from none. The source that the kernel chooses by itself would not do: between two IPv4 addresses of one
/// machine it may be a third one. With IPv6 it is the destination itself.
pub(crate) async fn is_own(address: SocketAddr) -> bool {
    let from = match address.ip() {
        v4 @ IpAddr::V4(_) => v4,
        IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    let Ok(socket) = UdpSocket::bind((from, 0)).await else { return false };
    let connected = socket.connect(address).await;
    let local = connected.and_then(|()| socket.local_addr());
    local.is_ok_and(|local| local.ip() == address.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [HOOK-04, HOOK-05]
    #[tokio::test]
    async fn an_address_of_another_machine_is_not_an_own_one() {
        let at = |text: &str| text.parse::<SocketAddr>().expect("an address");
        assert!(is_own(at("127.0.0.1:443")).await);
        assert!(is_own(at("127.8.9.10:443")).await);
        assert!(!is_own(at("192.0.2.1:443")).await);
        assert!(!is_own(at("[2001:db8::1]:443")).await);
    }
}
