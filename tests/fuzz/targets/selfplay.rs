//! Files of games of the engine against itself. Input: the header of a chunk, then its games.

use bactrian::files::pack;
use bactrian::games::Games;
use bactrian::session::Catalogue;
use bactrian::training::{Chunk, Chunks, GameRecord};

/// A file is refused with a message, or written as something that is read as the same; games are replayed or refused.
/// Input that has no header is a file as it is.
pub fn check(data: &[u8]) -> bool {
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let games = data.get(end + 1..).unwrap_or_default();
    let mut rest = games;
    let (mut count, mut turns) = (0, 0);
    while let Ok(game) = GameRecord::read(&mut rest) {
        (count, turns) = (count + 1, turns + game.turns.len());
        let mut written = Vec::new();
        game.write(&mut written);
        assert_eq!(GameRecord::read(&mut &written[..]).as_ref(), Ok(&game));
    }
    let Ok(mut header) = serde_json::from_slice::<serde_json::Value>(&data[..end]) else {
        read(data);
        return false;
    };
    let compressed = pack(games);
    for (name, number) in [("bytes", compressed.len()), ("games", count), ("turns", turns)] {
        if let Some(field) = header.get_mut(name) {
            *field = number.into();
        }
    }
    let mut file = header.to_string().into_bytes();
    file.push(b'\n');
    file.extend(compressed);
    read(&file)
}

/// Reads a file; whether it has games.
fn read(file: &[u8]) -> bool {
    let games = Games::default();
    let mut chunks = Chunks::new(&games, file);
    let mut has_games = false;
    loop {
        match chunks.read() {
            Ok(None) => return has_games,
            Ok(Some(chunk)) => {
                has_games |= !chunk.games.is_empty();
                check_chunk(&chunk);
            }
            Err(error) => {
                super::check_message(&error.to_string());
                return false;
            }
        }
    }
}

fn check_chunk(chunk: &Chunk) {
    let mut written = Vec::new();
    chunk.write(&mut written).expect("memory can be written");
    let again = Chunks::new(&Games::default(), &written[..]).read().expect("a chunk that was written");
    assert_eq!(again.as_ref(), Some(chunk));
    let spec = super::game(&chunk.series.variant);
    let mut session = Catalogue::default().open(spec);
    let replayed = chunk.games.iter().try_for_each(|game| {
        let mut wrong = None;
        game.replay(&mut *session, |board, turn| wrong = wrong.take().or(game.leaf(board, turn).err()))?;
        wrong.map_or(Ok(()), Err)
    });
    if let Err(error) = replayed {
        super::check_message(&error.to_string());
    }
}
