//! The identity of games: its text and hashes, on which files of users depend.

use std::collections::BTreeSet;

use bactrian::board::{Identity, Spec};
use bactrian::games::{self, Games, file};
use bactrian::session::Catalogue;

use crate::common::client::run;
use crate::common::data::game_files;

/// The text of each game with its hashes as `bactrian rules --identity` prints them, and the hash that versions before had.
const PINNED: &str = include_str!("data/identities.txt");

/// The game of a section of a text.
fn game(text: &str) -> &'static Spec {
    let loaded = Games::default().load_text("identity test", text).unwrap_or_else(|error| panic!("{text}: {error}"));
    loaded.specs.last().expect("a game")
}

/// The games with the names of the pinned ones.
fn pinned_game(name: &str) -> &'static Spec {
    games::built_in().find(|spec| spec.page.name == name).unwrap_or_else(|| {
        let is_it = |text: &String| text.contains(&format!("[{name}:")) || text.contains(&format!("[{name}]"));
        let text = game_files().into_iter().map(|file| file.text).find(is_it).unwrap_or_else(|| panic!("no {name}"));
        // Under a name of its own, because another test may load the file.
        let text = text.replace(&format!("[{name}"), &format!("[pinned-{name}"));
        game(&text)
    })
}

/// Whoever has to change this data orphans files of users: see the page `identity.md`.
#[test]
fn identities_are_pinned() {
    let blocks: Vec<&str> = PINNED.split("\n\n").filter(|block| !block.is_empty()).collect();
    for block in &blocks {
        let (name, rest) = block.split_once('\n').expect("a name and a text");
        let spec = pinned_game(name);
        let identity = spec.identity();
        let hashes = format!("# identity {}, rules {}", identity.hash(), spec.rules_hash());
        let own = format!("{}{hashes}, earlier {}", identity.text(), spec.earlier_rules_hash()).replace("pinned-", "");
        assert_eq!(own, rest.trim_end(), "{name}");
        assert_eq!(Identity::read(&identity.text()), Some(identity), "{name}");
    }
    for spec in games::built_in() {
        assert!(blocks.iter().any(|block| block.starts_with(&format!("{}\n", spec.page.name))), "{}", spec.page.name);
    }
    let texts: BTreeSet<String> = game_files().iter().map(|file| game_text(&file.text)).collect();
    assert_eq!(texts.len(), game_files().len(), "different games have different texts");
}

fn game_text(text: &str) -> String {
    game(&text.replacen('[', "[differs-", 1)).identity().text()
}

/// A game of a file that adds nothing to a built-in one is the same game, and numbers pieces and moves alike
/// if it has the same rules hash.
#[test]
fn games_that_inherit_all_are_the_same_game() {
    // A game of a file begins from one array.
    for spec in games::regular().filter(|spec| spec.page.arrays.is_none()) {
        let name = spec.page.name;
        let child = game(&format!("[heir-{name}:{name}]\n# Another name and a comment.\n"));
        assert_eq!(child.identity().text(), spec.identity().text());
        // Games whose pieces a file lists in another order share no networks, tables or records.
        let has_order = child.rules_hash() == spec.rules_hash();
        assert!(has_order || !["chess", "kingsmen"].contains(&name), "{name}");
        if !has_order {
            continue;
        }
        let [mut one, mut other] = [spec, child].map(|spec| Catalogue::default().open(spec));
        for turn in 0..40 {
            let moves = |session: &dyn bactrian::session::Session| {
                let mut bits: Vec<u32> = session.view().legal_moves().iter().map(|m| m.bits()).collect();
                bits.sort_unstable();
                bits
            };
            let (own, others) = (moves(&*one), moves(&*other));
            assert_eq!(own, others, "{name} after {turn} turns");
            let Some(&bits) = own.get(turn * 7 % own.len().max(1)) else { break };
            for session in [&mut one, &mut other] {
                let m = session.view().legal_moves().into_iter().find(|m| m.bits() == bits).expect("it is listed");
                session.play(m).expect("a legal move");
            }
        }
    }
}

/// A game with many rules, of which [`CHANGES`] changes one at a time.
const BASE: &str = "
[identity-base]
maxRank = 8
maxFile = 8
pawn = p
knight = n
bishop = b
rook = r
queen = q
soldier = s
janggiCannon = j
customPiece1 = c:fmWfceFifmnD
king = k
startFen = rnbqkbnr/pppppppp/2sjc3/8/8/2SJC3/PPPPPPPP/RNBQKBNR w KQkq - 0 1
promotionPieceTypes = qrbn
promotedPieceType = s:j
extinctionValue = loss
extinctionPieceTypes = *
extinctionPieceCount = 1
flagPiece = k
flagRegionWhite = *8
flagRegionBlack = *1
";

