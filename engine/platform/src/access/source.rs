//! The source of an attempt.

use std::net::IpAddr;

/// How many networks of a source are compared.
pub(crate) const NETWORKS: usize = 4;

/// The client for which attempts are counted, in addition to the account: a network address, or another text that stays
/// the same for the same client.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Source(String);

impl Source {
    /// A source with a given name, such as `cli`. The name must not come from a client.
    pub fn named(name: impl Into<String>) -> Self {
        Self(name.into())
    }

    /// All clients whose address is not known; they are counted as one.
    pub fn unknown() -> Self {
        Self::named("unknown")
    }

    /// The text form.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The networks that it is in, from the widest down to itself. What has no address is one source there.
    pub(crate) fn networks(&self) -> [Network; NETWORKS] {
        let address = self.0.strip_suffix("/64").unwrap_or(&self.0);
        let (version, bits, lengths) = match address.parse::<IpAddr>() {
            Ok(IpAddr::V4(address)) => {
                (4, u64::from(u32::from(address)) << 32, Network::LENGTHS_V4)
            }
            Ok(IpAddr::V6(address)) => {
                let [a, b, c, d, ..] = address.segments();
                let bits = [a, b, c, d].into_iter();
                let bits = bits.fold(0, |bits, segment| (bits << 16) | u64::from(segment));
                (6, bits, Network::LENGTHS_V6)
            }
            Err(_) => (0, 0, Network::LENGTHS_V4),
        };
        lengths.map(|length| Network { version, bits: bits & (u64::MAX << (64 - length)) })
    }
}

/// A network of addresses, among those of the same length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Network {
    /// The version of the protocol; zero for what has no address.
    version: u8,
    /// The first bits of its addresses, and zeros.
    bits: u64,
}

impl Network {
    /// Of the networks of an address of IPv4.
    const LENGTHS_V4: [u32; NETWORKS] = [16, 20, 24, 32];
    /// Of those of an address of IPv6: what a provider has, what a site has, what a customer has, and one source.
    const LENGTHS_V6: [u32; NETWORKS] = [32, 48, 56, 64];
}

/// A whole /64 network of IPv6 is one source, since a single host can use every address of it.
impl From<IpAddr> for Source {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self(address.to_string()),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Self(format!("{a:x}:{b:x}:{c:x}:{d:x}::/64"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_ipv6_is_one_source_and_a_mapped_address_is_its_own() {
        let source = |text: &str| Source::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(source("2001:db8::1"), source("2001:db8::ffff:1"));
        assert_ne!(source("2001:db8::1"), source("2001:db8:0:1::1"));
        assert_eq!(source("::ffff:192.0.2.1"), source("192.0.2.1"));
        assert_eq!(source("192.0.2.1").as_str(), "192.0.2.1");
    }

    /// How many of the networks of two sources are the same.
    fn shared(one: &Source, other: &Source) -> usize {
        let both = one.networks().into_iter().zip(other.networks());
        both.take_while(|(one, other)| one == other).count()
    }

    #[test]
    fn a_source_is_in_networks_that_become_narrower() {
        let source = |text: &str| Source::from(text.parse::<IpAddr>().unwrap());
        for (one, other, expected) in [
            ("192.0.2.1", "192.0.2.1", 4),
            ("192.0.2.1", "192.0.2.2", 3),
            ("192.0.2.1", "192.0.3.1", 2),
            ("192.0.2.1", "192.0.16.1", 1),
            ("192.0.2.1", "192.1.2.1", 0),
            ("2001:db8::1", "2001:db8::2", 4),
            ("2001:db8::1", "2001:db8:0:1::1", 3),
            ("2001:db8::1", "2001:db8:0:100::1", 2),
            ("2001:db8::1", "2001:db8:1::1", 1),
            ("2001:db8::1", "2001:db9::1", 0),
            ("192.0.2.1", "c000:201::1", 0),
            ("::ffff:192.0.2.1", "192.0.2.2", 3),
        ] {
            assert_eq!(shared(&source(one), &source(other)), expected, "{one} and {other}");
        }
        assert_eq!(shared(&Source::unknown(), &Source::named("cli")), 4);
        assert_eq!(shared(&Source::unknown(), &source("0.0.0.0")), 0);
    }
}
