//! A WebSocket as a client of the JSON protocol: each message is a line. The protocol runs on the connection's thread, as it
//! does over pipes, and reads on a second one.

use std::io::{self, BufRead, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha1_smol::Sha1;
use tungstenite::protocol::{Message, Role, WebSocketConfig};
use tungstenite::{Bytes, Error, WebSocket};

use super::guard::Refusal;
use super::http::{Body, Connection, Headers, Response, SWITCHING_PROTOCOLS, Timed};
use crate::protocol::json::{self, Bounds};
use crate::session::Catalogue;

/// The longest message that is read at all, in bytes. The protocol refuses those that are longer than its own bound.
const MAX_MESSAGE: usize = 1 << 24;
/// A client is asked for a sign of life this often, whatever else is sent.
pub(super) const PING_PERIOD: Duration = Duration::from_secs(30);
/// A client that gives no sign of life when it has been asked so often is gone.
const MAX_PINGS: u32 = 2;
/// A client has this long to take a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(90);

/// Agrees to speak the protocol.
pub(super) fn upgrade(headers: &Headers) -> Result<Response, Refusal> {
    let key = accepted_key(headers)
        .ok_or(Refusal { status: 426, why: "the JSON protocol is spoken over a WebSocket here" })?;
    let headers =
        vec![("connection", "upgrade".into()), ("upgrade", "websocket".into()), ("sec-websocket-accept", key.into())];
    Ok(Response { status: SWITCHING_PROTOCOLS, headers, body: Body::EMPTY })
}

/// The answer to the key of a request for a WebSocket; `None` if it is another request.
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

/// Speaks the protocol over a connection that has been upgraded, until the client is gone. It is asked for a sign of life
/// each `ping_period`.
///
/// # Errors
/// When the connection breaks.
pub(super) fn converse(
    catalogue: Catalogue,
    connection: Connection,
    bounds: Bounds,
    ping_period: Duration,
) -> io::Result<()> {
    let Connection { stream, received } = connection;
    stream.set_read_timeout(Some(ping_period))?;
    let (writing, pulse) = (Mutex::default(), Mutex::new(Pulse::new(ping_period, Instant::now())));
    let wire = Wire(Arc::new(Shared { stream: Arc::clone(&stream), writing, pulse }));
    let config = WebSocketConfig::default().max_message_size(Some(MAX_MESSAGE));
    let reader = WebSocket::from_partially_read(wire.clone(), received, Role::Server, Some(config));
    let inbox = Inbox { socket: reader, line: Vec::new(), read: 0 };
    let socket = WebSocket::from_raw_socket(wire, Role::Server, Some(config));
    let mut outbox = Outbox { socket, line: Vec::new() };
    let spoken = json::run(catalogue, inbox, &mut outbox, bounds);
    // The thread that reads ends, too.
    let _ = stream.shutdown(Shutdown::Both);
    spoken
}

/// Whether a client is still there: when it gave a sign of life, and when it has been asked for one.
///
/// Clients have to answer pings, and browsers do. Of one that never has, taking a line is a sign of life too.
struct Pulse {
    period: Duration,
    /// When it was last asked.
    asked: Instant,
    /// How often it has been asked since its last sign of life.
    pings: u32,
    /// Whether it has ever answered.
    answers: bool,
    /// Whether what it sends is waited for. Else answers may be there that have not been read.
    is_awaited: bool,
}

/// What is to be done about a client now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Beat {
    /// Nothing.
    Rest,
    /// To send a ping.
    Ping,
    /// To close the connection.
    Gone,
}

impl Pulse {
    fn new(period: Duration, now: Instant) -> Self {
        Self { period, asked: now, pings: 0, answers: false, is_awaited: false }
    }

    /// Something came from the client.
    fn heard(&mut self) {
        self.pings = 0;
    }

    /// The client answered a ping.
    fn answered(&mut self) {
        self.answers = true;
    }

