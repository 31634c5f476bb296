//! `serve --open` where no browser is.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::common::client::program;

/// The server runs nevertheless, and says what it has looked for and which address to open.
#[cfg(unix)]
#[test]
fn a_missing_browser_is_told() {
    let mut server = program()
        .args(["serve", "--port", "0", "--open"])
        .env("PATH", "/nonexistent")
        .env("RUST_LOG", "warn")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = [String::new(), String::new()];
    BufReader::new(server.stdout.take().expect("piped")).read_line(&mut lines[0]).expect("an address");
    BufReader::new(server.stderr.take().expect("piped")).read_line(&mut lines[1]).expect("a warning");
    server.kill().expect("it runs until it is ended");
    server.wait().expect("it was started here");
    let [announced, warning] = lines;
    let address = announced.trim_end().strip_prefix("Bactrian's board: ").expect("the address");
    assert!(warning.contains("--open: none of these programs was found: "), "{warning}");
    assert!(warning.contains("xdg-open") || cfg!(target_os = "macos"), "{warning}");
    assert!(warning.trim_end().ends_with(&format!("; open {address} in a browser yourself")), "{warning}");
}
