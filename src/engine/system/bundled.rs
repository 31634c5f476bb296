//! Networks that come with the program: parts of it, or files beside it that are loaded when they are needed.

use std::borrow::Cow;

use super::platform::fetch;

/// The network of a game's folder.
#[derive(Clone, Copy, Debug)]
pub enum BundledNetwork {
    /// Its file.
    Content(&'static [u8]),
    /// The module of the game in whose folder it is, or the game's name: the surrounding program has the file.
    OfGame(&'static str),
}

impl BundledNetwork {
    /// The bytes of the file; `None` if it cannot be loaded.
    pub fn bytes(self) -> Option<Cow<'static, [u8]>> {
        match self {
            Self::Content(bytes) => Some(Cow::Borrowed(bytes)),
            Self::OfGame(path) => {
                let name = path.rsplit("::").find(|segment| *segment != "game").unwrap_or(path);
                fetch(name).map(Cow::Owned)
            }
        }
    }
}

/// The [`BundledNetwork`] of the game in whose `game.rs` it stands, or of another game.
#[cfg(feature = "networks")]
macro_rules! bundled_network {
    ($($game:ident)?) => {
        $crate::system::BundledNetwork::Content(include_bytes!(concat!($("../", stringify!($game), "/",)? "network.net")))
    };
}

/// The [`BundledNetwork`] of the game in whose `game.rs` it stands, or of another game.
#[cfg(not(feature = "networks"))]
macro_rules! bundled_network {
    () => {
        $crate::system::BundledNetwork::OfGame(module_path!())
    };
    ($game:ident) => {
        $crate::system::BundledNetwork::OfGame(stringify!($game))
    };
}

pub(crate) use bundled_network;