    /// The client took a line.
    fn took(&mut self) {
        if !self.answers {
            self.pings = 0;
        }
    }

    /// To be called whenever a line has been sent, and when nothing has come for the period.
    fn beat(&mut self, now: Instant) -> Beat {
        if now.saturating_duration_since(self.asked) < self.period {
            return Beat::Rest;
        }
        if !self.is_awaited {
            self.pings = 0;
        }
        if self.pings >= MAX_PINGS {
            return Beat::Gone;
        }
        self.pings += 1;
        self.asked = now;
        Beat::Ping
    }
}

/// A connection on which one WebSocket reads and another writes. The one that reads answers pings and farewells: whole
/// frames are written, one after the other.
struct Shared {
    stream: Arc<TcpStream>,
    writing: Mutex<()>,
    pulse: Mutex<Pulse>,
}

impl Shared {
    fn pulse(&self) -> MutexGuard<'_, Pulse> {
        self.pulse.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An end of a [`Shared`] connection.
#[derive(Clone)]
struct Wire(Arc<Shared>);

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.pulse().is_awaited = true;
        let read = (&*self.0.stream).read(buffer);
        let mut pulse = self.0.pulse();
        if matches!(read, Ok(1..)) {
            pulse.heard();
            pulse.is_awaited = false;
        }
        read
    }
}

impl Write for Wire {
    /// Writes all bytes, which are whole frames. After an error the connection is closed: a frame may have been cut.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _writing = self.0.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let stream = &self.0.stream;
        match Timed::new(Arc::clone(stream), Instant::now() + SEND_TIMEOUT).write_all(bytes) {
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

/// Asks a client for a sign of life if it is time to.
///
/// # Errors
/// When it is gone.
fn keep_alive(socket: &mut WebSocket<Wire>) -> Result<(), Error> {
    let beat = socket.get_ref().0.pulse().beat(Instant::now());
    match beat {
        Beat::Rest => Ok(()),
        Beat::Ping => socket.send(Message::Ping(Bytes::new())),
        Beat::Gone => {
            let _ = socket.get_ref().0.stream.shutdown(Shutdown::Both);
            Err(Error::ConnectionClosed)
        }
    }
}

/// The messages of a client as lines.
struct Inbox {
    socket: WebSocket<Wire>,
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
                Ok(Message::Pong(_)) => self.socket.get_ref().0.pulse().answered(),
                // The next read answers a ping, and a farewell before it fails.
                Ok(Message::Ping(_) | Message::Close(_) | Message::Frame(_)) => {}
                Err(Error::Io(error)) if is_timeout(&error) => keep_alive(&mut self.socket).ok()?,
                Err(_) => return None,
            }
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
    socket: WebSocket<Wire>,
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
        let sent = self.socket.send(Message::text(text)).and_then(|()| {
            self.socket.get_ref().0.pulse().took();
            keep_alive(&mut self.socket)
        });
        sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, TcpListener};

    use super::*;