/// Settings in children of [`BASE`], and with what the key of the text begins that tells of it.
const CHANGES: [(&str, &str); 106] = [
    ("maxRank = 9\nstartFen = rnbqkbnr/pppppppp/2sjc3/8/8/8/2SJC3/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "maxRank"),
    ("maxFile = 9\nstartFen = rnbqkbnr1/pppppppp1/2sjc4/9/9/2SJC4/PPPPPPPP1/RNBQKBNR1 w KQkq - 0 1", "maxFile"),
    ("archbishop = a", "piece.A"),
    ("customPiece1 = c:fmWfceF", "piece.C"),
    ("customPiece1 = c:fmWfceFifmnA", "piece.C"),
    ("customPiece2 = x:NN", "piece.X"),
    ("king = k:KN", "piece.K"),
    ("queen = -\namazon = q\npromotionPieceTypes = qrbn", "piece.Q"),
    ("mobilityRegionWhiteKnight = *1 *2 *3", "mobilityRegionWhite.N"),
    ("mobilityRegionBlackSoldier = *1 *2 *3 *4 *5 *6", "mobilityRegionBlack.S"),
    ("mobilityRegionWhiteCustomPiece1 = c* d*", "mobilityRegionWhite.C"),
    ("mobilityRegionBlackKing = *8", "mobilityRegionBlack.K"),
    ("promotionRank = 7", "promotionRegionWhite"),
    ("doubleStepRank = 3", "doubleStepRegionWhite"),
    ("doubleStepRankMin = 1", "doubleStepRegionWhite"),
    ("whiteFlag = d5", "flagRegionWhite"),
    ("blackFlag = d4", "flagRegionBlack"),
    ("castlingRookPiece = n", "castlingWhiteKingside"),
    ("pawnTypes = c", "promotionPawnTypes"),
    ("startFen = rnbqkbnr/pppppppp/2sjc3/8/8/2SJC3/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "startFen"),
    ("startFen = rnbqkbnr/pppppppp/2sjc3/8/8/2SJC3/PPPPPPPP/RNBQKBNR w KQk - 0 1", "castlingBlackQueenside"),
    ("startFen = rnbqkbnr/pppppppp/2sjc3/8/8/2SJC3/PPPPPPPP/RNBQKBNR w KQkq - 5 1", "startFen"),
    ("promotionRegionWhite = *7 *8", "promotionRegionWhite"),
    ("promotionRegionBlack = a1", "promotionRegionBlack"),
    ("promotionPawnTypes = c", "promotionPawnTypes"),
    ("promotionPawnTypesWhite = pc", "promotionPawnTypesWhite"),
    ("promotionPawnTypesBlack = pc", "promotionPawnTypesBlack"),
    ("promotionPieceTypes = qr", "promotionPieceTypes"),
    ("promotionPieceTypesWhite = q", "promotionPieceTypesWhite"),
    ("promotionPieceTypesBlack = q", "promotionPieceTypesBlack"),
    ("promotionLimit = q:1", "promotionLimit"),
    ("promotedPieceType = s:q", "promotedPieceType"),
    ("piecePromotionOnCapture = true", "piecePromotionOnCapture"),
    ("piecePromotionOnEntry = true", "piecePromotionOnEntry"),
    ("mandatoryPawnPromotion = false", "mandatoryPawnPromotion"),
    ("mandatoryPiecePromotion = true", "mandatoryPiecePromotion"),
    ("doubleStep = false", "multiStepTypes"),
    ("doubleStepRegionWhite = *2 *3", "doubleStepRegionWhite"),
    ("doubleStepRegionBlack = -", "doubleStepRegionBlack"),
    ("tripleStepRegionWhite = *2", "tripleStepRegionWhite"),
    ("tripleStepRegionBlack = *7", "tripleStepRegionBlack"),
    ("enPassantRegion = *6 *3", "enPassantRegion"),
    ("enPassantRegionWhite = *6", "enPassantRegionWhite"),
    ("enPassantRegionBlack = -", "enPassantRegionBlack"),
    ("enPassantTypes = c", "enPassantTypes"),
    ("enPassantTypesWhite = p", "enPassantTypesWhite"),
    ("enPassantTypesBlack = c", "enPassantTypesBlack"),
    ("castling = false", "castlingBlackKingside"),
    ("castlingKingsideFile = f", "castlingBlackKingside"),
    ("castlingQueensideFile = b", "castlingWhiteQueenside"),
    ("castlingRank = 2", "castlingWhiteKingside"),
    ("castlingRookKingsideFile = g", "castlingWhiteKingside"),
    ("castlingRookQueensideFile = b", "castlingBlackQueenside"),
    ("castlingRookPieces = q", "castlingWhiteQueenside"),
    ("castlingRookPiecesWhite = b", "castlingWhiteKingside"),
    ("castlingRookPiecesBlack = n", "castlingBlackQueenside"),
    ("oppositeCastling = true", "oppositeCastling"),
    ("castlingWins = Kq", "castlingWins"),
    ("immobilityIllegal = true", "immobilityIllegal"),
    ("flyingGeneral = true", "flyingGeneral"),
    ("soldierPromotionRank = 5", "soldierPromotionRank"),
    ("nMoveRuleTypes = s", "nMoveRuleTypes"),
    ("nMoveRuleTypesWhite = -", "nMoveRuleTypes"),
    ("nMoveRuleTypesBlack = pc", "nMoveRuleTypesBlack"),
    ("nMoveRule = 70", "nMoveRule"),
    ("nFoldRule = 4", "nFoldRule"),
    ("nFoldValue = loss", "nFoldValue"),
    ("nFoldValue = loss\nnFoldValueAbsolute = true", "nFoldValueAbsolute"),
    ("pieceDrops = true", "pieceDrops"),
    ("capturesToHand = true", "capturesToHand"),
    ("capturesToHand = true\ndropLoop = true", "capturesToHand"),
    ("pieceDrops = true\nwhiteDropRegion = *1", "dropRegionWhite"),
    ("pieceDrops = true\nblackDropRegion = *1", "dropRegionBlack"),
    ("pieceDrops = true\ndropRegionWhite = *1", "dropRegionWhite"),
    ("pieceDrops = true\ndropRegionBlack = *1", "dropRegionBlack"),
    ("pieceDrops = true\nfirstRankPawnDrops = true", "firstRankPawnDrops"),
    ("pieceDrops = true\npromotionZonePawnDrops = true", "promotionZonePawnDrops"),
    ("pieceDrops = true\ndropPromoted = true", "dropPromoted"),
    ("pieceDrops = true\ndropNoDoubled = p", "dropNoDoubled"),
    ("pieceDrops = true\ndropNoDoubled = r\ndropNoDoubledCount = 2", "dropNoDoubled"),
    ("pieceDrops = true\ndropChecks = false", "dropChecks"),
    ("pieceDrops = true\nshogiPawn = z\nshogiPawnDropMateIllegal = true", "dropMateIllegal"),
    ("pieceDrops = true\ndropOppositeColoredBishop = true", "dropOppositeColored"),
    ("pieceDrops = true\nmustDrop = true", "mustDrop"),
    ("pieceDrops = true\nmustDrop = true\nmustDropType = n", "mustDrop"),
    ("pieceDemotion = true", "pieceDemotion"),
    ("checkCounting = true", "checkCounting"),
    ("mustCapture = true", "mustCapture"),
    ("checking = false", "checking"),
    ("perpetualCheckIllegal = true", "perpetualCheckIllegal"),
    ("stalemateValue = loss", "stalemateValue"),
    ("stalemateValue = loss\nstalematePieceCount = true", "stalematePieceCount"),
    ("extinctionPieceTypes = q", "extinctionPieceTypes"),
    ("extinctionValue = draw", "extinctionValue"),
    ("extinctionClaim = true", "extinctionClaim"),
    ("extinctionPieceCount = 2", "extinctionPieceCount"),
    ("extinctionOpponentPieceCount = 2", "extinctionOpponentPieceCount"),
    ("flagPieceWhite = q", "flagPieceWhite"),
    ("flagPieceBlack = *", "flagPieceBlack"),
    ("flagPiece = p", "flagPiece"),
    ("flagRegionWhite = e8", "flagRegionWhite"),
    ("flagRegionBlack = e1", "flagRegionBlack"),
    ("flagPieceCount = 2", "flagPieceCount"),
    ("flagPieceCount = 2\nflagPieceBlockedWin = true", "flagPieceBlockedWin"),
    ("flagMove = true", "flagMove"),
    ("flagPieceSafe = true", "flagPieceSafe"),
];

/// Keys that change no rule of [`BASE`] by themselves.
const OTHERS: [&str; 16] = [
    "title",
    "pieceNames",
    "pieceDrawings",
    // How castling is written.
    "chess960",
    "pieceValueMg",
    "pieceValueEg",
    "variantTemplate",
    "pieceToCharTable",
    "pocketSize",
    // Each side has one royal piece, which castles.
    "castlingKingFile",
    "castlingKingPiece",
    "castlingKingPieceWhite",
    "castlingKingPieceBlack",
    // Checkmate is always a loss.
    "checkmateValue",
    // Makes the pieces of extinctionPieceTypes royal.
    "extinctionPseudoRoyal",
    // The same for both sides; each has a change of its own.
    "flagRegion",
];

#[test]
fn a_change_of_any_key_is_told() {
    let base = game(BASE);
    let text = base.identity();
    for (number, (setting, key)) in CHANGES.iter().enumerate() {
        let changed = game(&format!("{BASE}\n[changed-{number}:identity-base]\n{setting}\n"));
        let differences = text.differences(&changed.identity());
        assert!(differences.iter().any(|line| line.starts_with(&format!("{key} was "))), "{setting}: {differences:?}");
        assert_ne!(changed.identity().hash(), text.hash(), "{setting}");
        // Positions are worth the same whichever side castles so, and wherever the game begins.
        let is_elsewhere = setting.starts_with("startFen ");
        assert_eq!(changed.rules_hash() == base.rules_hash(), is_elsewhere, "{setting}");
    }
    let help = file::help();
    let rules = help.split("\nRules:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("the keys");
    let keys = rules.lines().filter_map(|line| line.split_whitespace().next());
    for key in keys {
        let is_changed =
            CHANGES.iter().any(|(setting, _)| setting.lines().any(|line| line.starts_with(&format!("{key} ="))));
        assert!(is_changed || OTHERS.contains(&key), "{key} is not changed here");
    }
}

/// Games that are said in other words.
#[test]
fn one_game_has_one_identity() {
    let same = |one: &str, other: &str| {
        let [one, other] = [("identity-one", one), ("identity-other", other)]
            .map(|(name, text)| game(&text.replace("NAME", name)).identity());
        assert_eq!(one.text(), other.text());
    };
    // The order of keys, comments and spaces; ranks and squares; old keys.
    let mut lines: Vec<&str> = BASE.lines().skip(2).collect();
    lines.reverse();
    let reversed = lines.join("\n# A comment\n").replace(" = ", "=").replace("*8", "a8 b8 c8 d8 e8 f8 g8 h8");
    same(&BASE.replace("identity-base", "NAME"), &format!("[NAME]\n{reversed}\n"));
    same(
        "[NAME:chess]\npromotionRegionWhite = *7 *8\npromotionRegionBlack = *2 *1\n",
        "[NAME:chess]\npromotionRank = 7\n",
    );
    // Inherited or spelled out; keys of pieces or movements; a royal piece by another rule.
    let spelled =
        "[NAME]\npawn = p\nknight = n\nbishop = b\nrook = r\nqueen = q\nking = k\npromotionPieceTypes = nbrq\n";
    same("[NAME:chess]\n", spelled);
    same("[NAME:chess]\n", &spelled.replace("knight = n", "customPiece3 = n:vNsN"));
    same("[NAME:chess]\n", &spelled.replace("queen = q", "customPiece9 = q:BR").replace("king = k", "king = k:WF"));
    let royal = "king = -\ncommoner = k\ncastlingKingPiece = k\nextinctionValue = loss\nextinctionPseudoRoyal = true\n\
                 extinctionPieceTypes = k\n";
    same("[NAME:chess]\n", &format!("[NAME:chess]\n{royal}"));
    // Defaults that are said, values of pieces, names, and settings that have nothing to act on.
    same(
        "[NAME:chess]\n",
        "[NAME:chess]\nnMoveRule = 50\nstalemateValue = draw\npieceValueMg = q:900\ncastlingRank = 1\n",
    );
    same("[NAME:chess]\n", "[NAME:chess]\nsoldierPromotionRank = 5\nmandatoryPiecePromotion = true\nnFoldRule = 3\n");
    same(
        "[NAME:chess]\ncastling = false\n",
        "[NAME:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n",
    );
    // A parent that is a game of the file.
    same(
        "[NAME:chess]\nqueen = -\namazon = q\npromotionPieceTypes = qrbn\nnFoldRule = 0\n",
        "[identity-mother:chess]\nqueen = -\namazon = q\npromotionPieceTypes = qrbn\n[NAME:identity-mother]\nnFoldRule = 0\nnFoldValue = loss\n",
    );
}

#[test]
fn identities_are_printed() {
    let (status, page, _) = run(&["rules", "--identity"]);
    assert!(status == 0 && page.starts_with("# The identity of a game\n") && page.contains("`ownRules`"), "{page}");
    let (status, text, _) = run(&["rules", "--identity", "-v", "luotuoqi"]);
    assert_eq!(status, 0);
    assert!(PINNED.contains(text.trim_end()) && text.contains("\nownRules luotuoqi 1\n"), "{text}");
    // Each key of the text of any game is explained.
    for line in PINNED.split("\n\n").flat_map(|block| block.lines().skip(2)).filter(|line| !line.starts_with('#')) {
        let key = line.split([' ', '.']).next().expect("a key").replace("White", "").replace("Black", "");
        let key = if key.starts_with("castling") { "castlingWhiteKingside" } else { &key };
        assert!(page.contains(&format!("`{key}")), "{line}");
    }
}
