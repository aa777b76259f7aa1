//! The client's side: a command that asks the running server.

use std::io::{self, ErrorKind, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::de::DeserializeOwned;

use super::frame::{self, ANSWER_BYTES_MAX, Kind};
use super::request::{Ended, Hello, Request};
use super::{Address, SOCKET};
use crate::cli::BadInput;
use crate::version::VERSION;

/// The longest time without a sign of the server.
const ANSWERS_WITHIN: Duration = Duration::from_secs(300);

/// A connection to the server that uses a data directory.
#[derive(Debug)]
pub struct Client {
    stream: UnixStream,
    data: PathBuf,
    socket: PathBuf,
}

impl Client {
    /// Connects to the server that uses a data directory; `None` if no server listens there.
    ///
    /// # Errors
    ///
    /// A sentence, if this user may not, or if the server is of another version.
    pub fn connect(data: &Path) -> Result<Option<Self>, BadInput> {
        let socket = data.join(SOCKET);
        let connected = Address::of(data).and_then(|address| UnixStream::connect(&address.path));
        let stream = match connected {
            Ok(stream) => stream,
            Err(error) => match error.kind() {
                // A server that was killed leaves its socket behind.
                ErrorKind::NotFound | ErrorKind::ConnectionRefused | ErrorKind::NotADirectory => {
                    return Ok(None);
                }
                ErrorKind::PermissionDenied => {
                    return Err(BadInput(format!(
                        "{} may be used only by the user that the server runs as, and by root: run the command as \
                         one of them",
                        socket.display()
                    )));
                }
                _ => return Err(BadInput(format!("{}: {error}", socket.display()))),
            },
        };
        let mut client = Self { stream, data: data.to_owned(), socket };
        client.greet().map_err(|error| client.gone(&error))??;
        Ok(Some(client))
    }

    /// Compares the versions of both sides.
    fn greet(&mut self) -> io::Result<Result<(), BadInput>> {
        self.stream.set_read_timeout(Some(ANSWERS_WITHIN))?;
        let hello = serde_json::to_vec(&Hello::own())?;
        let sent = frame::write(&mut self.stream, Kind::Message, &hello);
        // A server that turns the client away may have answered why, and closed the connection, before the hello came.
        let answer = frame::read(&mut self.stream, ANSWER_BYTES_MAX);
        let Ok(Some((_, bytes))) = answer else {
            sent.and(answer)?;
            return Err(ErrorKind::UnexpectedEof.into());
        };
        // A server that turns the client away answers with the end of a request.
        if let Ok(Ended::Failed(failed)) = serde_json::from_slice(&bytes) {
            return Ok(Err(BadInput(failed.text)));
        }
        let server: Hello = serde_json::from_slice(&bytes)?;
        Ok(if server == Hello::own() {
            Ok(())
        } else {
            Err(BadInput(format!(
                "the server that uses this data directory is Waybill {}, and this command is of another build ({VERSION}): \
                 use the command of the server's build",
                server.version
            )))
        })
    }

    /// Sends a request, and passes on its output. Returns how it ended.
    ///
    /// # Errors
    ///
    /// A sentence, if the server is gone; whether a change was made is then unknown.
    pub fn ask(&mut self, request: &Request, out: &mut dyn Write) -> anyhow::Result<Ended> {
        let request = serde_json::to_vec(request)?;
        let sent = frame::write(&mut self.stream, Kind::Message, &request);
        sent.map_err(|error| self.gone(&error))?;
        loop {
            let frame = frame::read(&mut self.stream, ANSWER_BYTES_MAX);
            let frame = frame.map_err(|error| self.gone(&error))?;
            match frame {
                Some((Kind::Output, bytes)) => out.write_all(&bytes)?,
                Some((Kind::Message, bytes)) => {
                    return Ok(serde_json::from_slice(&bytes)
                        .map_err(|error| self.gone(&io::Error::from(error)))?);
                }
                None => return Err(self.gone(&ErrorKind::UnexpectedEof.into()).into()),
            }
        }
    }

    /// Sends a request that has an answer.
    ///
    /// # Errors
    ///
    /// A sentence, if the server is gone or if the request failed.
    pub fn answer<T: DeserializeOwned>(&mut self, request: &Request) -> anyhow::Result<T> {
        let mut ended = self.ask(request, &mut io::sink());
        // The server ends a connection that is not used for long, as while a large file is copied. Reading can be
        // repeated.
        if ended.is_err()
            && !matches!(request, Request::Act { .. })
            && let Some(fresh) = Self::connect(&self.data)?
        {
            *self = fresh;
            ended = self.ask(request, &mut io::sink());
        }
        match ended? {
            Ended::Success { answer } => Ok(serde_json::from_value(answer)?),
            Ended::Failed(failed) => Err(failed.into_error()),
            Ended::CheckFailed {} => anyhow::bail!("the server answered a read with a check"),
        }
    }

    fn gone(&self, error: &io::Error) -> BadInput {
        BadInput(format!(
            "the server at {} does not answer any more ({error}): it stopped, or is stopping. Look whether what was \
             asked for was done, and run the command again",
            self.socket.display()
        ))
    }
}
