//! CECP as a sequence of commands. Input: the name of a game, then one command a line.

use bactrian::session::Catalogue;
use bactrian::xboard::notation::variant_name;

use super::conversation::Conversation;

/// The most commands of an input that are sent.
const MAX_COMMANDS: usize = 24;
/// The most commands of `edit` that are sent at a time.
const MAX_EDITS: usize = 8;
/// Clients have a buffer of so many bytes for a line.
const MAX_LINE: usize = 512;
/// What XBoard takes for the end of the connection.
const MISTAKEN: [&str; 6] =
    ["unknown host", "No remote directory", "not found", "No such file", "can't alloc", "Permission denied"];
/// Commands after which what is said depends on the time, or that are errors and change the game all the same.
const UNSTEADY: [&str; 16] = [
    "hard", "analyze", "st", "level", "time", "nps", "hint", "cores", "memory", "setboard", ".", "post", "pause",
    "edit", "lift", "hover",
];

/// Every command is obeyed or answered by one line that a client can read, every `ping` is answered, a game can be
/// played afterwards, and a command that is an error does not change what follows.
pub fn check(data: &[u8]) -> bool {
    let text = super::text(data);
    let (name, commands) = super::first_line(&text);
    let game = super::game(name).page.name;
    let mut hints = 0;
    let mut batches = Vec::new();
    let mut lines = commands.lines();
    while let Some(batch) = lines.next().filter(|_| batches.len() < MAX_COMMANDS) {
        let is_hint = batch.split_whitespace().next() == Some("hint");
        hints += usize::from(is_hint);
        if is_hint && hints > 1 {
            // A hint is a search of some length.
            continue;
        }
        batches.extend(harmless(batch, &mut lines));
    }
    let said = converse(game, &batches);
    let failed = |said: &[String]| said.iter().any(|line| is_error(line));
    let right: Vec<usize> = (0..batches.len()).filter(|&index| !failed(&said[index])).collect();
    let is_steady = |batch: &Vec<String>| !UNSTEADY.contains(&first_word(&batch[0]));
    if right.len() < batches.len() && batches.iter().all(is_steady) {
        let without: Vec<Vec<String>> = right.iter().map(|&index| batches[index].clone()).collect();
        let again = converse(game, &without);
        for (place, &index) in right.iter().enumerate() {
            assert_eq!(again[place], said[index], "{game} {batches:?}: {:?} without the errors", batches[index]);
        }
    }
    !right.is_empty()
}

fn first_word(command: &str) -> &str {
    command.split_whitespace().next().unwrap_or_default()
}

/// Whether a line complains of a command. To take an entry back from XBoard's list of moves looks like a complaint.
fn is_error(line: &str) -> bool {
    if ["Illegal move (taken back)", "Illegal move (entered again)"].iter().any(|start| line.starts_with(start)) {
        return false;
    }
    ["Error", "Illegal move", "tellusererror"].iter().any(|start| line.starts_with(start))
}

/// A command with those that must follow it at once; `None` if it takes long, needs much memory or ends the protocol.
fn harmless<'t>(command: &'t str, rest: &mut impl Iterator<Item = &'t str>) -> Option<Vec<String>> {
    let batch = |lines: &[&str]| Some(lines.iter().map(|&line| line.to_owned()).collect());
    let large = command.chars().filter(char::is_ascii_digit).count() > 1;
    match first_word(command) {
        "" | "quit" | "bench" | "help" => None,
        "memory" | "cores" if large => None,
        "option" if large || command.to_ascii_lowercase().contains("threads") => None,
        // Searches stay short.
        "new" => batch(&[command, "sd 2"]),
        "sd" => batch(&[command, "sd 2"]),
        // Nothing is answered in between.
        "pause" => batch(&[command, "resume"]),
        "edit" => {
            let mut lines = vec![command];
            lines.extend(rest.take(MAX_EDITS).take_while(|&line| line.trim() != "."));
            lines.push(".");
            batch(&lines)
        }
        _ => batch(&[command]),
    }
}

/// What is said to each batch of commands.
fn converse(game: &str, batches: &[Vec<String>]) -> Vec<Vec<String>> {
    let session = Catalogue::default().open_named(game).expect("a listed game");
    let variant = format!("variant {}", variant_name(session.spec()));
    let mut engine =
        Conversation::start(&["xboard", "protover 2", "memory 1", "new", &variant, "easy", "sd 2", "ping 0"]);
    check_lines(&engine.until("pong 0"), &engine);
    let mut said = Vec::new();
    for (number, batch) in (1..).zip(batches) {
        batch.iter().for_each(|command| engine.send(command));
        engine.send(&format!("ping {number}"));
        // The input may have pings, too.
        let lines = engine.until(&format!("pong {number}"));
        check_lines(&lines, &engine);
        said.push(lines);
    }
    for command in ["force", "exit", "new", &variant, "force"] {
        engine.send(command);
    }
    let m = session.view().legal_moves()[0];
    let text = bactrian::xboard::plies::plies(session.view(), m).swap_remove(0).text;
    let text = bactrian::xboard::notation::to_client(session.spec(), &text);
    engine.send("ping new");
    engine.until("pong new");
    engine.send(&format!("usermove {text}"));
    engine.send("ping end");
    let lines = engine.until("pong end");
    assert!(!lines.iter().any(|line| is_error(line)), "{lines:?}\n{}", engine.transcript());
    engine.close();
    said
}

/// Everything that is said can be read by a client.
fn check_lines(lines: &[String], engine: &Conversation) {
    for line in lines {
        let is_plain = line.len() < MAX_LINE && line.bytes().all(|c| (b' '..=b'~').contains(&c) || c == b'\t');
        let is_mistaken = MISTAKEN.iter().any(|phrase| line.contains(phrase));
        assert!(is_plain && !is_mistaken, "{line:?}\n{}", engine.transcript());
    }
}
