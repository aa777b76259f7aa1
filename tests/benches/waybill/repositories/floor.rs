//! The least that storing and sending a content takes: a program that does nothing else.

use std::fs::{self, File};
use std::io::{self, Read as _, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use waybill_blobs::Hashes;

use super::packages::Filler;

const PORTION_BYTES: usize = 256 * 1_024;

/// Writes to a file, and takes the three checksums that are recorded of each content.
struct Stored(File, Hashes);

impl Write for Stored {
    fn write(&mut self, portion: &[u8]) -> io::Result<usize> {
        let written = self.0.write(portion)?;
        self.1.update(&portion[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The time until a content is durable. Nothing is sent: the content is made where it is written.
pub(crate) fn stored(content: Filler) -> Duration {
    let folder = TempDir::new().expect("a folder");
    let since = Instant::now();
    let file = File::create(folder.path().join("content")).expect("a file");
    let mut stored = Stored(file, Hashes::default());
    content.write_to(&mut stored).expect("it is written");
    stored.0.sync_all().expect("it is durable");
    assert_eq!(stored.1.finish().bytes, content.bytes);
    File::open(folder.path()).and_then(|folder| folder.sync_all()).expect("its name is durable");
    since.elapsed()
}

/// A server that sends one file to each who connects, as the body of a response.
pub(crate) struct Sender {
    pub(crate) address: SocketAddr,
    _folder: TempDir,
}

impl Sender {
    pub(crate) fn start(content: Filler) -> Self {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("content");
        let mut file = File::create(&path).expect("a file");
        content.write_to(&mut file).expect("it is written");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        // It ends with the process.
        thread::spawn(move || {
            for stream in listener.incoming() {
                // A client that has gone ends what is sent to it.
                let _ = stream.and_then(|stream| send(stream, &path));
            }
        });
        Self { address, _folder: folder }
    }
}

fn send(mut stream: std::net::TcpStream, path: &Path) -> io::Result<()> {
    let mut portion = vec![0; PORTION_BYTES];
    let mut request = io::BufRead::lines(io::BufReader::new(stream.try_clone()?));
    // The head of a request ends with an empty line.
    while request.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let bytes = fs::metadata(path)?.len();
    write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: {bytes}\r\n\r\n")?;
    let mut file = File::open(path)?;
    loop {
        match file.read(&mut portion)? {
            0 => return Ok(()),
            read => stream.write_all(&portion[..read])?,
        }
    }
}
