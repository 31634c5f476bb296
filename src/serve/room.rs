//! The open connections, and which of them is closed when there are too many.

use std::collections::BTreeMap;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Room for connections. A board's, which speaks the protocol over a WebSocket, is one of them.
pub(super) struct Room {
    /// The most connections at a time; more than `boards`.
    connections: usize,
    /// The most boards at a time.
    boards: usize,
    state: Mutex<State>,
    left: Condvar,
}

#[derive(Default)]
struct State {
    taken: usize,
    boards: usize,
    /// Counts requests.
    last: u64,
    /// The connections that are not boards, by their last request: the first one has been of no use for the longest time.
    callers: BTreeMap<u64, Arc<TcpStream>>,
}

/// A place for a connection. Dropping it gives it back.
pub(super) struct Place {
    room: Arc<Room>,
    stream: Arc<TcpStream>,
    /// The key among the callers.
    number: u64,
    is_board: bool,
}

impl Room {
    /// Room for so many connections, and so many boards among them.
    pub fn new(connections: usize, boards: usize) -> Arc<Self> {
        Arc::new(Self { connections, boards, state: Mutex::default(), left: Condvar::new() })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No panic can interrupt a change.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place. If there is none, the caller whose last request is the oldest has to go, and its place is waited for.
    /// So connections that send nothing do not keep others out.
    pub fn enter(room: &Arc<Self>, stream: Arc<TcpStream>) -> Place {
        let mut state = room.lock();
        if state.taken >= room.connections
            && let Some((_, oldest)) = state.callers.pop_first()
        {
            // Its thread wakes and ends.
            let _ = oldest.shutdown(Shutdown::Both);
        }
        let is_full = |state: &mut State| state.taken >= room.connections;
        let mut state = room.left.wait_while(state, is_full).unwrap_or_else(PoisonError::into_inner);
        state.taken += 1;
        state.last += 1;
        let number = state.last;
        state.callers.insert(number, Arc::clone(&stream));
        drop(state);
        Place { room: Arc::clone(room), stream, number, is_board: false }
    }
}

impl Place {
    /// A request has come.
    pub fn renew(&mut self) {
        let mut state = self.room.lock();
        // A connection that has to go is no longer among the callers.
        if state.callers.remove(&self.number).is_some() {
            state.last += 1;
            self.number = state.last;
            state.callers.insert(self.number, Arc::clone(&self.stream));
        }
    }

    /// Makes it a board's place, which is not taken away; false if there are as many boards as there may be.
    pub fn become_board(&mut self) -> bool {
        let mut state = self.room.lock();
        if state.boards >= self.room.boards || state.callers.remove(&self.number).is_none() {
            return false;
        }
        state.boards += 1;
        self.is_board = true;
        true
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.room.lock();
        state.taken -= 1;
        state.boards -= usize::from(self.is_board);
        state.callers.remove(&self.number);
        self.room.left.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::{Ipv4Addr, TcpListener};
    use std::thread;

    use super::*;

    /// Both ends of a connection.
    fn connection() -> (Arc<TcpStream>, TcpStream) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let client = TcpStream::connect(listener.local_addr().expect("an address")).expect("a connection");
        (Arc::new(listener.accept().expect("a connection").0), client)
    }

    #[test]
    fn who_has_been_silent_for_the_longest_time_goes() {
        let room = Room::new(3, 1);
        let ends: Vec<_> = (0..4).map(|_| connection()).collect();
        let mut places: Vec<_> = ends[..3].iter().map(|(stream, _)| Room::enter(&room, Arc::clone(stream))).collect();
        assert!(places[0].become_board());
        places[1].renew();
        let newcomer = thread::spawn({
            let (room, stream) = (Arc::clone(&room), Arc::clone(&ends[3].0));
            move || Room::enter(&room, stream)
        });
        // The third one is told, and gives its place back.
        assert_eq!((&*ends[2].0).read(&mut [0]).expect("an end"), 0);
        drop(places.pop());
        let mut newcomer = newcomer.join().expect("there is a place");
        assert!(!newcomer.become_board(), "there is one board");
        drop(places.remove(0));
        assert!(newcomer.become_board());
        assert!(!places[0].become_board());
    }
}
