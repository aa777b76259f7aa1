//! Which addresses may be connected to: global ones, and those that an administrator has allowed.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs as _};
use std::str::FromStr;

use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::target::Target;

/// Why an address may not be connected to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Blocked {
    /// Loopback, this machine.
    #[error("an address of this machine")]
    Loopback,
    /// The unspecified address: 0.0.0.0 and its network, or `::`.
    #[error("no address of anybody")]
    Unspecified,
    /// RFC 1918, and unique-local addresses of RFC 4193.
    #[error("an address of a private network")]
    Private,
    /// Carrier-grade NAT, RFC 6598.
    #[error("an address between a provider and its customers")]
    Shared,
    /// Link-local; the metadata services of clouds are here.
    #[error("an address of one link only")]
    LinkLocal,
    /// Multicast and broadcast.
    #[error("an address of many receivers")]
    Multicast,
    /// Documentation, benchmarks and discard-only: assigned to no host.
    #[error("an address for examples or measurements")]
    Documentation,
    /// An IPv4 address embedded in another form: mapped, compatible, 6to4, NAT64, Teredo, ISATAP.
    #[error("an IPv4 address in another form")]
    Translated,
    /// Reserved by the registries, or not allocated yet.
    #[error("an address that is set aside")]
    Reserved,
    /// Global, but at a port that belongs to another protocol.
    #[error("a port at which no service of this kind is expected")]
    Port,
}

use Blocked::{Documentation, LinkLocal, Loopback, Multicast, Private, Reserved, Shared};
use Blocked::{Translated, Unspecified};

const fn v4(a: u8, b: u8, c: u8, d: u8, length: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), length)
}

const fn v6(a: u16, b: u16, c: u16, length: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0), length)
}

/// IANA's registry of special IPv4 addresses, and multicast. The first match applies.
const BLOCKED_V4: &[(Ipv4Net, Blocked)] = &[
    (v4(0, 0, 0, 0, 8), Unspecified),
    (v4(10, 0, 0, 0, 8), Private),
    (v4(100, 64, 0, 0, 10), Shared),
    (v4(127, 0, 0, 0, 8), Loopback),
    (v4(169, 254, 0, 0, 16), LinkLocal),
    (v4(172, 16, 0, 0, 12), Private),
    (v4(192, 0, 0, 0, 24), Reserved),
    (v4(192, 0, 2, 0, 24), Documentation),
    (v4(192, 31, 196, 0, 24), Reserved),
    (v4(192, 52, 193, 0, 24), Reserved),
    (v4(192, 88, 99, 0, 24), Translated),
    (v4(192, 168, 0, 0, 16), Private),
    (v4(192, 175, 48, 0, 24), Reserved),
    (v4(198, 18, 0, 0, 15), Documentation),
    (v4(198, 51, 100, 0, 24), Documentation),
    (v4(203, 0, 113, 0, 24), Documentation),
    (v4(224, 0, 0, 0, 4), Multicast),
    (v4(255, 255, 255, 255, 32), Multicast),
    (v4(240, 0, 0, 0, 4), Reserved),
];

/// IANA's registry of special IPv6 addresses. Addresses neither here nor in [`GLOBAL_V6`] are reserved.
const BLOCKED_V6: &[(Ipv6Net, Blocked)] = &[
    (v6(0, 0, 0, 128), Unspecified),
    (Ipv6Net::new_assert(Ipv6Addr::LOCALHOST, 128), Loopback),
    (MAPPED, Translated),
    (TRANSLATED, Translated),
    (v6(0, 0, 0, 96), Translated),
    (NAT64, Translated),
    (v6(0x64, 0xff9b, 1, 48), Translated),
    (v6(0x100, 0, 0, 64), Documentation),
    (TEREDO, Translated),
    (v6(0x2001, 2, 0, 48), Documentation),
    (v6(0x2001, 0xdb8, 0, 32), Documentation),
    (v6(0x2001, 0, 0, 23), Reserved),
    (SIX_TO_FOUR, Translated),
    (v6(0x2620, 0x4f, 0x8000, 48), Reserved),
    (v6(0x3fff, 0, 0, 20), Documentation),
    (v6(0x5f00, 0, 0, 16), Reserved),
    (v6(0xfc00, 0, 0, 7), Private),
    (v6(0xfe80, 0, 0, 10), LinkLocal),
    (v6(0xfec0, 0, 0, 10), Private),
    (v6(0xff00, 0, 0, 8), Multicast),
];

