//! A client that costs little beside what it measures: a blocking connection that is kept, and requests of which the
//! bodies may be written while they are sent.

use std::io::{self, BufRead as _, BufReader, BufWriter, Write};
use std::net::{SocketAddr, TcpStream};

/// What is kept of a response's body, in bytes.
const KEPT_BYTES: usize = 256 * 1_024;
const PORTION_BYTES: usize = 256 * 1_024;

/// Writes the body of a request.
pub(crate) type Writing<'a> = &'a (dyn Fn(&mut dyn Write) -> io::Result<()> + Sync);

/// The body of a request.
#[derive(Clone, Copy)]
pub(crate) enum Body<'a> {
    Bytes(&'a [u8]),
    /// So many bytes, which are written when they are sent.
    Written(u64, Writing<'a>),
}

/// A request.
#[derive(Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    /// Lines of headers, each with its line feed.
    pub(crate) headers: &'a str,
    pub(crate) body: Body<'a>,
}

impl<'a> Request<'a> {
    pub(crate) fn get(path: &'a str) -> Self {
        Self { method: "GET", path, headers: "", body: Body::Bytes(b"") }
    }

    pub(crate) fn put(path: &'a str, body: Body<'a>) -> Self {
        Self { method: "PUT", path, headers: "", body }
    }

    pub(crate) fn with(self, headers: &'a str) -> Self {
        Self { headers, ..self }
    }
}

/// A response.
#[derive(Debug, Default)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The value of `Location`.
    pub(crate) location: String,
    /// The size of the body.
    pub(crate) bytes: u64,
    /// The beginning of the body.
    pub(crate) body: Vec<u8>,
}

impl Response {
    /// The same, if what was sent is stored: package types answer this in different ways.
    pub(crate) fn expect_created(self) -> Self {
        let status = if self.status == 200 { 200 } else { 201 };
        self.expect(status)
    }

    /// Panics with what the server answered if it is another status.
    pub(crate) fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.body));
        self
    }
}

/// A connection to a server.
pub(crate) struct Client {
    stream: BufReader<TcpStream>,
    /// Headers of each request.
    common: String,
}

impl Client {
    /// Connects. Each request has these credentials, if there are some.
    pub(crate) fn connect(address: SocketAddr, credentials: Option<&str>) -> Self {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_nodelay(true).expect("small requests leave at once");
        let credentials =
            credentials.map(|with| format!("authorization: {with}\r\n")).unwrap_or_default();
        let common = format!("host: {address}\r\n{credentials}");
        Self { stream: BufReader::with_capacity(PORTION_BYTES, stream), common }
    }

    /// Sends a request, and reads the whole response.
    pub(crate) fn send(&mut self, request: &Request<'_>) -> Response {
        // A server that refuses a request early may answer before it has read all of it.
        let _ = self.write(request);
        self.read().expect("a response")
    }

    fn write(&mut self, request: &Request<'_>) -> io::Result<()> {
        let Request { method, path, headers, body } = request;
        let bytes = match body {
            Body::Bytes(bytes) => bytes.len() as u64,
            Body::Written(bytes, _) => *bytes,
        };
        let length = if *method == "GET" && bytes == 0 {
            String::new()
        } else {
            format!("content-length: {bytes}\r\n")
        };
        let common = &self.common;
        let head = format!("{method} {path} HTTP/1.1\r\n{common}{headers}{length}\r\n");
        let stream = self.stream.get_mut();
        match body {
            Body::Bytes(bytes) if bytes.len() < PORTION_BYTES => {
                stream.write_all(&[head.as_bytes(), bytes].concat())
            }
            Body::Bytes(bytes) => {
                stream.write_all(head.as_bytes())?;
                stream.write_all(bytes)
            }
            Body::Written(_, write) => {
                let mut stream = BufWriter::with_capacity(PORTION_BYTES, stream);
                stream.write_all(head.as_bytes())?;
                write(&mut stream)?;
                stream.flush()
            }
        }
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_owned())
    }

    fn read(&mut self) -> io::Result<Response> {
        let first = self.line()?;
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let mut response = Response { status, ..Response::default() };
        let (mut length, mut is_chunked) = (0, false);
        loop {
            let line = self.line()?;
            if line.is_empty() {
                break;
            }
            let Some((name, value)) = line.split_once(": ") else { continue };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.parse().unwrap_or(0),
                "transfer-encoding" => is_chunked = value == "chunked",
                "location" => value.clone_into(&mut response.location),
                _ => {}
            }
        }
        if !is_chunked {
            self.take(length, &mut response)?;
            return Ok(response);
        }
        loop {
            let size = u64::from_str_radix(&self.line()?, 16).map_err(io::Error::other)?;
            self.take(size, &mut response)?;
            self.line()?;
            if size == 0 {
                return Ok(response);
            }
        }
    }

    /// Takes so many bytes of the body.
    fn take(&mut self, mut bytes: u64, response: &mut Response) -> io::Result<()> {
        response.bytes += bytes;
        while bytes > 0 {
            let portion = self.stream.fill_buf()?;
            if portion.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let taken = portion.len().min(usize::try_from(bytes).unwrap_or(usize::MAX));
            let room = KEPT_BYTES.saturating_sub(response.body.len()).min(taken);
            response.body.extend_from_slice(&portion[..room]);
            self.stream.consume(taken);
            bytes -= taken as u64;
        }
        Ok(())
    }
}
