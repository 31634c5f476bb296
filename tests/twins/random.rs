//! Random games in the file's format: boards, pieces, promotion, steps, castling and whatever else a file may say.

use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use crate::reference;
use crate::reference::regular::position::Position;
use crate::reference::regular::reader::read;

/// The name and the text of a random game, always the same for the same seed. It begins with one royal man a side, nobody in check,
/// and a side to move that can move.
pub fn game(seed: u64) -> (String, String) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let name = format!("random{seed}");
    for _ in 0..1_000 {
        let text = Draft::new(&mut rng).text(&name);
        if Position::start(&read(&text)[0]).is_playable() {
            return (name, text);
        }
    }
    panic!("no playable game for seed {seed}");
}

/// Kinds that the format has by name.
const NAMED: [&str; 29] = [
    "knight",
    "bishop",
    "rook",
    "queen",
    "fers",
    "alfil",
    "fersAlfil",
    "silver",
    "aiwok",
    "bers",
    "archbishop",
    "chancellor",
    "amazon",
    "knibis",
    "biskni",
    "kniroo",
    "rookni",
    "lance",
    "shogiKnight",
    "gold",
    "dragonHorse",
    "cannon",
    "horse",
    "elephant",
    "janggiElephant",
    "banner",
    "wazir",
    "commoner",
    "centaur",
];

/// Pawns by name, and pawns in Betza's notation.
const NAMED_PAWNS: [&str; 5] = ["pawn", "pawn", "shogiPawn", "soldier", "breakthrough"];
const PAWNS: [&str; 12] = [
    "mfWcfF",
    "mfWcfeFifmnD",
    "mfFcfeWimfnA",
    "fsmWfceFifmnD",
    "fbmWfceFifmnD",
    "mflFcflW",
    "mfWcfeFimfR3",
    "mfWcfsF",
    "mfWcfeFcfeW",
    "fmWcfFcbF",
    "mfKcfF",
    "mfFcfeWimfB3",
];

/// Walks: horse, griffon, manticore, ship, falcon, rhino, hook mover, rose, crooked bishop and rook, and others.
const WALKS: [&str; 16] = [
    "mafsW",
    "FyafsF",
    "WyafsW",
    "FvyafsF",
    "afafsKafsafzfK",
    "WafsafW",
    "mRasR",
    "qN",
    "zB",
    "zR",
    "mqNcN",
    "afF",
    "afpW",
    "gafW",
    "pafsR",
    "imafsWN",
];

/// Royal men: the first three are usual kings.
const ROYALS: [&str; 9] = ["K", "K", "K", "KN", "WD", "FA", "N", "Q2", "KimN"];

struct Draft<'a> {
    rng: &'a mut SmallRng,
    files: i32,
    ranks: i32,
    lines: Vec<String>,
    letters: Vec<char>,
    customs: usize,
    /// By colour.
    royal: [char; 2],
    has_king: bool,
    /// Whether there can be other numbers of royal men than one on each side: none, or several.
    several: bool,
    pawns: [Vec<char>; 2],
    has_plain_pawn: bool,
    /// Whether there are initial movements, so that men other than plain pawns can be captured in passing.
    has_initial: bool,
    pieces: [Vec<char>; 2],
    /// Keys of kinds and their letters.
    keys: Vec<(String, char)>,
    /// The men of the first rank whose files are given, by file.
    home: [Vec<Option<char>>; 2],
    rights: String,
}

impl<'a> Draft<'a> {
    fn new(rng: &'a mut SmallRng) -> Self {
        let small = rng.random_ratio(1, 5);
        let files = if small { rng.random_range(3..6) } else { rng.random_range(6..=12) };
        let ranks = if small { rng.random_range(3..7) } else { rng.random_range(6..=10) };
        let mut letters: Vec<char> = ('a'..='z').filter(|c| !['k', 'p'].contains(c)).collect();
        letters.shuffle(rng);
        Self {
            rng,
            files,
            ranks,
            lines: vec![format!("maxRank = {ranks}"), format!("maxFile = {files}")],
            letters,
            customs: 0,
            royal: ['k'; 2],
            has_king: false,
            several: false,
            pawns: Default::default(),
            has_plain_pawn: false,
            has_initial: false,
            pieces: Default::default(),
            keys: Vec::new(),
            home: [vec![None; files as usize], vec![None; files as usize]],
            rights: String::new(),
        }
    }

