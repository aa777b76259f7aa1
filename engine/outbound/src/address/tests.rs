use super::*;

fn why(address: &str) -> Option<Blocked> {
    blocked(address.parse().expect("an address"))
}

/// The first and last address of every class, and their neighbours outside.
#[test]
fn every_class_is_closed_up_to_its_edges() {
    let table: &[(&str, &[&str])] = &[
        ("unspecified", &["0.0.0.0", "0.255.255.255", "::"]),
        ("loopback", &["127.0.0.0", "127.0.0.1", "127.255.255.255", "::1"]),
        (
            "private",
            &[
                "10.0.0.0",
                "10.255.255.255",
                "172.16.0.0",
                "172.31.255.255",
                "192.168.0.0",
                "192.168.255.255",
                "fc00::",
                "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
                "fec0::1",
                "feff:ffff::1",
            ],
        ),
        ("shared", &["100.64.0.0", "100.127.255.255"]),
        ("link", &["169.254.0.0", "169.254.169.254", "169.254.255.255", "fe80::1", "febf::1"]),
        ("multicast", &["224.0.0.0", "239.255.255.255", "255.255.255.255", "ff00::", "ff02::1"]),
        (
            "documentation",
            &[
                "192.0.2.0",
                "192.0.2.255",
                "198.18.0.0",
                "198.19.255.255",
                "198.51.100.1",
                "203.0.113.255",
                "2001:db8::",
                "2001:db8:ffff:ffff::1",
                "2001:2::1",
                "3fff::1",
                "3fff:fff:ffff::1",
                "100::1",
            ],
        ),
        (
            "translated",
            &[
                "192.88.99.1",
                "::ffff:8.8.8.8",
                "::ffff:127.0.0.1",
                "::8.8.8.8",
                "::2",
                "::ffff:0:8.8.8.8",
                "64:ff9b::8.8.8.8",
                "64:ff9b::a9fe:a9fe",
                "64:ff9b:1::1",
                "2002::1",
                "2002:7f00:1::",
                "2001::1",
                "2001:0:4136:e378:8000:63bf:3fff:fdd2",
                "2600::5efe:808:808",
                "2600::200:5efe:a00:1",
            ],
        ),
        (
            "reserved",
            &[
                "192.0.0.0",
                "192.0.0.170",
                "192.31.196.1",
                "192.52.193.1",
                "192.175.48.1",
                "240.0.0.0",
                "255.255.255.254",
                "2001:10::1",
                "2001:1ff:ffff::1",
                "2620:4f:8000::1",
                "5f00::1",
                "1::1",
                "64:ff9b:2::1",
                "4000::1",
                "8000::1",
                "fe00::1",
                "fbff::1",
            ],
        ),
    ];
    for (class, addresses) in table {
        for address in *addresses {
            let named = match why(address) {
                Some(Unspecified) => "unspecified",
                Some(Loopback) => "loopback",
                Some(Private) => "private",
                Some(Shared) => "shared",
                Some(LinkLocal) => "link",
                Some(Multicast) => "multicast",
                Some(Documentation) => "documentation",
                Some(Translated) => "translated",
                Some(Reserved) => "reserved",
                Some(Blocked::Port) | None => "open",
            };
            assert_eq!(named, *class, "{address}");
        }
    }
}

#[test]
fn addresses_next_to_the_closed_blocks_are_global() {
    let global = [
        "1.0.0.0",
        "1.1.1.1",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.0",
        "192.0.3.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "2000::1",
        "2001:200::1",
        "2001:4860:4860::8888",
        "2003::1",
        "2600::1",
        "2600::5eff:808:808",
        "3ffe::1",
        "3fff:1000::1",
    ];
    for address in global {
        assert_eq!(why(address), None, "{address}");
    }
}

/// The blocks themselves: their first and last address, even those that the table above leaves out.
#[test]
fn every_block_is_closed_from_its_first_to_its_last_address() {
    for (block, _) in blocks() {
        let last = match block {
            IpNet::V4(block) => IpAddr::from(block.broadcast()),
            IpNet::V6(block) => IpAddr::from(block.broadcast()),
        };
        for address in [block.network(), last] {
            assert!(blocked(address).is_some(), "{address} of {block}");
        }
    }
}

fn policy(allowed: &[&str]) -> AddressPolicy {
    AddressPolicy::new(allowed.iter().map(|text| text.parse().expect("an endpoint")).collect())
}