    #[test]
    fn the_proof_is_that_of_the_standard() {
        // The example of RFC 6455, section 1.3.
        assert_eq!(derive_accept_key(b"dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }

    /// What a client does while the server sends lines.
    #[derive(Clone, Copy, PartialEq)]
    enum Client {
        Answers,
        NeverAnswers,
        AnswersOnce,
    }

    /// When pings are sent, in seconds, and whether the client is thought gone before the end. Lines are sent this often, and
    /// the thread that reads wakes when nothing has come for a period; in some systems, only if nothing has been sent either.
    fn simulated(client: Client, line_every: u64, seconds: u64) -> (Vec<u64>, bool) {
        let start = Instant::now();
        let mut pulse = Pulse::new(PING_PERIOD, start);
        pulse.is_awaited = true;
        let mut pings = Vec::new();
        let mut last_event = 0;
        for tenth in 1..=10 * seconds {
            let is_line = tenth % (10 * line_every).max(1) == 0;
            if is_line {
                pulse.took();
            } else if tenth - last_event < 10 * PING_PERIOD.as_secs() {
                continue;
            }
            last_event = tenth;
            match pulse.beat(start + Duration::from_millis(100 * tenth)) {
                Beat::Rest => {}
                Beat::Gone => return (pings, true),
                Beat::Ping => {
                    if client == Client::Answers || client == Client::AnswersOnce && pings.is_empty() {
                        pulse.heard();
                        pulse.answered();
                    }
                    pings.push(tenth / 10);
                }
            }
        }
        (pings, false)
    }

    #[test]
    fn a_client_that_is_there_is_asked_on_time_and_not_cut_off() {
        let on_time: Vec<u64> = (1..=120).map(|number| 30 * number).collect();
        // An analysis, an annotation at 5 seconds a move, one at 7, one at a minute, and nothing at all.
        for line_every in [0, 1, 5, 7, 60, 100_000] {
            let (pings, is_gone) = simulated(Client::Answers, line_every, 3_600);
            assert!(!is_gone && pings.windows(2).all(|pair| pair[1] - pair[0] < 60), "{line_every}: {pings:?}");
            assert!(line_every == 7 || pings == on_time, "{line_every}: {pings:?}");
        }
        for line_every in [0, 5, 29] {
            assert!(!simulated(Client::NeverAnswers, line_every, 3_600).1, "what it takes is a sign of life");
        }
    }

    #[test]
    fn a_client_that_is_gone_is_found_out() {
        for line_every in [0, 1, 5, 20, 60, 100_000] {
            let (pings, is_gone) = simulated(Client::AnswersOnce, line_every, 3_600);
            assert!(is_gone && pings.len() == 3, "{line_every}: {pings:?}");
        }
        assert_eq!(simulated(Client::NeverAnswers, 100_000, 3_600), (vec![30, 60], true));
    }

    #[test]
    fn what_has_not_been_read_is_not_held_against_a_client() {
        let start = Instant::now();
        let mut pulse = Pulse::new(PING_PERIOD, start);
        pulse.answered();
        for number in 1..10 {
            assert_eq!(pulse.beat(start + number * PING_PERIOD), Beat::Ping);
        }
    }

    /// Both ends of a connection, the server's with a pulse that is due at all times.
    fn wire() -> (Wire, WebSocket<TcpStream>) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let client = TcpStream::connect(listener.local_addr().expect("an address")).expect("a connection");
        let stream = Arc::new(listener.accept().expect("a connection").0);
        let pulse = Mutex::new(Pulse::new(Duration::ZERO, Instant::now()));
        (
            Wire(Arc::new(Shared { stream, writing: Mutex::default(), pulse })),
            WebSocket::from_raw_socket(client, Role::Client, None),
        )
    }

    #[test]
    fn pings_are_sent_among_the_lines() {
        let (wire, mut client) = wire();
        let mut outbox = Outbox { socket: WebSocket::from_raw_socket(wire, Role::Server, None), line: Vec::new() };
        for number in 0..10 {
            writeln!(outbox, "{number}").and_then(|()| outbox.flush()).expect("it is sent");
        }
        for number in 0..10 {
            assert_eq!(client.read().expect("a line"), Message::text(number.to_string()));
            assert_eq!(client.read().expect("a ping"), Message::Ping(Bytes::new()));
        }
    }

    #[test]
    fn a_client_that_stops_to_answer_gets_no_more_lines() {
        let (wire, _client) = wire();
        let shared = Arc::clone(&wire.0);
        let mut outbox = Outbox { socket: WebSocket::from_raw_socket(wire, Role::Server, None), line: Vec::new() };
        let mut send = || writeln!(outbox, "line").and_then(|()| outbox.flush());
        shared.pulse().is_awaited = true;
        assert!((0..10).all(|_| send().is_ok()), "it has never answered, but takes lines");
        shared.pulse().answered();
        shared.pulse().heard();
        assert_eq!((0..10).filter(|_| send().is_ok()).count(), MAX_PINGS as usize);
    }
}