    fn text(mut self, name: &str) -> String {
        self.choose_royals();
        self.choose_pawns();
        self.choose_pieces();
        self.choose_promotion();
        self.choose_steps();
        self.choose_mobility();
        self.choose_ends();
        self.choose_castling();
        let start = self.start();
        self.say("startFen", start);
        format!("[{name}]\n{}\n", self.lines.join("\n"))
    }

    fn say(&mut self, key: impl AsRef<str>, value: impl AsRef<str>) {
        self.lines.push(format!("{} = {}", key.as_ref(), value.as_ref()));
    }

    /// True once in so many times.
    fn once_in(&mut self, times: u32) -> bool {
        self.rng.random_ratio(1, times)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        *from.choose(self.rng).expect("something to choose from")
    }

    /// A non-empty subset in a random order.
    fn subset(&mut self, from: &[char]) -> String {
        let count = self.rng.random_range(1..=from.len());
        from.sample(self.rng, count).collect()
    }

    fn custom(&mut self, letter: char, betza: &str) {
        self.customs += 1;
        let key = format!("customPiece{}", self.customs);
        self.has_initial |= betza.contains('i');
        self.say(&key, format!("{letter}:{betza}"));
        self.keys.push((key, letter));
    }

    fn named(&mut self, letter: char, key: &str) {
        self.say(key, letter.to_string());
        self.keys.push((key.to_owned(), letter));
    }
}

