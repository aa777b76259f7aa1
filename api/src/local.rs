//! The local socket: commands on the server's machine reach the running server through a Unix socket in its data
//! directory. Whom it serves is decided by the operating system's rights: the user that the server runs as, and root.
//!
//! ```text
//! client: hello -> request -> request ..
//! server: hello -> output.. end -> output.. end ..
//! ```
//!
//! Files that a user names are read and written by the client, which has the user's rights, and never by the server.

mod client;
mod connections;
mod frame;
mod journal;
mod listener;
mod request;
mod serving;

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

pub use client::Client;
pub use journal::JournalOfServer;
pub use listener::listen;
pub use request::{Ended, JournalName, Request};
pub use serving::Live;

/// The name of the socket in the data directory.
pub const SOCKET: &str = "waybill.sock";
/// The longest path that the address of a Unix socket can have, in bytes.
const ADDRESS_BYTES_MAX: usize = 107;

/// The path of the socket as an address, which can have few bytes only.
struct Address {
    path: PathBuf,
    /// The directory that a short path goes through, which exists as long as this is open.
    _directory: Option<File>,
}

impl Address {
    fn of(data: &Path) -> io::Result<Self> {
        let path = data.join(SOCKET);
        if path.as_os_str().len() <= ADDRESS_BYTES_MAX {
            return Ok(Self { path, _directory: None });
        }
        let directory = OpenOptions::new().read(true).custom_flags(directory_flag()).open(data)?;
        let path = format!("/proc/self/fd/{}/{SOCKET}", directory.as_raw_fd());
        Ok(Self { path: path.into(), _directory: Some(directory) })
    }
}

fn directory_flag() -> i32 {
    // The flags fit, as the operating system's own functions take them as this type.
    i32::try_from(rustix::fs::OFlags::DIRECTORY.bits()).unwrap_or_default()
}