fn check(policy: &AddressPolicy, address: &str) -> Result<Permitted, Blocked> {
    policy.check(address.parse().expect("an address and port"))
}

#[test]
fn an_allowed_endpoint_allows_its_network_at_its_port_and_nothing_else() {
    let policy = policy(&["10.0.0.0/8:443", "fd00::/8:8443", "127.0.0.1/32:9000"]);
    assert_eq!(check(&policy, "10.1.2.3:443"), Ok(Permitted::Allowed));
    assert_eq!(check(&policy, "10.1.2.3:80"), Err(Private));
    assert_eq!(check(&policy, "[fd12::1]:8443"), Ok(Permitted::Allowed));
    assert_eq!(check(&policy, "127.0.0.1:9000"), Ok(Permitted::Allowed));
    assert_eq!(check(&policy, "127.0.0.2:9000"), Err(Loopback));
    assert_eq!(check(&policy, "[::1]:9000"), Err(Loopback));
    assert_eq!(check(&policy, "192.168.0.1:443"), Err(Private));
    // The same address in another form is another address.
    assert_eq!(check(&policy, "[::ffff:10.1.2.3]:443"), Err(Translated));
    assert_eq!(check(&policy, "[2002:a01:203::]:443"), Err(Translated));
    assert_eq!(check(&policy, "1.1.1.1:443"), Ok(Permitted::Global));
    assert_eq!(check(&policy, "1.1.1.1:8443"), Ok(Permitted::Global));
    assert_eq!(check(&policy, "1.1.1.1:25"), Err(Blocked::Port));
}

#[test]
fn a_translated_address_passes_as_the_embedded_one() {
    let nat64 = policy(&["64:ff9b::/96:443"]);
    assert_eq!(check(&nat64, "[64:ff9b::1.1.1.1]:443"), Ok(Permitted::Global));
    assert_eq!(check(&nat64, "[64:ff9b::10.0.0.1]:443"), Err(Private));
    assert_eq!(check(&nat64, "[64:ff9b::169.254.169.254]:443"), Err(LinkLocal));
    let teredo = policy(&["2001::/32:443", "2002::/16:443", "::ffff:0:0/96:443"]);
    assert_eq!(check(&teredo, "[2001::ffff:ffff:80ff:fffe]:443"), Err(Loopback));
    assert_eq!(check(&teredo, "[2002:7f00:1::]:443"), Err(Loopback));
    assert_eq!(check(&teredo, "[2002:808:808::]:443"), Ok(Permitted::Global));
    assert_eq!(check(&teredo, "[::ffff:192.168.0.1]:443"), Err(Private));
}

#[test]
fn an_endpoint_that_is_too_wide_is_refused() {
    type Expected = fn(&AllowedEndpointError) -> bool;
    let form: Expected = |error| matches!(error, AllowedEndpointError::Form(_));
    let network: Expected = |error| matches!(error, AllowedEndpointError::NotANetwork(..));
    let wide: Expected = |error| matches!(error, AllowedEndpointError::TooWide(_));
    let unassignable: Expected = |error| matches!(error, AllowedEndpointError::Unassignable(_));
    let table = [
        ("", form),
        ("10.0.0.0/8", form),
        ("10.0.0.1:443", form),
        ("10.0.0.0/8:0", form),
        ("10.0.0.0/8:+443", form),
        ("10.0.0.0/8:65536", form),
        ("10.0.0.0/33:443", form),
        ("example.org:443", form),
        ("10.0.0.0/8:443 ", form),
        ("10.0.0.1/8:443", network),
        ("fd00::1/8:443", network),
        ("0.0.0.0/0:443", wide),
        ("::/0:443", wide),
        ("192.0.0.0/8:443", wide),
        ("2000::/3:443", wide),
        ("0.0.0.0/8:443", unassignable),
        ("::/128:443", unassignable),
        ("224.0.0.0/4:443", unassignable),
        ("ff02::1/128:443", unassignable),
    ];
    for (text, expected) in table {
        let error = text.parse::<AllowedEndpoint>().expect_err(text);
        assert!(expected(&error), "{text}: {error}");
    }
    for text in ["1.1.1.0/24:25", "169.254.169.254/32:80", "fe80::/10:443", "100.64.0.0/10:8081"] {
        assert_eq!(text.parse::<AllowedEndpoint>().expect(text).to_string(), text);
    }
}
