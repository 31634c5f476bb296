//! The server of the board: over HTTP and over WebSockets, as browsers and others use it.

mod guards;
mod lessons;
mod opening;
mod tabs;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::protocol::Role;
use tungstenite::{Message, WebSocket};

use crate::common::client::program;

/// The most that an answer may take before it counts as missing.
const DEADLINE: Duration = Duration::from_secs(120);

/// A running server.
pub struct Server {
    child: Child,
    /// Where it listens, as the port.
    pub port: u16,
    /// The address that it has printed.
    pub address: String,
}

impl Server {
    /// Starts a server on a free port.
    pub fn start() -> Self {
        Self::with(&[])
    }

    /// Starts a server on a free port with these arguments.
    pub fn with(arguments: &[&str]) -> Self {
        Self::in_folder(&std::env::temp_dir(), arguments)
    }

    /// Starts a server on a free port with these arguments, which has its temporary files in this folder.
    pub fn in_folder(folder: &std::path::Path, arguments: &[&str]) -> Self {
        let mut child = program()
            .env("TMPDIR", folder)
            .args(["serve", "--port", "0"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("its output is piped");
        BufReader::new(output).read_line(&mut line).expect("it prints its address");
        let address = line.split_whitespace().last().expect("the address is the last word").to_owned();
        let port =
            address.split('/').nth(2).and_then(|host| host.rsplit(':').next()).and_then(|port| port.parse().ok());
        Self { child, port: port.unwrap_or_else(|| panic!("a port in {line:?}")), address }
    }

    /// Its name in the header `Host`.
    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Sends these bytes and returns everything that comes back.
    pub fn exchange(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("the request can be sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer comes");
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A connection.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(DEADLINE)).expect("a deadline can be set");
        stream
    }

    /// The answer to a request with these further headers, each ended by a line break.
    pub fn request(&self, method: &str, path: &str, headers: &str) -> String {
        let host = self.host();
        self.exchange(&format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n"))
    }

    /// A board that is connected.
    pub fn tab(&self) -> Tab {
        self.try_tab("/api", &[]).expect("the server speaks the protocol")
    }

    /// Tries to connect a board at a path with these headers.
    pub fn try_tab(&self, path: &str, headers: &[(&str, &str)]) -> Result<Tab, String> {
        let mut request = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
            self.host()
        );
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        let mut stream = self.connect();
        stream.write_all((request + "\r\n").as_bytes()).expect("the request can be sent");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("an answer comes");
            head.push(byte[0]);
        }
        let head = String::from_utf8(head).expect("text");
        // The proof for this key is the example of RFC 6455, section 1.3.
        if head.starts_with("HTTP/1.1 101 ") && head.contains("sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n")
        {
            Ok(Tab { socket: WebSocket::from_raw_socket(stream, Role::Client, None), requests: 0 })
        } else {
            Err(head)
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It runs until it is ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A board in a browser's tab, connected.
pub struct Tab {
    socket: WebSocket<TcpStream>,
    requests: u64,
}

impl Tab {
    /// Sends a text.
    pub fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).expect("the server reads");
    }

    /// Waits for the next message.
    pub fn next(&mut self) -> Value {
        loop {
            match self.socket.read().expect("a message comes") {
                Message::Text(text) => return serde_json::from_str(&text).expect("messages are JSON"),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("unexpected {other:?}"),
            }
        }
    }

    /// Sends a request and returns its ID.
    pub fn begin(&mut self, command: &str, arguments: &Value) -> u64 {
        self.requests += 1;
        let mut request = json!({"id": self.requests, "do": command});
        let entries = arguments.as_object().cloned().unwrap_or_default();
        request.as_object_mut().expect("it is an object").extend(entries);
        self.send(&request.to_string());
        self.requests
    }

    /// Waits for the answer to a request; events and other answers are dropped.
    pub fn answer(&mut self, id: u64) -> Value {
        loop {
            let message = self.next();
            if message["id"] == id && message.get("event").is_none() {
                return message;
            }
        }
    }

    /// Sends a request and waits for its answer.
    pub fn ask(&mut self, command: &str, arguments: &Value) -> Value {
        let id = self.begin(command, arguments);
        self.answer(id)
    }
}