/// Pieces.
impl Draft<'_> {
    /// A king, or for either side a man that is royal because it is the last of its kind.
    fn choose_royals(&mut self) {
        self.has_king = !self.once_in(4);
        if self.has_king {
            let betza = self.pick(&ROYALS);
            self.say("king", if betza == "K" { "k".to_owned() } else { format!("k:{betza}") });
            self.keys.push(("king".to_owned(), 'k'));
            return;
        }
        let betza = self.pick(&ROYALS[..8]);
        self.custom('k', betza);
        if self.once_in(2) {
            self.several = true;
            self.say("stalemateValue", "loss");
            if self.once_in(2) {
                self.say("extinctionPieceTypes", "k");
                self.say("extinctionPseudoRoyal", "true");
                self.say("extinctionValue", "loss");
                let count = self.rng.random_range(0..3);
                self.say("extinctionPieceCount", count.to_string());
            }
            return;
        }
        if self.once_in(2) {
            self.royal[1] = self.letters.pop().expect("a letter");
            let betza = self.pick(&ROYALS[..8]);
            self.custom(self.royal[1], betza);
        }
        let royals: String = if self.royal[0] == self.royal[1] { "k".to_owned() } else { self.royal.iter().collect() };
        self.say("extinctionPieceTypes", royals);
        self.say("extinctionPseudoRoyal", "true");
        self.say("extinctionValue", "loss");
    }

    fn choose_pawns(&mut self) {
        if self.once_in(8) {
            return;
        }
        let mut letter = 'p';
        for color in 0..2 {
            if color == 1 && !self.once_in(4) {
                self.pawns[1] = self.pawns[0].clone();
                return;
            }
            if self.once_in(2) {
                let betza = self.pick(&PAWNS);
                self.custom(letter, betza);
            } else {
                let key = self.pick(&NAMED_PAWNS);
                if self.keys.iter().any(|(other, _)| other == key) {
                    self.pawns[1] = self.pawns[0].clone();
                    return;
                }
                self.has_plain_pawn |= key == "pawn";
                self.named(letter, key);
            }
            self.pawns[color] = vec![letter];
            letter = self.letters.pop().expect("a letter");
        }
    }

    fn choose_pieces(&mut self) {
        let mut names = NAMED.to_vec();
        names.shuffle(self.rng);
        let count = self.rng.random_range(2..8);
        let mut all = Vec::new();
        for _ in 0..count {
            let letter = self.letters.pop().expect("a letter");
            if self.once_in(2) {
                let betza = self.betza();
                self.custom(letter, &betza);
            } else {
                let name = names.pop().expect("a name");
                self.named(letter, name);
            }
            all.push(letter);
        }
        if self.several {
            all.push('k');
        }
        self.pieces = [all.clone(), all.clone()];
        if self.once_in(3) {
            for color in 0..2 {
                self.pieces[color] = self.subset(&all).chars().collect();
            }
        }
    }

    /// One to three atoms. No two of them share lines, whether for moving or for capturing: Fairy-Stockfish would mix
    /// up their ranges.
    fn betza(&mut self) -> String {
        let mut text = String::new();
        if self.once_in(4) {
            text += &self.walk();
        }
        let mut classes = ['+', 'x', 'N', 'C', 'Z'];
        classes.shuffle(self.rng);
        for class in &classes[..self.rng.random_range(1..=3)] {
            let (quiet, capturing) = match self.rng.random_range(0..5) {
                0 => (true, false),
                1 => (false, true),
                2 => {
                    text += &self.atom(*class, "m");
                    text += &self.atom(*class, "c");
                    continue;
                }
                _ => (true, true),
            };
            let modality = if quiet == capturing {
                ""
            } else if quiet {
                "m"
            } else {
                "c"
            };
            text += &self.atom(*class, modality);
        }
        text
    }

    /// A walk: one that is known, or one of two or three legs.
    fn walk(&mut self) -> String {
        if self.once_in(2) {
            return self.pick(&WALKS).to_owned();
        }
        let is_long = self.once_in(3);
        // Long walks do not slide: those with very many ways are refused.
        let changing: &[&str] = if is_long { &[] } else { &["y", "vg", "ly"] };
        let first = [&["", "", "m", "p", "mp", "f", "vm", "fs"], changing].concat();
        let mut text = self.pick(&first).to_owned();
        let turns = ["f", "fs", "s", "fl", "r", "fh", "bs", "fz", "q", "fq"];
        if is_long {
            text += "a";
            text += self.pick(&turns);
            text += self.pick(&["", "m", "p", "mp"]);
        }
        text += "a";
        text += self.pick(&turns);
        text += self.pick(&["", "", "", "m", "c", "p", "g"]);
        let may_slide = !is_long && !text.contains(['p', 'g']);
        text + self.pick(if may_slide {
            &["R", "B", "F0", "W2", "K2"]
        } else {
            &["W", "F", "K", "D", "N", "A", "C", "W2"]
        })
    }

    /// An atom of a class: straight, diagonal, or oblique by its letter.
    fn atom(&mut self, class: char, modality: &str) -> String {
        let atoms: &[&str] = match class {
            '+' => &["W", "D", "H", "R", "R3", "R5", "nD", "DD", "pR", "gR", "D2"],
            'x' => &["F", "A", "G", "B", "B3", "B5", "nA", "AA", "pB", "gB", "A2"],
            'N' => &["N", "N", "nN", "NN", "N2"],
            'C' => &["C", "L", "CC"],
            _ => &["Z", "J", "nZ"],
        };
        let atom = self.pick(atoms);
        let straight: &[&str] = &["f", "b", "s", "l", "r", "v", "fs", "bl", "fr", "vl"];
        let diagonal: &[&str] = &["f", "b", "l", "r", "fr", "fl", "bl", "br"];
        let oblique: &[&str] = &["f", "b", "s", "v", "fs", "fh", "bh", "rh", "fl", "rf", "ff", "bs", "lv", "hr", "hl"];
        let directions = match class {
            _ if !self.once_in(3) => "",
            '+' => self.pick(straight),
            'x' => self.pick(diagonal),
            _ => self.pick(oblique),
        };
        format!("{modality}{directions}{atom}")
    }
}

