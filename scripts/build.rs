//! Tells the program the commit from which a release is built, for `bactrian --version`. Other builds do not ask, so that
//! a commit does not compile them anew.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=scripts/build.rs");
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let commit = if is_release { commit() } else { None };
    let commit = commit.unwrap_or_else(|| "development build".to_owned());
    println!("cargo:rustc-env=BACTRIAN_VERSION={version} ({commit})");
}

/// The short name of the commit that is checked out; `None` without git or outside a repository.
fn commit() -> Option<String> {
    for name in [".git/HEAD", ".git/logs/HEAD"] {
        if Path::new(name).exists() {
            println!("cargo:rerun-if-changed={name}");
        }
    }
    let output = Command::new("git").args(["rev-parse", "--short=10", "HEAD"]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
