//! The rule page of a game of a file.

use std::fmt::Write;

use super::draft::Draft;
use super::pieces::{JANGGI_CANNON, KING, PAWN, SOLDIER};
use super::texts::rights_text;
use super::words::in_words;
use crate::board::{Castling, CastlingRules, NO_CLOCK_LIMIT, usual_name, whole_ranks};
use crate::types::{Bitboard, Color, Kind, KindSet, Verdict};

impl Draft {
    /// One line about the game: the first sentence of its author, or what it is.
    pub fn summary(&self) -> String {
        /// The longest summary, in characters.
        const MOST: usize = 110;
        let has_words = |line: &&String| line.chars().any(char::is_alphanumeric);
        let lines: Vec<&str> = self
            .comment
            .iter()
            .skip_while(|line| !has_words(line))
            .take_while(has_words)
            .map(|line| line.trim())
            .collect();
        let paragraph = lines.join(" ");
        let sentence = paragraph.split_inclusive(". ").next().unwrap_or_default().trim();
        let shortened = || {
            let start: String = sentence.chars().take(MOST).collect();
            format!("{} ...", start.rsplit_once(' ').map_or(start.as_str(), |(words, _)| words))
        };
        let own = match sentence.chars().count() {
            0 => None,
            1..=MOST => Some(sentence.to_owned()),
            _ => Some(shortened()),
        };
        own.unwrap_or_else(|| match &self.parent {
            Some(parent) => format!("A game from a file, derived from {parent}"),
            None => "A game from a file".to_owned(),
        })
    }

    /// The rule page as Markdown: what its author says, then what follows from the settings.
    pub fn page(&self) -> String {
        let mut page = format!("# {}\n\n", self.title());
        if !self.comment.is_empty() {
            page += &self.comment.join("\n");
            page += "\n\n";
        }
        let sections: [(&str, Vec<String>); 7] = [
            ("Board", self.board_lines()),
            ("Pieces", self.piece_lines()),
            ("Pawns", self.pawn_lines()),
            ("Promotion", self.promotion_lines()),
            ("Pieces in hand", self.hand_lines()),
            ("Castling", self.castling_lines()),
            ("End of the game", self.end_lines()),
        ];
        for (title, lines) in sections.into_iter().filter(|(_, lines)| !lines.is_empty()) {
            // Writing to a text cannot fail.
            let _ = writeln!(page, "## {title}\n");
            lines.iter().for_each(|line| page += &format!("* {line}\n"));
            page.push('\n');
        }
        page.truncate(page.trim_end().len());
        page.push('\n');
        page
    }