/// Rules.
impl Draft<'_> {
    /// The last ranks of a side, as a region.
    fn last_ranks(&mut self, color: usize, most: i32) -> String {
        let count = self.rng.random_range(1..=most.min(self.ranks - 1));
        let ranks = (0..count).map(|n| if color == 0 { self.ranks - n } else { n + 1 });
        ranks.map(|rank| format!("*{rank}")).collect::<Vec<_>>().join(" ")
    }

    fn random_squares(&mut self) -> String {
        let count = self.rng.random_range(1..=self.files * self.ranks / 2);
        let mut squares: Vec<String> = (0..count)
            .map(|_| (self.rng.random_range(0..self.files), self.rng.random_range(1..=self.ranks)))
            .map(|(file, rank)| format!("{}{rank}", char::from(b'a' + file as u8)))
            .collect();
        if self.once_in(2) {
            squares.push(format!("{}*", char::from(b'a' + self.rng.random_range(0..self.files) as u8)));
        }
        squares.join(" ")
    }

    fn choose_promotion(&mut self) {
        for (color, side) in ["White", "Black"].into_iter().enumerate() {
            let region = if self.once_in(6) { self.random_squares() } else { self.last_ranks(color, 3) };
            self.say(format!("promotionRegion{side}"), region);
            let pawns: String =
                if self.pawns[color].is_empty() { "-".to_owned() } else { self.pawns[color].iter().collect() };
            self.say(format!("promotionPawnTypes{side}"), pawns);
        }
        let all: Vec<char> = [self.pieces[0].as_slice(), &self.pieces[1]].concat();
        let mut chosen_by_pawns = String::new();
        for (color, side) in ["White", "Black"].into_iter().enumerate() {
            let pieces = self.pieces[color].clone();
            let chosen = if self.once_in(8) { "-".to_owned() } else { self.subset(&pieces) };
            chosen_by_pawns += &chosen;
            self.say(format!("promotionPieceTypes{side}"), chosen);
        }
        if self.once_in(3) {
            let limited = self.subset(&all);
            let mut limited: Vec<char> = limited.chars().collect();
            limited.sort();
            limited.dedup();
            let limits: Vec<String> = limited.iter().map(|c| format!("{c}:{}", self.rng.random_range(1..4))).collect();
            self.say("promotionLimit", limits.join(" "));
        }
        if self.once_in(3) {
            let mut from: Vec<char> = [all.as_slice(), &self.pawns[0], &self.pawns[1]].concat();
            from.sort();
            from.dedup();
            let from = self.subset(&from);
            let pairs: Vec<(char, char)> = from.chars().map(|c| (c, self.pick(&all))).collect();
            // What a pawn may choose it must not become as a piece as well.
            let is_pawn = |c: &char| self.pawns.iter().any(|pawns| pawns.contains(c));
            let pairs = pairs.iter().filter(|(c, to)| c != to && !(is_pawn(c) && chosen_by_pawns.contains(*to)));
            let pairs: Vec<String> = pairs.map(|(c, to)| format!("{c}:{to}")).collect();
            if !pairs.is_empty() {
                self.say("promotedPieceType", pairs.join(" "));
            }
            for key in ["mandatoryPiecePromotion", "piecePromotionOnCapture", "piecePromotionOnEntry"] {
                let value = self.once_in(3);
                self.say(key, value.to_string());
            }
        }
        let mandatory = !self.once_in(3);
        self.say("mandatoryPawnPromotion", mandatory.to_string());
        let immobility = self.once_in(4);
        self.say("immobilityIllegal", immobility.to_string());
    }

    fn choose_steps(&mut self) {
        let single = self.once_in(4);
        if single {
            self.say("doubleStep", "false");
        }
        for color in 0..2 {
            let side = ["White", "Black"][color];
            let second = if color == 0 { 2 } else { self.ranks - 1 };
            let third = if color == 0 { 3 } else { self.ranks - 2 };
            let region = match self.rng.random_range(0..6) {
                0 => self.random_squares(),
                1 => format!("*{second} *{third}"),
                _ => format!("*{second}"),
            };
            if !single {
                self.say(format!("doubleStepRegion{side}"), region);
            }
            if self.once_in(3) {
                self.say(format!("tripleStepRegion{side}"), format!("*{second}"));
            }
        }
        if !self.has_initial && self.once_in(4) {
            let region = self.random_squares();
            self.say("enPassantRegion", region);
        }
        for (color, side) in ["White", "Black"].into_iter().enumerate() {
            let mut types: String = if self.has_plain_pawn { "p".to_owned() } else { String::new() };
            types.extend(self.pawns[color].iter().filter(|c| !types.contains(**c)).copied().collect::<Vec<_>>());
            if self.once_in(4) {
                types.push(self.pick(&self.pieces[color].clone()));
            }
            // Without a word the default holds: the plain pawn, and what Betza's `e` marks.
            if !types.is_empty() && self.once_in(2) {
                self.say(format!("enPassantTypes{side}"), types);
            }
            let mut resets: Vec<char> = self.pieces[color].clone();
            resets.extend(&self.pawns[color]);
            let resets = self.subset(&resets);
            self.say(format!("nMoveRuleTypes{side}"), resets);
        }
    }

    /// Palaces and rivers for some kinds, but for no plain pawns.
    fn choose_mobility(&mut self) {
        if !self.once_in(4) {
            return;
        }
        for (key, _) in self.keys.clone() {
            if key == "pawn" || !self.once_in(3) {
                continue;
            }
            for (color, side) in ["White", "Black"].into_iter().enumerate() {
                let ranks = self.rng.random_range(2..=self.ranks);
                let own = (1..=ranks).map(|n| if color == 0 { n } else { self.ranks + 1 - n });
                let region: Vec<String> = own.map(|rank| format!("*{rank}")).collect();
                let name = key[..1].to_ascii_uppercase() + &key[1..];
                self.say(format!("mobilityRegion{side}{name}"), region.join(" "));
            }
        }
    }

    fn choose_ends(&mut self) {
        if self.has_king && self.once_in(6) {
            self.say("flyingGeneral", "true");
        }
        if self.keys.iter().any(|(key, _)| key == "soldier") {
            let rank = self.rng.random_range(1..=self.ranks);
            self.say("soldierPromotionRank", rank.to_string());
        }
        if self.has_king && self.once_in(8) {
            self.say("extinctionValue", "loss");
            self.say("extinctionPieceTypes", "*");
            self.say("extinctionPieceCount", "1");
            self.say("extinctionOpponentPieceCount", "2");
            let claim = self.once_in(2);
            self.say("extinctionClaim", claim.to_string());
        }
        if self.once_in(8) {
            for (color, side) in ["White", "Black"].into_iter().enumerate() {
                self.say(format!("flagPiece{side}"), self.royal[color].to_string());
                let region = self.last_ranks(color, 1);
                self.say(format!("flagRegion{side}"), region);
            }
            for key in ["flagMove", "flagPieceSafe", "flagPieceBlockedWin"] {
                let holds = self.once_in(3);
                self.say(key, holds.to_string());
            }
            let count = if self.several { self.rng.random_range(1..3) } else { 1 };
            self.say("flagPieceCount", count.to_string());
        } else if self.has_king && self.once_in(8) {
            let all = self.pieces[0].clone();
            let kinds = self.subset(&all);
            self.say("extinctionValue", "win");
            self.say("extinctionPieceTypes", kinds);
            let count = self.rng.random_range(0..2);
            self.say("extinctionPieceCount", count.to_string());
        }
        for (key, value) in [("mustCapture", "true"), ("checking", "false")] {
            if self.once_in(8) {
                self.say(key, value);
            }
        }
    }
}

