//! The engine inside a page of a browser, or another program that runs WebAssembly: the JSON protocol with a function for
//! each direction. `src/serve/page/worker.js` is the other side.
//!
//! The program writes a request to [`input`](exports::input) and calls [`receive`](exports::receive), which returns when it
//! is done. Answers and events are passed to the imported function `send`, during a search too.

#![cfg(target_family = "wasm")]

mod exports;
mod imports;
mod measure;

use std::cell::RefCell;
use std::io::{self, Write};
use std::time::Duration;

use bactrian::protocol::json::{Bounds, Embedded, SearchSlots};
use bactrian::session::Catalogue;
use bactrian::system::{Host, run_waiting};

/// The longest search.
const LONGEST_SEARCH: Duration = Duration::from_secs(60 * 60);
/// The largest transposition table, in mebibytes: WebAssembly has 4 GiB of memory, a phone less.
const LARGEST_HASH: usize = 512;

thread_local! {
    static CONNECTION: RefCell<Embedded<'static>> = RefCell::new(connect());
}

/// Makes ready what all exports need.
fn prepare() {
    CONNECTION.with(|_| ());
}

/// The one connection.
fn connect() -> Embedded<'static> {
    Host { now: || imports::now(), random: imports::random_number, network: imports::network, attend }.install();
    imports::Log::install();
    let bounds = Bounds {
        search: LONGEST_SEARCH,
        hash: LARGEST_HASH,
        threads: 1,
        slots: SearchSlots::new(1),
        outlives_input: false,
        ..Bounds::default()
    };
    Embedded::new(Catalogue::default(), Box::leak(Box::<Line>::default()), bounds)
}

/// Obeys a request, and does the work for which it asks.
fn obey(request: &str) {
    let done = CONNECTION.with_borrow_mut(|connection| connection.obey(request));
    done.expect("a line is always taken");
    run_waiting();
    attend();
}

/// Passes news on, and hears whether the search is to end.
fn attend() {
    CONNECTION.with(|connection| {
        // A search that another command has begun is nobody's concern.
        let Ok(mut connection) = connection.try_borrow_mut() else { return };
        if imports::stop_asked() != 0 {
            connection.stop("stopped");
        }
        connection.attend().expect("a line is always taken");
    });
}

/// Sends each line when it is complete.
#[derive(Default)]
struct Line(Vec<u8>);

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        imports::send_bytes(self.0.trim_ascii_end());
        self.0.clear();
        Ok(())
    }
}