const MAPPED: Ipv6Net = Ipv6Net::new_assert(Ipv6Addr::new(0, 0, 0, 0, 0, 0xffff, 0, 0), 96);
const TRANSLATED: Ipv6Net = Ipv6Net::new_assert(Ipv6Addr::new(0, 0, 0, 0, 0xffff, 0, 0, 0), 96);
const NAT64: Ipv6Net = v6(0x64, 0xff9b, 0, 96);
const TEREDO: Ipv6Net = v6(0x2001, 0, 0, 32);
const SIX_TO_FOUR: Ipv6Net = v6(0x2002, 0, 0, 16);
/// All addresses that the registries allocate.
const GLOBAL_V6: Ipv6Net = v6(0x2000, 0, 0, 3);

/// Why an address is not global on the internet; `None` when it is.
pub fn blocked(address: IpAddr) -> Option<Blocked> {
    match address {
        IpAddr::V4(address) => {
            BLOCKED_V4.iter().find(|(block, _)| block.contains(&address)).map(|(_, why)| *why)
        }
        IpAddr::V6(address) => blocked_v6(address),
    }
}

fn blocked_v6(address: Ipv6Addr) -> Option<Blocked> {
    let listed = BLOCKED_V6.iter().find(|(block, _)| block.contains(&address));
    if let Some((_, why)) = listed {
        return Some(*why);
    }
    if !GLOBAL_V6.contains(&address) {
        return Some(Reserved);
    }
    // ISATAP appends an IPv4 address to any prefix (RFC 5214).
    let [_, _, _, _, mark, isatap, _, _] = address.segments();
    (isatap == 0x5efe && mark & !0x0200 == 0).then_some(Translated)
}

/// The IPv4 address embedded in a translated one, where it can be decoded.
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let bits = address.to_bits();
    let low = |bits: u128| Ipv4Addr::from_bits(u32::try_from(bits & 0xffff_ffff).unwrap_or(0));
    if SIX_TO_FOUR.contains(&address) {
        Some(low(bits >> 80))
    } else if TEREDO.contains(&address) {
        Some(low(!bits))
    } else {
        (blocked_v6(address) == Some(Translated)).then(|| low(bits))
    }
}

/// What an administrator allows: a network and a port, as `10.0.0.0/8:443` or `fd00::/8:443`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AllowedEndpoint {
    network: IpNet,
    port: u16,
}

impl AllowedEndpoint {
    /// What the host of an address is resolved to now, for a program whose user has named the address. None if it
    /// cannot be resolved, which is an error of the requests to it. Blocks on the resolver.
    pub fn of(address: &Target) -> Vec<Self> {
        let host = address.host();
        let found = (host.as_str(), address.port()).to_socket_addrs().into_iter().flatten();
        found.map(|found| Self { network: found.ip().into(), port: found.port() }).collect()
    }
}

/// Why a text is not a valid endpoint.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AllowedEndpointError {
    /// It is not a network and port.
    #[error("`{0}` is no network and port, such as 10.0.0.0/8:443 or fd00::/8:443")]
    Form(String),
    /// The address has bits set beyond the prefix length.
    #[error("`{0}` names an address inside the network {1}; write the network itself")]
    NotANetwork(String, IpNet),
    /// It spans networks of different kinds, so it would allow more than is meant.
    #[error("`{0}` holds networks of several kinds; open each of them separately")]
    TooWide(String),
    /// No host can have such an address.
    #[error("`{0}` cannot be an address of a host, so there is nothing to open")]
    Unassignable(String),
}

impl FromStr for AllowedEndpoint {
    type Err = AllowedEndpointError;