/// The array.
impl Draft<'_> {
    /// Puts king and rooks on the first rank, for one side or both, and says how they castle.
    fn choose_castling(&mut self) {
        let king = self.rng.random_range(0..self.files);
        for color in 0..2 {
            let file = if self.once_in(5) { self.rng.random_range(0..self.files) } else { king };
            self.home[color][file as usize] = Some(self.royal[color]);
        }
        let same_file = self.home[0][king as usize].is_some() && self.home[1][king as usize].is_some();
        if self.once_in(3) || !same_file {
            self.say("castling", "false");
            return;
        }
        let rooks = [0, 1].map(|color| self.pick(&self.pieces[color].clone()));
        self.say("castlingKingFile", file_name(king));
        for (color, side) in ["White", "Black"].into_iter().enumerate() {
            if self.royal[color] != 'k' || !self.has_king {
                self.say(format!("castlingKingPiece{side}"), self.royal[color].to_string());
            }
            self.say(format!("castlingRookPieces{side}"), rooks[color].to_string());
        }
        for (is_kingside, side) in [(true, "Kingside"), (false, "Queenside")] {
            let files: Vec<i32> = if is_kingside { (king + 1..self.files).collect() } else { (0..king).collect() };
            // Without room on a side the king stays away from it.
            let goal = files.choose(self.rng).copied().unwrap_or(king);
            self.say(format!("castling{side}File"), file_name(goal));
            let Some(&rook) = files.choose(self.rng) else { continue };
            self.say(format!("castlingRook{side}File"), file_name(rook));
            for (color, kind) in rooks.into_iter().enumerate() {
                if !self.once_in(6) {
                    self.home[color][rook as usize] = Some(kind);
                    let right = if is_kingside { 'K' } else { 'Q' };
                    self.rights.push(if color == 0 { right } else { right.to_ascii_lowercase() });
                }
            }
        }
    }

    fn start(&mut self) -> String {
        let mirrored = self.once_in(2) && self.pieces[0] == self.pieces[1] && self.pawns[0] == self.pawns[1];
        let density = self.rng.random_range(4..=9);
        let has_second = self.ranks >= 5 && self.once_in(3);
        let first = [0, 1].map(|color| self.first_rank(color, density));
        let second = [0, 1].map(|color| self.rank_of(&self.pieces[color].clone(), if has_second { 4 } else { 0 }));
        let pawns = [0, 1].map(|color| self.rank_of(&self.pawns[color].clone(), density));
        let mut sides = [0, 1].map(|color| vec![first[color].clone(), second[color].clone(), pawns[color].clone()]);
        if mirrored {
            let white = sides[0].clone();
            sides[1][1..].clone_from_slice(&white[1..]);
        }
        if !has_second {
            sides.iter_mut().for_each(|ranks| _ = ranks.remove(1));
        }
        let empty = vec![None; self.files as usize];
        let room = (self.ranks as usize - 1) / 2;
        let mut rows: Vec<String> = sides[1].iter().take(room).map(|row| row_text(row, false)).collect();
        let own: Vec<String> = sides[0].iter().take(room).map(|row| row_text(row, true)).collect();
        rows.resize(self.ranks as usize - own.len(), row_text(&empty, true));
        rows.extend(own.into_iter().rev());
        let rights = if self.rights.is_empty() { "-" } else { &self.rights };
        format!("{} w {rights} - 0 1", rows.join("/"))
    }

    fn first_rank(&mut self, color: usize, density: u32) -> Vec<Option<char>> {
        let others = self.rank_of(&self.pieces[color].clone(), density);
        self.home[color].iter().zip(others).map(|(&fixed, other)| fixed.or(other)).collect()
    }

    /// A rank with men of these letters on so many of ten squares.
    fn rank_of(&mut self, letters: &[char], density: u32) -> Vec<Option<char>> {
        (0..self.files)
            .map(|_| if self.rng.random_ratio(density, 10) { letters.choose(self.rng).copied() } else { None })
            .collect()
    }
}

fn file_name(file: i32) -> String {
    char::from(b'a' + file as u8).to_string()
}

/// A rank as FEN has it.
fn row_text(row: &[Option<char>], is_white: bool) -> String {
    let letter = |c: char| if is_white { c.to_ascii_uppercase() } else { c };
    reference::row_text(row.iter().map(|man| man.map(|c| letter(c).to_string())))
}
