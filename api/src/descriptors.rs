//! The system's limit of open files, and how many of them may be connections.
//!
//! A journal that cannot open a file stops working, so connections are rejected long before the last descriptor is in
//! use.

use rustix::process::{Resource, getrlimit, setrlimit};

use crate::cli::BadInput;

/// Maximum number of connections, whatever the system allows.
const CONNECTIONS_MAX: u64 = 20_000;
/// With fewer connections than this, the server refuses to start.
const CONNECTIONS_MIN: u64 = 32;
/// Reserved for the files of journals, the vault and logs, and for requests to other servers.
const RESERVE: u64 = 96;
/// Maximum number of connections of the metrics listener, taken from the reserve.
pub const METRICS_CONNECTIONS_MAX: u32 = 16;

/// Raises the soft limit to the hard limit.
pub fn raise_limit() {
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current == limit.maximum {
        return;
    }
    limit.current = limit.maximum;
    if let Err(error) = setrlimit(Resource::Nofile, limit) {
        tracing::warn!(%error, "the limit of open files could not be raised");
    }
}

/// The maximum number of connections, given the descriptors that are already open.
pub fn connections_max() -> Result<u32, BadInput> {
    let Some(limit) = getrlimit(Resource::Nofile).current else {
        return Ok(to_u32(CONNECTIONS_MAX));
    };
    // Without `/proc`, the number that is typical after a start is assumed.
    let open = std::fs::read_dir("/proc/self/fd").map_or(RESERVE, |open| open.count() as u64);
    let connections = connections_within(limit, open);
    if connections < CONNECTIONS_MIN {
        let needed = open + RESERVE + CONNECTIONS_MIN * 4 / 3 + 1;
        return Err(BadInput(format!(
            "the system lets this process have {limit} open files, and at least {needed} are needed: raise its \
             limit (`ulimit -n`, or LimitNOFILE of systemd)"
        )));
    }
    Ok(to_u32(connections))
}

/// Of the descriptors beyond the reserve, a quarter is for files that requests open.
fn connections_within(limit: u64, open: u64) -> u64 {
    (limit.saturating_sub(open + RESERVE) / 4 * 3).min(CONNECTIONS_MAX)
}

fn to_u32(connections: u64) -> u32 {
    u32::try_from(connections).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_kept_for_the_reserve_and_for_requests() {
        for (limit, open, connections) in [
            (1_024, 26, 675),
            (1_048_576, 26, CONNECTIONS_MAX),
            (200, 26, 57),
            (100, 26, 0),
            (0, 26, 0),
        ] {
            assert_eq!(connections_within(limit, open), connections, "{limit}");
        }
    }
}