    fn board_lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("{} files and {} ranks.", self.files, self.ranks),
            format!("Start position: `{}`", self.start),
        ];
        if let Some(parent) = &self.parent {
            lines.push(format!("The rules are those of {parent} but for what the file says."));
        }
        lines
    }

    fn piece_lines(&self) -> Vec<String> {
        let royals = self.royals();
        let line = |slot: usize| {
            let betza = self.movement(slot);
            let is_counted = !self.has_one_royal() && slot != KING;
            let royal = match royals.has(Kind::new(slot)) {
                true if is_counted => {
                    let limit = self.laws.extinction.royal_limit();
                    let is_always = limit >= self.board().count();
                    let time =
                        if is_always { String::new() } else { format!(" while its side has at most {limit} of it") };
                    format!(" It is royal{time}: none may be left where it can be captured.")
                }
                true => " It is royal: its loss is the loss of the game.".to_owned(),
                false => String::new(),
            };
            format!("**{}** ({}, `{betza}`): {}{royal}", self.kind_name(slot), self.text(slot), in_words(betza))
        };
        let mut lines: Vec<String> = self.kinds().into_iter().map(line).collect();
        for (slot, color) in self.kinds().into_iter().flat_map(|slot| Color::BOTH.map(|color| (slot, color))) {
            let squares = self.laws.mobility[color.index()][slot];
            if squares != Bitboard::FULL {
                let (owner, name, squares) = (color.name(), self.kind_name(slot), self.squares(squares));
                lines.push(format!("{owner}'s {name} keeps to {squares}."));
            }
        }
        if self.laws.soldier_rank > 0 && self.texts[SOLDIER].is_some() {
            lines.push(format!("Soldiers move sideways only from their rank {} on.", self.laws.soldier_rank + 1));
        }
        if self.texts[JANGGI_CANNON].is_some() {
            lines.push(format!("{} hops neither over nor to its own kind.", self.kind_name(JANGGI_CANNON)));
        }
        if self.laws.immobility_illegal {
            lines.push("No piece goes where it could never move again.".to_owned());
        }
        if self.laws.kings_may_not_face.is_some() && self.texts[KING].is_some() {
            let king = self.kind_name(KING);
            lines.push(format!("One {king} may not face another on an open file or rank."));
        }
        lines
    }

    fn pawn_lines(&self) -> Vec<String> {
        if self.texts[PAWN].is_none() {
            return Vec::new();
        }
        let mut lines = Vec::new();
        for color in Color::BOTH {
            let steps =
                [(2, self.double_steps(color.index())), (3, self.laws.triple_region[color.index()] & self.board())];
            for (length, squares) in steps.into_iter().filter(|(_, squares)| squares.any()) {
                let (owner, squares) = (color.name(), self.squares(squares));
                lines.push(format!("{owner}'s pawns may step {length} squares from {squares}."));
            }
        }
        if lines.is_empty() {
            lines.push("Pawns step one square at a time.".to_owned());
        }
        lines
    }

    fn promotion_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let promotions = self.promotions();
        for color in Color::BOTH {
            let (pawns, kinds) = (self.pawns(color.index()), self.laws.promotion_kinds[color.index()]);
            let region = self.laws.promotion_region[color.index()] & self.board();
            let (owner, squares) = (color.name(), self.squares(region));
            if !self.names_of(kinds, "or").is_empty() && !self.names_of(pawns, "and").is_empty() && region.any() {
                let must = if self.laws.pawns_must_promote { "must" } else { "may" };
                let (pawns, kinds) = (self.names_of(pawns, "and"), self.names_of(kinds, "or"));
                lines.push(format!("{owner}'s {pawns} {must} promote on {squares}, to {kinds}."));
            }
            if !promotions.is_empty() && region.any() {
                let how = if self.laws.promotion_on_entry {
                    "into, and captures in or out of,"
                } else {
                    "into, in or out of"
                };
                lines.push(format!("{owner}'s other promotions are made by moves {how} {squares}."));
            }
        }
        for (from, to) in promotions {
            let is_pawn = self.laws.promotion_pawns.iter().any(|kinds| kinds.has(from));
            let must =
                if is_pawn && self.laws.pawns_must_promote || self.laws.pieces_must_promote { "must" } else { "may" };
            let capture = if self.laws.promotion_on_capture { ", as it captures" } else { "" };
            lines.push(format!(
                "{} {must} promote to {}{capture}.",
                self.kind_name(from.index()),
                self.kind_name(to.index())
            ));
        }
        for slot in self.kinds() {
            let limit = self.laws.promotion_limits[slot];
            if limit > 0 {
                lines.push(format!("No promotion gives a side more than {limit} of {}.", self.kind_name(slot)));
            }
        }
        lines
    }

    fn hand_lines(&self) -> Vec<String> {
        let rules = &self.laws.drops;
        let mut lines = Vec::new();
        let mut line = |holds: bool, text: &str| lines.extend(holds.then(|| text.to_owned()));
        line(
            rules.captures_to_hand,
            "A captured piece goes to the hand of the side that captures it, and is that side's from then on.",
        );
        line(
            rules.demotes_captured(),
            "A promoted piece is again in hand what it was before; FENs have it with `+` or `~`.",
        );
        line(self.laws.demotes, "Promoted pieces change back by moves that would promote others.");
        if !rules.allowed {
            return lines;
        }
        line(true, "In place of a move a side may drop a piece from its hand on an empty square (`N@e4`).");
        line(rules.promoted, "Pieces can be dropped as their promoted forms.");
        line(!rules.checks, "Drops do not give check.");
        line(rules.must_drop, "A side that can drop a piece that it must drop does nothing else.");
        line(rules.balanced.is_some(), "Bishops are dropped on squares of both colours alike.");
        if self.texts[PAWN].is_some() {
            line(!rules.pawns_on_first_rank, "Pawns are not dropped on the first rank.");
            line(!rules.pawns_in_promotion_region, "Pawns are not dropped where they promote.");
        }
        for color in Color::BOTH {
            let squares = rules.region[color.index()] & self.board();
            if squares != self.board() {
                lines.push(format!("{} drops on {}.", color.name(), self.squares(squares)));
            }
        }
        if let Some(kind) = rules.not_doubled.filter(|&kind| self.has(kind)) {
            let (name, most) = (self.kind_name(kind.index()), rules.most_on_file);
            lines.push(format!("No {name} is dropped on a file with {most} of its side."));
        }
        if let Some(kind) = rules.mates_not.filter(|&kind| self.has(kind)) {
            lines.push(format!("No {} is dropped to give mate.", self.kind_name(kind.index())));
        }
        lines
    }

    fn castling_lines(&self) -> Vec<String> {
        let line = |castling: Castling| {
            let [king, king_to, rook, rook_to] =
                [castling.king_from, castling.king_to, castling.rook_from, castling.rook_to].map(usual_name);
            let side = if castling.letter.eq_ignore_ascii_case(&'K') { "kingside" } else { "queenside" };
            format!("{}, {side}: king {king} to {king_to}, rook {rook} to {rook_to}.", castling.color.name())
        };
        let mut lines: Vec<String> = super::castling::of(self).into_iter().flatten().map(line).collect();
        let CastlingRules { opposite, wins, .. } = self.laws.castling;
        if opposite {
            lines.push("Castling ends the other side's right to castle on the same wing.".to_owned());
        }
        if wins != 0 {
            let letters = rights_text(wins);
            lines.push(format!(
                "Castling by a right of `{letters}` wins; a side that has lost all of its own of these loses."
            ));
        }
        lines
    }

    fn end_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let laws = &self.laws;
        if !self.royals().is_empty() {
            lines.push("A side in checkmate loses.".to_owned());
        }
        if !laws.checks_allowed {
            lines.push("No move may give check.".to_owned());
        }
        if laws.must_capture {
            lines.push("Who can capture must capture.".to_owned());
        }
        lines.push(match (laws.stalemate, laws.stalemate_counts) {
            (verdict @ (Verdict::Win | Verdict::Loss), true) => {
                format!("Stalemate is {}; with equal numbers a draw.", result(verdict, "the side with fewer pieces"))
            }
            (verdict, _) => format!("Stalemate is {}.", result(verdict, "the side without moves")),
        });
        if laws.repetitions > 0 {
            let whom = if laws.repetition_for_white { "White" } else { "the side to move" };
            let result = result(laws.repetition, whom);
            lines.push(format!("A position that occurs {} times is {result}.", laws.repetitions));
        }
        if laws.repetitions > 0 && laws.perpetual_check_loses {
            lines.push("If one side gave check with each move since, that side loses instead.".to_owned());
        }
        if laws.counts_checks {
            lines.push(
                "A side wins by giving the number of checks that the start position says, White's first.".to_owned(),
            );
        }
        if laws.clock_limit != NO_CLOCK_LIMIT {
            let names = self.names_of(KindSet(laws.clock_kinds[0].0 | laws.clock_kinds[1].0), "or");
            let kinds = if names.is_empty() { names } else { format!(" or move of a {names}") };
            lines.push(format!("{} moves of each side without capture{kinds} are a draw.", laws.clock_limit / 2));
        }
        let rule = &laws.extinction;
        if let Some(verdict) = rule.verdict.filter(|_| rule.ends_games()) {
            lines.push(self.extinction_line(verdict));
        }
        lines.extend(self.goal_lines());
        lines
    }

    /// What a lack of pieces is worth.
    fn extinction_line(&self, verdict: Verdict) -> String {
        let rule = &self.laws.extinction;
        let result = result(verdict, "that side");
        let (kinds, claim) = match rule.kinds {
            KindSet::ALL => ("pieces, the king included,".to_owned(), ""),
            kinds => (self.names_of(kinds, "or"), " of it"),
        };
        let number = if rule.most == 0 { "no".to_owned() } else { format!("at most {}", rule.most) };
        let opponent = match rule.opponent {
            0 => String::new(),
            needed => format!(", if the other side has at least {needed}{claim}"),
        };
        let answer = if rule.is_claimed { "; it may answer first by making the other side lack them too" } else { "" };
        format!("Having {number} {kinds} is {result}{opponent}{answer}.")
    }

    /// What wins by reaching a goal.
    fn goal_lines(&self) -> Vec<String> {
        let laws = &self.laws;
        let mut lines = Vec::new();
        for color in Color::BOTH {
            let squares = laws.flag_region[color.index()] & self.board();
            if squares.is_empty() {
                continue;
            }
            let kinds = laws.flag_kinds[color.index()];
            let piece = match (kinds, laws.flag_count) {
                (KindSet::ALL, 1) => "any piece".to_owned(),
                (KindSet::ALL, count) => format!("{count} pieces"),
                (kinds, 1) => self.names_of(kinds, "or"),
                (kinds, count) => format!("{count} of {}", self.names_of(kinds, "or")),
            };
            lines.push(format!("{} wins by bringing {piece} to {}.", color.name(), self.squares(squares)));
        }
        if lines.is_empty() {
            return lines;
        }
        for (holds, text) in [
            (laws.flag_blocked_wins, "Fewer pieces win as well if no square there is empty."),
            (laws.flag_safe, "Only pieces that cannot be captured at once win."),
            (laws.flag_answered && !laws.flag_safe, "The other side may answer once before they win."),
            (laws.flag_answered && laws.flag_safe, "Others win if the answer leaves them there."),
        ] {
            lines.extend(holds.then(|| text.to_owned()));
        }
        lines
    }

    /// How a kind is written.
    fn text(&self, slot: usize) -> String {
        self.texts[slot]
            .map_or_else(String::new, |text| format!("{}{}", if text.crowned { "+" } else { "" }, text.letter))
    }

    /// The names of the kinds of a set, the last after this word.
    fn names_of(&self, kinds: KindSet, last_word: &str) -> String {
        let present = kinds.kinds().filter(|&kind| self.has(kind));
        let names: Vec<String> = present.map(|kind| self.kind_name(kind.index())).collect();
        match &names[..] {
            [] => String::new(),
            [one] => one.clone(),
            [more @ .., last] => format!("{} {last_word} {last}", more.join(", ")),
        }
    }

    /// A set of squares in words: whole ranks, or the squares.
    fn squares(&self, squares: Bitboard) -> String {
        let (whole, rest) = whole_ranks(self.board(), squares);
        let ranks: Vec<String> = whole.iter().map(|rank| (rank + 1).to_string()).collect();
        let mut words = Vec::new();
        match &ranks[..] {
            [] => {}
            [one] => words.push(format!("rank {one}")),
            [more @ .., last] => words.push(format!("ranks {} and {last}", more.join(", "))),
        }
        words.extend(rest.into_iter().map(usual_name));
        words.join(" ")
    }
}

fn result(verdict: Verdict, whom: &str) -> String {
    match verdict {
        Verdict::Win => format!("a win for {whom}"),
        Verdict::Loss => format!("a loss for {whom}"),
        Verdict::Draw => "a draw".to_owned(),
    }
}
