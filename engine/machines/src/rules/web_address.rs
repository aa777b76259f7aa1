//! The parts of an address of the web, read as little as possible: what parsers disagree about has no parts.

/// An address, in parts.
#[derive(Debug, Clone, Copy)]
pub(in crate::rules) struct WebAddress<'a> {
    pub(in crate::rules) scheme: &'a str,
    /// A name, or an address of IPv4; one of IPv6 in its brackets.
    pub(in crate::rules) host: &'a str,
    pub(in crate::rules) port: Option<&'a str>,
    /// The path with query and fragment; empty, or from its first `/`, `?` or `#` on.
    pub(in crate::rules) rest: &'a str,
}

impl<'a> WebAddress<'a> {
    pub(in crate::rules) fn parse(url: &'a str) -> Option<Self> {
        let (scheme, rest) = url.split_once("://")?;
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at(end);
        let (host, port) = match authority.strip_prefix('[') {
            // An address of IPv6 has colons of its own.
            Some(inside) => {
                let end = inside.find(']')? + 2;
                let (host, port) = authority.split_at(end);
                (host, if port.is_empty() { None } else { Some(port.strip_prefix(':')?) })
            }
            None => match authority.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (authority, None),
            },
        };
        Some(Self { scheme, host, port, rest })
    }
}

/// A host name in lower case, whose last part is no number: some parsers take such for an address.
pub(in crate::rules) fn is_name(host: &str) -> bool {
    let is_allowed = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_'
    };
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(is_allowed)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let last = host.rsplit('.').next().unwrap_or_default();
    let is_number = last.bytes().all(|byte| byte.is_ascii_digit()) || last.starts_with("0x");
    host.len() <= 253 && host.split('.').all(is_label) && !is_number
}

pub(in crate::rules) fn is_port(port: &str) -> bool {
    let number = port.parse::<u16>().ok().filter(|number| *number > 0);
    number.is_some_and(|number| number.to_string() == port)
}

/// The port that an address of this scheme has without naming it.
pub(in crate::rules) fn usual_port(scheme: &str) -> &'static str {
    if scheme == "https" { "443" } else { "80" }
}

/// Whether a path has dots that browsers take away, with what is before them.
pub(in crate::rules) fn has_dots(path: &str) -> bool {
    let path = path.to_ascii_lowercase().replace("%2e", ".");
    path.split('/').any(|part| matches!(part, "." | ".."))
}

/// Whether this is an address of IPv4 in the only form that browsers do not rewrite.
pub(in crate::rules) fn is_ipv4(host: &str) -> bool {
    let is_part = |part: &str| part.parse::<u8>().is_ok_and(|number| number.to_string() == part);
    host.split('.').count() == 4 && host.split('.').all(is_part)
}

/// Whether this is an address of IPv6, without its brackets, in the only form that browsers do not rewrite.
pub(in crate::rules) fn is_ipv6(host: &str) -> bool {
    groups_of(host).is_some_and(|groups| written(&groups) == host)
}

fn groups_of(host: &str) -> Option<Vec<u16>> {
    let groups = |text: &str| -> Option<Vec<u16>> {
        let is_group = |group: &&str| {
            (1..=4).contains(&group.len()) && group.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        let parts: Vec<&str> = if text.is_empty() { Vec::new() } else { text.split(':').collect() };
        parts
            .into_iter()
            .map(|group| {
                Some(group).filter(is_group).and_then(|hex| u16::from_str_radix(hex, 16).ok())
            })
            .collect()
    };
    let Some((head, tail)) = host.split_once("::") else {
        return groups(host).filter(|groups| groups.len() == 8);
    };
    let (mut head, tail) = (groups(head)?, groups(tail)?);
    let zeros = 8_usize.checked_sub(head.len() + tail.len()).filter(|zeros| *zeros > 0)?;
    head.extend(std::iter::repeat_n(0, zeros));
    head.extend(tail);
    Some(head)
}

/// As the URL standard writes it: the first of the longest runs of zeros is left out, if it is longer than one.
fn written(groups: &[u16]) -> String {
    let runs = (0..groups.len()).map(|start| {
        let length = groups[start..].iter().take_while(|group| **group == 0).count();
        (length, start)
    });
    let longest = runs.fold((1, 0), |best, run| if run.0 > best.0 { run } else { best });
    let hex = |groups: &[u16]| {
        groups.iter().map(|group| format!("{group:x}")).collect::<Vec<_>>().join(":")
    };
    match longest {
        (1, _) => hex(groups),
        (length, start) => format!("{}::{}", hex(&groups[..start]), hex(&groups[start + length..])),
    }
}
