//! HTTP/1.1 as far as a page and a WebSocket need it: heads of requests without bodies, and responses of known length.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The longest head of a request, in bytes.
const MAX_HEAD: usize = 1 << 16;
/// The most headers of a request.
const MAX_HEADERS: usize = 100;
/// After an answer to what was not read to its end, so many bytes are still taken, so that the answer is not lost with them.
const MAX_LEFT: u64 = 1 << 24;
/// How long such bytes are waited for.
const LEFT_TIMEOUT: Duration = Duration::from_secs(2);

/// A client's connection, with what has been received of the next request.
pub(super) struct Connection {
    /// The connection.
    pub stream: Arc<TcpStream>,
    /// What has been received beyond the last head.
    pub received: Vec<u8>,
}

/// The head of a request.
#[derive(Debug, Default)]
pub(super) struct Request {
    /// The method.
    pub method: String,
    /// The path, which begins with `/`, and after `?` the query.
    pub target: String,
    /// The headers.
    pub headers: Headers,
    /// Whether another request may follow on the same connection.
    pub keeps_alive: bool,
}

impl Request {
    /// The path.
    pub fn path(&self) -> &str {
        self.target.split_once('?').map_or(&self.target, |(path, _)| path)
    }

    /// The query; empty if there is none.
    pub fn query(&self) -> &str {
        self.target.split_once('?').map_or("", |(_, query)| query)
    }
}

/// Headers of a request, by names in lower case.
#[derive(Debug, Default)]
pub(super) struct Headers(pub Vec<(String, String)>);

impl Headers {
    /// The values of all headers of this name.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The value of a header that occurs once.
    pub fn single(&self, name: &str) -> Option<&str> {
        let mut values = self.all(name);
        let value = values.next()?;
        values.next().is_none().then_some(value)
    }

    /// Whether a header is a list that has this word.
    pub fn has_word(&self, name: &str, word: &str) -> bool {
        self.all(name).flat_map(|value| value.split(',')).any(|value| value.trim().eq_ignore_ascii_case(word))
    }
}

/// Why a request could not be read.
#[derive(Debug)]
pub(super) enum NoRequest {
    /// The client is gone, or was silent for too long.
    Gone,
    /// It sent something else; the answer has this status.
    Wrong(u16),
}

impl From<io::Error> for NoRequest {
    fn from(_: io::Error) -> Self {
        Self::Gone
    }
}

impl Connection {
    /// The next request, whose head must be complete within this time.
    pub fn next(&mut self, timeout: Duration) -> Result<Request, NoRequest> {
        let deadline = Instant::now() + timeout;
        loop {
            if let Some((request, length)) = parse(&self.received)? {
                self.received.drain(..length);
                return Ok(request);
            }
            if self.received.len() >= MAX_HEAD {
                return Err(NoRequest::Wrong(431));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(NoRequest::Gone);
            }
            self.stream.set_read_timeout(Some(left))?;
            let mut bytes = [0; 4_096];
            match (&*self.stream).read(&mut bytes)? {
                0 => return Err(NoRequest::Gone),
                count => self.received.extend_from_slice(&bytes[..count]),
            }
        }
    }

    /// Ends the connection after an answer to what was not read to its end. Closing it at once would tell the client's
    /// system that something was lost, which then drops the answer too.
    pub fn finish(self) {
        let deadline = Instant::now() + LEFT_TIMEOUT;
        let mut bytes = [0; 4_096];
        let mut taken = 0;
        let _ = self.stream.shutdown(Shutdown::Write);
        let _ = self.stream.set_read_timeout(Some(LEFT_TIMEOUT));
        while taken < MAX_LEFT && Instant::now() < deadline {
            match (&*self.stream).read(&mut bytes) {
                Ok(count @ 1..) => taken += count as u64,
                _ => return,
            }
        }
    }
}

/// Writes to a client that has to take everything before a deadline. One that takes a byte now and then would otherwise
/// keep its thread for ever.
pub(super) struct Timed {
    stream: Arc<TcpStream>,
    deadline: Instant,
}

impl Timed {
    /// A writer to `stream`, until `deadline`.
    pub fn new(stream: Arc<TcpStream>, deadline: Instant) -> Self {
        Self { stream, deadline }
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_write_timeout(Some(left))?;
        (&*self.stream).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The request whose head the bytes begin with, and the head's length; `None` while it is not complete.
fn parse(bytes: &[u8]) -> Result<Option<(Request, usize)>, NoRequest> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut head = httparse::Request::new(&mut headers);
    let length = match head.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(NoRequest::Wrong(431)),
        Err(_) => return Err(NoRequest::Wrong(400)),
    };
    let lower = |header: &httparse::Header| {
        (header.name.to_ascii_lowercase(), String::from_utf8_lossy(header.value).into_owned())
    };
    let headers = Headers(head.headers.iter().map(lower).collect());
    let target = without_origin(head.path.unwrap_or_default());
    if !target.starts_with('/') {
        return Err(NoRequest::Wrong(400));
    }
    // A body is not read, so that nothing can follow it.
    let has_body = headers.all("content-length").any(|length| length.trim() != "0")
        || headers.all("transfer-encoding").next().is_some();
    let keeps_alive = head.version == Some(1) && !headers.has_word("connection", "close") && !has_body;
    let method = head.method.unwrap_or_default().to_owned();
    Ok(Some((Request { method, target: target.to_owned(), headers, keeps_alive }, length)))
}

