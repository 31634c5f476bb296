//! A WebSocket as a client of the JSON protocol: each message is a line. The protocol runs on the connection's thread, as it
//! does over pipes, and reads on a second one.

use std::io::{self, BufRead, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha1_smol::Sha1;
use tungstenite::protocol::{Message, Role, WebSocketConfig};
use tungstenite::{Bytes, Error, WebSocket};

use super::guard::Refusal;
use super::http::{Connection, Headers, Response, SWITCHING_PROTOCOLS};
use super::json::{self, Bounds};

/// The longest message that is read at all, in bytes. The protocol refuses those that are longer than its own bound.
const MAX_MESSAGE: usize = 1 << 24;
/// A client that is silent for this time is asked for a sign of life.
const SILENCE: Duration = Duration::from_secs(30);
/// A client that gives no sign of life for this time, or takes nothing, is gone.
const GONE: Duration = Duration::from_secs(90);

/// Agrees to speak the protocol.
pub(super) fn upgrade(headers: &Headers) -> Result<Response, Refusal> {
    let key = accepted_key(headers)
        .ok_or(Refusal { status: 426, why: "the JSON protocol is spoken over a WebSocket here" })?;
    let headers =
        vec![("connection", "upgrade".into()), ("upgrade", "websocket".into()), ("sec-websocket-accept", key.into())];
    Ok(Response { status: SWITCHING_PROTOCOLS, headers, body: (&[][..]).into() })
}

/// The answer to the key of a request for a WebSocket; `None` if it is no such request.
fn accepted_key(headers: &Headers) -> Option<String> {
    let is_wanted = headers.has_word("connection", "upgrade") && headers.has_word("upgrade", "websocket");
    let is_known = headers.has_word("sec-websocket-version", "13");
    headers.single("sec-websocket-key").filter(|_| is_wanted && is_known).map(|key| derive_accept_key(key.as_bytes()))
}

/// What proves that the server speaks the protocol of WebSockets, for a key of the client (RFC 6455, section 4.2.2).
fn derive_accept_key(key: &[u8]) -> String {
    const SUFFIX: &[u8] = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    let mut hash = Sha1::from(key);
    hash.update(SUFFIX);
    STANDARD.encode(hash.digest().bytes())
}

/// Speaks the protocol over a connection that has been upgraded, until the client is gone.
///
/// # Errors
/// When the connection breaks.
pub(super) fn converse(connection: Connection, bounds: Bounds) -> io::Result<()> {
    let Connection { stream, received } = connection;
    stream.set_read_timeout(Some(SILENCE))?;
    stream.set_write_timeout(Some(GONE))?;
    let shared = Shared { stream: stream.try_clone()?, writing: Arc::new(Mutex::new(stream.try_clone()?)) };
    let config = WebSocketConfig::default().max_message_size(Some(MAX_MESSAGE));
    let reader = WebSocket::from_partially_read(shared.try_clone()?, received, Role::Server, Some(config));
    let inbox = Inbox { socket: reader, heard: Instant::now(), line: Vec::new(), read: 0 };
    let socket = WebSocket::from_raw_socket(shared, Role::Server, Some(config));
    let mut outbox = Outbox { socket, line: Vec::new() };
    let spoken = json::run(inbox, &mut outbox, bounds);
    // The thread that reads ends, too.
    let _ = stream.shutdown(Shutdown::Both);
    spoken
}

/// A connection on which one WebSocket reads and another writes. The one that reads answers pings and farewells: whole
/// frames are written, one after the other.
struct Shared {
    stream: TcpStream,
    writing: Arc<Mutex<TcpStream>>,
}

impl Shared {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self { stream: self.stream.try_clone()?, writing: Arc::clone(&self.writing) })
    }
}

impl Read for Shared {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.read(buffer)
    }
}

impl Write for Shared {
    /// Writes all bytes, which are whole frames. After an error the connection is closed: a frame may have been cut.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut stream = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        match stream.write_all(bytes) {
            Ok(()) => Ok(bytes.len()),
            Err(error) => {
                let _ = stream.shutdown(Shutdown::Both);
                Err(error)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The messages of a client as lines.
struct Inbox {
    socket: WebSocket<Shared>,
    /// When the client gave the last sign of life.
    heard: Instant,
    line: Vec<u8>,
    /// How much of the line has been read.
    read: usize,
}

impl Inbox {
    /// The next message; `None` when the client is gone.
    fn message(&mut self) -> Option<String> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(text.as_str().to_owned()),
                Ok(Message::Binary(bytes)) => return Some(String::from_utf8_lossy(&bytes).into_owned()),
                // The next read answers a ping, and a farewell before it fails.
                Ok(Message::Ping(_) | Message::Pong(_) | Message::Close(_) | Message::Frame(_)) => {}
                Err(Error::Io(error)) if is_timeout(&error) && self.heard.elapsed() < GONE => {
                    self.socket.send(Message::Ping(Bytes::new())).ok()?;
                    continue;
                }
                Err(_) => return None,
            }
            self.heard = Instant::now();
        }
    }
}

/// Whether nothing came within the time that was set.
fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

impl BufRead for Inbox {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.line.len() {
            // A message is one line, also if its JSON is laid out on several.
            let line = self.message().map(|text| text.replace(['\n', '\r'], " ") + "\n");
            self.heard = Instant::now();
            self.line = line.map_or_else(Vec::new, String::into_bytes);
            self.read = 0;
        }
        Ok(&self.line[self.read..])
    }

    fn consume(&mut self, amount: usize) {
        self.read = (self.read + amount).min(self.line.len());
    }
}

impl Read for Inbox {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

/// Lines as messages to a client.
struct Outbox {
    socket: WebSocket<Shared>,
    line: Vec<u8>,
}

impl Write for Outbox {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    /// Sends what has been written, which is a line.
    fn flush(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(line.trim_ascii_end()).into_owned();
        if text.is_empty() {
            return Ok(());
        }
        self.socket.send(Message::text(text)).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_proof_is_that_of_the_standard() {
        // The example of RFC 6455, section 1.3.
        assert_eq!(derive_accept_key(b"dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }
}