    fn from_str(text: &str) -> Result<Self, AllowedEndpointError> {
        let form = || AllowedEndpointError::Form(text.to_owned());
        let (network, port) = text.rsplit_once(':').ok_or_else(form)?;
        let network: IpNet = network.parse().map_err(|_| form())?;
        let digits = port.bytes().all(|byte| byte.is_ascii_digit());
        let port = port.parse().ok().filter(|port| digits && *port != 0).ok_or_else(form)?;
        if network != network.trunc() {
            return Err(AllowedEndpointError::NotANetwork(text.to_owned(), network.trunc()));
        }
        // A closed block is either inside the network or disjoint from it, unless the network is inside the block.
        let blocks = blocks();
        let first = blocks.iter().find(|(block, _)| block.contains(&network));
        match first {
            Some((_, Unspecified | Multicast)) => {
                Err(AllowedEndpointError::Unassignable(text.to_owned()))
            }
            None if blocks.iter().any(|(block, _)| network.contains(block)) => {
                Err(AllowedEndpointError::TooWide(text.to_owned()))
            }
            Some(_) | None => Ok(Self { network, port }),
        }
    }
}

fn blocks() -> Vec<(IpNet, Blocked)> {
    let v4 = BLOCKED_V4.iter().map(|(block, why)| (IpNet::from(*block), *why));
    v4.chain(BLOCKED_V6.iter().map(|(block, why)| (IpNet::from(*block), *why))).collect()
}

impl fmt::Display for AllowedEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.network, self.port)
    }
}

impl Serialize for AllowedEndpoint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for AllowedEndpoint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// What is expected at a port below 1024 of a global address.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Service {
    #[default]
    Web,
    Mail,
    Directory,
}

impl Service {
    /// The ports of the service. A request to the port of another one would be read as its commands.
    const fn has_port(self, port: u16) -> bool {
        match self {
            Self::Web => matches!(port, 80 | 443),
            Self::Mail => matches!(port, 25 | 465 | 587),
            // With the global catalogues of Active Directory, whose ports are above these.
            Self::Directory => matches!(port, 389 | 636),
        }
    }
}

/// The addresses that may be connected to. An allowed endpoint only adds to the global ones.
#[derive(Debug, Clone, Default)]
pub struct AddressPolicy {
    allowed: Vec<AllowedEndpoint>,
    service: Service,
}

/// Why an address is permitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permitted {
    /// It is global.
    Global,
    /// An administrator allowed it.
    Allowed,
}

impl AddressPolicy {
    /// A policy that allows these endpoints.
    pub fn new(allowed: Vec<AllowedEndpoint>) -> Self {
        Self { allowed, service: Service::Web }
    }

    /// The same for mail servers, which have other ports.
    pub(crate) fn for_mail(allowed: Vec<AllowedEndpoint>) -> Self {
        Self { allowed, service: Service::Mail }
    }

    /// The same for LDAP servers.
    pub(crate) fn for_directories(allowed: Vec<AllowedEndpoint>) -> Self {
        Self { allowed, service: Service::Directory }
    }

    /// Whether an address may be connected to. For a translated address that is allowed, the embedded address has to
    /// pass as well.
    pub fn check(&self, address: SocketAddr) -> Result<Permitted, Blocked> {
        let (ip, port) = (address.ip(), address.port());
        let is_allowed = self
            .allowed
            .iter()
            .any(|endpoint| endpoint.port == port && endpoint.network.contains(&ip));
        match blocked(ip) {
            Some(Unspecified) => Err(Unspecified),
            Some(Multicast) => Err(Multicast),
            Some(Translated) if is_allowed => match ip {
                IpAddr::V6(ip) => match embedded(ip) {
                    Some(inner) => self.check(SocketAddr::new(inner.into(), port)),
                    None => Err(Translated),
                },
                IpAddr::V4(_) => Ok(Permitted::Allowed),
            },
            _ if is_allowed => Ok(Permitted::Allowed),
            Some(why) => Err(why),
            None if port < 1024 && !self.service.has_port(port) => Err(Blocked::Port),
            None => Ok(Permitted::Global),
        }
    }
}

#[cfg(test)]
mod tests;