/// The path and query of a target that may be a whole address.
fn without_origin(target: &str) -> &str {
    let Some(rest) = target.strip_prefix("http://") else { return target };
    rest.find('/').map_or("/", |start| &rest[start..])
}

/// A response.
#[derive(Debug)]
pub(super) struct Response {
    /// The status.
    pub status: u16,
    /// The headers, without those that say how long the body is and what becomes of the connection.
    pub headers: Vec<(&'static str, Cow<'static, str>)>,
    /// The body.
    pub body: Body,
}

/// The body of a response.
#[derive(Debug)]
pub(super) enum Body {
    /// Bytes of the program.
    Bytes(&'static [u8]),
    /// A text that was made for the request.
    Text(String),
    /// A file, sent from its start, and its length in bytes.
    File(File, u64),
}

impl Body {
    /// No bytes.
    pub const EMPTY: Self = Self::Bytes(&[]);

    fn length(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Text(text) => text.len() as u64,
            Self::File(_, length) => *length,
        }
    }

    fn send(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Bytes(bytes) => out.write_all(bytes),
            Self::Text(text) => out.write_all(text.as_bytes()),
            Self::File(file, length) => match io::copy(&mut file.take(*length), out)? {
                sent if sent == *length => Ok(()),
                // The client waits for more.
                _ => Err(io::ErrorKind::UnexpectedEof.into()),
            },
        }
    }
}

impl Response {
    /// A sentence as response.
    pub fn plain(status: u16, text: &'static str) -> Self {
        let headers = vec![("content-type", "text/plain; charset=utf-8".into())];
        Self { status, headers, body: Body::Bytes(text.as_bytes()) }
    }

    /// Sends the response to a request with this method. `keeps_alive` tells whether another request may follow.
    ///
    /// # Errors
    /// When it cannot be sent.
    pub fn send(&self, out: &mut impl Write, method: &str, keeps_alive: bool) -> io::Result<()> {
        let mut head = format!("HTTP/1.1 {} {}\r\n", self.status, reason(self.status));
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        if self.status != SWITCHING_PROTOCOLS {
            let connection = if keeps_alive { "keep-alive" } else { "close" };
            head += &format!("connection: {connection}\r\n");
            if self.status != NOT_MODIFIED {
                head += &format!("content-length: {}\r\n", self.body.length());
            }
        }
        head += &format!("date: {}\r\n\r\n", chrono::Utc::now().format("%a, %d %b %Y %T GMT"));
        out.write_all(head.as_bytes())?;
        if method != "HEAD" {
            self.body.send(out)?;
        }
        out.flush()
    }
}

/// The status of an answer after which another protocol is spoken.
pub(super) const SWITCHING_PROTOCOLS: u16 = 101;
/// The status of an answer that repeats nothing.
pub(super) const NOT_MODIFIED: u16 = 304;

/// What a status means.
fn reason(status: u16) -> &'static str {
    match status {
        SWITCHING_PROTOCOLS => "Switching Protocols",
        200 => "OK",
        NOT_MODIFIED => "Not Modified",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        426 => "Upgrade Required",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Unknown",
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, TcpListener};

    use super::*;

    #[test]
    fn who_takes_nothing_is_not_waited_for_after_the_deadline() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let mut client = TcpStream::connect(listener.local_addr().expect("an address")).expect("a connection");
        let stream = Arc::new(listener.accept().expect("a connection").0);
        let mut late = Timed::new(Arc::clone(&stream), Instant::now());
        assert_eq!(late.write_all(b"x").expect_err("it is too late").kind(), io::ErrorKind::TimedOut);
        let mut timed = Timed::new(Arc::clone(&stream), Instant::now() + Duration::from_secs(3_600));
        timed.write_all(b"all").expect("it is taken");
        let mut bytes = [0; 3];
        client.read_exact(&mut bytes).expect("it comes");
        assert_eq!(&bytes, b"all");
        // More than the systems hold for a client that does not read.
        let mut short = Timed::new(stream, Instant::now() + Duration::from_millis(20));
        assert!(short.write_all(&vec![0; 1 << 26]).is_err());
    }
}
