//! Tells the program how it is built, and the commit from which a release is built. Other builds do not ask for the
//! commit, so that a new one does not compile them again.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=scripts/build.rs");
    let profile = variable("PROFILE");
    let commit = if profile == "release" { commit() } else { None };
    let commit = commit.unwrap_or_else(|| "development build".to_owned());
    println!("cargo:rustc-env=BACTRIAN_VERSION={} ({commit})", variable("CARGO_PKG_VERSION"));
    let compiler = output(Command::new(variable("RUSTC")).arg("--version")).unwrap_or_else(|| "rustc".to_owned());
    let (target, features) = (variable("TARGET"), variable("CARGO_CFG_TARGET_FEATURE"));
    println!("cargo:rustc-env=BACTRIAN_COMPILER=Compiled by {compiler} for {target} ({profile}), with {features}");
}

/// A variable of the environment; empty if it is not set.
fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

/// The short name of the commit that is checked out; `None` without git or outside a repository.
fn commit() -> Option<String> {
    for name in [".git/HEAD", ".git/logs/HEAD"] {
        if Path::new(name).exists() {
            println!("cargo:rerun-if-changed={name}");
        }
    }
    output(Command::new("git").args(["rev-parse", "--short=10", "HEAD"]))
}

/// What a program prints, trimmed; `None` if it fails or prints nothing.
fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
