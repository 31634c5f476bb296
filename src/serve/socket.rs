//! A WebSocket as a client of the JSON protocol: each message is a line. The protocol runs on a thread of its own, as it
//! does over pipes.

use std::io::{self, BufRead, Read, Write};
use std::thread;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use hyper::body::Incoming;
use hyper::header::{CONNECTION, HeaderMap, HeaderName, HeaderValue, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, UPGRADE};
use hyper::upgrade::Upgraded;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use sha1_smol::Sha1;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{Message, Role, WebSocketConfig};

use super::guard::Refusal;
use super::json::{self, Bounds};
use super::reply::{Body, plain};

/// The longest message that is read at all, in bytes. The protocol refuses those that are longer than its own bound.
const MAX_MESSAGE: usize = 1 << 24;
/// The messages that wait in each direction.
const WAITING: usize = 64;
/// A client that is silent for this time is asked for a sign of life.
const SILENCE: Duration = Duration::from_secs(30);
/// A client that gives no sign of life for this time is gone.
const GONE: Duration = Duration::from_secs(90);

type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// Agrees to speak the protocol, and starts.
pub(super) fn upgrade(mut request: Request<Incoming>, bounds: Bounds) -> Result<Response<Body>, Refusal> {
    let key = accepted_key(request.headers()).ok_or(Refusal {
        status: StatusCode::UPGRADE_REQUIRED,
        why: "the JSON protocol is spoken over a WebSocket here",
    })?;
    let upgraded = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        match upgraded.await {
            Ok(upgraded) => {
                let config = WebSocketConfig::default().max_message_size(Some(MAX_MESSAGE));
                let stream = TokioIo::new(upgraded);
                converse(WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await, bounds);
            }
            Err(error) => log::debug!("no WebSocket came about: {error}"),
        }
    });
    let mut response = plain(StatusCode::SWITCHING_PROTOCOLS, "");
    let headers = response.headers_mut();
    headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(SEC_WEBSOCKET_ACCEPT, key);
    Ok(response)
}

/// The answer to the key of a request for a WebSocket; `None` if it is no such request.
fn accepted_key(headers: &HeaderMap) -> Option<HeaderValue> {
    let has = |name: &HeaderName, word: &str| {
        let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).any(|value| value.trim().eq_ignore_ascii_case(word))
    };
    let is_wanted = has(&CONNECTION, "upgrade") && has(&UPGRADE, "websocket");
    let version = HeaderName::from_static("sec-websocket-version");
    let key = headers.get(SEC_WEBSOCKET_KEY).filter(|_| is_wanted && has(&version, "13"))?;
    HeaderValue::from_str(&derive_accept_key(key.as_bytes())).ok()
}

/// What proves that the server speaks the protocol of WebSockets, for a key of the client (RFC 6455, section 4.2.2).
fn derive_accept_key(key: &[u8]) -> String {
    const SUFFIX: &[u8] = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    let mut hash = Sha1::from(key);
    hash.update(SUFFIX);
    STANDARD.encode(hash.digest().bytes())
}

/// Starts the protocol and both directions of its talk.
fn converse(socket: Socket, bounds: Bounds) {
    let (sink, stream) = socket.split();
    let (to_protocol, inbox) = channel(WAITING);
    let (outbox, from_protocol) = channel(WAITING);
    let talk = move || {
        let inbox = Inbox { receiver: inbox, line: Vec::new(), read: 0 };
        let mut outbox = Outbox { sender: outbox, line: Vec::new() };
        if let Err(error) = json::run(inbox, &mut outbox, bounds) {
            log::debug!("a board is gone: {error}");
        }
    };
    match thread::Builder::new().name("board".to_owned()).spawn(talk) {
        Ok(_) => {
            tokio::spawn(receive(stream, to_protocol));
            tokio::spawn(send(sink, from_protocol));
        }
        // The socket closes as its halves are dropped.
        Err(error) => log::error!("a board got no thread: {error}"),
    }
}

async fn receive(mut stream: SplitStream<Socket>, to_protocol: Sender<String>) {
    while let Ok(Some(Ok(message))) = timeout(GONE, stream.next()).await {
        let text = match message {
            Message::Text(text) => text.as_str().to_owned(),
            Message::Binary(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Message::Close(_) => break,
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => continue,
        };
        // A message is one line, also if its JSON is laid out on several.
        if to_protocol.send(text.replace(['\n', '\r'], " ")).await.is_err() {
            break;
        }
    }
    // The protocol ends now. Reading on answers the client's farewell.
    drop(to_protocol);
    while let Ok(Some(Ok(_))) = timeout(GONE, stream.next()).await {}
}

async fn send(mut sink: SplitSink<Socket, Message>, mut from_protocol: Receiver<String>) {
    loop {
        let message = match timeout(SILENCE, from_protocol.recv()).await {
            Ok(Some(line)) => Message::text(line),
            Ok(None) => break,
            Err(_) => Message::Ping(bytes::Bytes::new()),
        };
        match timeout(GONE, sink.send(message)).await {
            Ok(Ok(())) => {}
            _ => return,
        }
    }
    // The client may be gone already.
    let _ = sink.close().await;
}

/// The messages of a client as lines.
struct Inbox {
    receiver: Receiver<String>,
    line: Vec<u8>,
    /// How much of the line has been read.
    read: usize,
}

impl BufRead for Inbox {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.line.len() {
            self.line = self.receiver.blocking_recv().map_or_else(Vec::new, |text| (text + "\n").into_bytes());
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
    sender: Sender<String>,
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
        let sent = text.is_empty() || self.sender.blocking_send(text).is_ok();
        if sent { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
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
