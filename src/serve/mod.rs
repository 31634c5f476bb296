//! The board in the browser: a server for the page and for the JSON protocol over WebSockets.
//!
//! The page is part of the program. To add a file to it, put it in `page` and name it in `assets.rs`.

mod assets;
mod guard;
mod http;
mod respond;
mod room;
mod school;
mod socket;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rand::RngExt;
use thiserror::Error;

use self::assets::Folder;
use self::guard::Guard;
use self::http::{Connection, NoRequest, Response, Timed};
use self::respond::{Site, respond};
use self::room::{Place, Room};
pub use self::school::School;
use crate::protocol::json::{Bounds, SearchSlots};
use crate::search::return_freed_memory;
use crate::session::Catalogue;

/// The most connections at a time. Browsers keep a few open for each board. Each has a thread and a file descriptor, and
/// common systems allow 1,024 of these.
const MAX_CONNECTIONS: usize = 512;
/// The most boards among them. Each has a second thread, which reads.
const MAX_BOARDS: usize = 256;
/// A client has this long to send the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// A client has this long to take an answer.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);
/// How long to wait after a connection could not be accepted, for instance because files are exhausted.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// What to serve, and to whom.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on. If it is not a loopback address, clients need a token.
    pub address: IpAddr,
    /// The port; 0 for any free one.
    pub port: u16,
    /// The name of the game with which the page begins; `None`: it asks for one.
    pub game: Option<&'static str>,
    /// A folder with another page, in place of the built-in one.
    pub page: Option<PathBuf>,
    /// What a board may use.
    pub bounds: Bounds,
    /// Where lessons keep their files.
    pub school: Arc<School>,
}

impl Config {
    /// The longest search of a board.
    pub const LONGEST_SEARCH: Duration = Duration::from_secs(60 * 60);
    /// The boards that can have an engine with memory at the same time.
    pub const ENGINES: usize = 16;

    /// The bounds of boards on a machine with this many threads.
    pub fn bounds(threads: usize) -> Bounds {
        let (search, slots) = (Self::LONGEST_SEARCH, SearchSlots::new(Self::ENGINES));
        Bounds { search, hash: 1_024, threads, slots, outlives_input: false, teacher: None }
    }
}

/// Why the server cannot run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}; another port can be chosen with --port")]
    Listen {
        /// The address and port.
        address: SocketAddr,
        /// Why not.
        error: io::Error,
    },
    /// The folder with the page has no `index.html`.
    #[error("{}: no index.html to serve", .0.display())]
    Page(PathBuf),
    /// The system refuses what a server needs.
    #[error("the server cannot run: {0}")]
    System(#[from] io::Error),
}

/// Serves until the program ends. Calls `announce` with the address of the page as soon as it can be opened.
///
/// # Errors
/// When the address cannot be listened on.
pub fn run(catalogue: Catalogue, config: Config, announce: impl FnOnce(&str)) -> Result<(), ServeError> {
    let page = match config.page {
        Some(folder) => Some(Folder::open(&folder).ok_or(ServeError::Page(folder))?),
        None => None,
    };
    let address = SocketAddr::new(config.address, config.port);
    let listener = TcpListener::bind(address).map_err(|error| ServeError::Listen { address, error })?;
    let address = listener.local_addr()?;
    let token = if address.ip().is_loopback() { None } else { Some(new_token()) };
    return_freed_memory();
    announce(&page_address(address, token.as_deref()));
    let guard = Guard::new(token, address.port());
    let site =
        Arc::new(Site { catalogue, guard, game: config.game, page, bounds: config.bounds, school: config.school });
    let room = Room::new(MAX_CONNECTIONS, MAX_BOARDS);
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                let (site, stream) = (Arc::clone(&site), Arc::new(stream));
                let place = Room::enter(&room, Arc::clone(&stream));
                let serve = move || serve(stream, &site, place);
                if let Err(error) = thread::Builder::new().name("connection".to_owned()).spawn(serve) {
                    log::error!("a connection got no thread: {error}");
                }
            }
            Err(error) => {
                log::warn!("a connection could not be accepted: {error}");
                thread::sleep(ACCEPT_PAUSE);
            }
        }
    }
}

/// Answers the requests of a connection.
fn serve(stream: Arc<TcpStream>, site: &Site, mut place: Place) {
    // Small answers must not wait for more.
    if let Err(error) = stream.set_nodelay(true) {
        log::debug!("the connection is slow: {error}");
    }
    let mut connection = Connection { stream, received: Vec::new() };
    let out = |connection: &Connection| Timed::new(Arc::clone(&connection.stream), Instant::now() + SEND_TIMEOUT);
    loop {
        let request = match connection.next(HEAD_TIMEOUT) {
            Ok(request) => request,
            Err(NoRequest::Gone) => return,
            Err(NoRequest::Wrong(status)) => {
                let answer = Response::plain(status, "this is not a request that is understood here");
                if answer.send(&mut out(&connection), "", false).is_ok() {
                    connection.finish();
                }
                return;
            }
        };
        place.renew();
        let mut response = respond(&request, site);
        if response.status == http::SWITCHING_PROTOCOLS && !place.become_board() {
            response = Response::plain(503, "too many boards are open: close some, and try again");
        }
        if let Err(error) = response.send(&mut out(&connection), &request.method, request.keeps_alive) {
            return log::debug!("a connection ended: {error}");
        }
        if response.status == http::SWITCHING_PROTOCOLS {
            let desk = School::desk(&site.school);
            let (catalogue, bounds) =
                (site.catalogue.clone(), Bounds { teacher: Some(Arc::new(desk)), ..site.bounds.clone() });
            if let Err(error) = socket::converse(catalogue, connection, bounds, socket::PING_PERIOD) {
                log::debug!("a board is gone: {error}");
            }
            return;
        }
        if !request.keeps_alive {
            return connection.finish();
        }
    }
}

/// A random token of 128 bits.
fn new_token() -> String {
    format!("{:032x}", rand::rng().random::<u128>())
}

/// The address of the page for a browser.
fn page_address(address: SocketAddr, token: Option<&str>) -> String {
    let host = if address.ip().is_unspecified() { outgoing_address() } else { address.ip() };
    let query = token.map_or_else(String::new, |token| format!("?token={token}"));
    format!("http://{}/{query}", SocketAddr::new(host, address.port()))
}

/// The address by which other machines are likely to reach this one. Sends nothing.
fn outgoing_address() -> IpAddr {
    /// An address reserved for documentation: only the route to it is asked for.
    const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);
    let routed = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect(ELSEWHERE)?;
        socket.local_addr()
    });
    routed.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |address| address.ip())
}
