//! The source of an attempt.

use std::net::IpAddr;

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
}
