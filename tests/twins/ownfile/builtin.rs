//! The games that a file may name as parents without defining them.

/// Their rules in the file's format. Crowned pieces have letters of their own here.
pub const BUILT_IN: &str = "
[chess]
pawn = p
knight = n
bishop = b
rook = r
queen = q
king = k
promotionPieceTypes = qrbn

[capablanca:chess]
maxFile = 10
archbishop = a
chancellor = c
startFen = rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1
promotionPieceTypes = qcarbn
castlingKingsideFile = i
castlingQueensideFile = c

[gothic:capablanca]
startFen = rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1

[janus:capablanca]
chancellor = -
archbishop = j
startFen = rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1
promotionPieceTypes = qjrbn
castlingQueensideFile = b

[januskamil:chess]
maxFile = 12
maxRank = 10
archbishop = j
customPiece1 = c:C
startFen = crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRC w KQkq - 0 1
promotionRegionWhite = *10
promotionRegionBlack = *1
promotionPieceTypes = qjrbnc
doubleStepRegionBlack = *9
tripleStepRegionWhite = *2
tripleStepRegionBlack = *9
castlingKingFile = g
castlingKingsideFile = j
castlingQueensideFile = c
castlingRookKingsideFile = k
castlingRookQueensideFile = b

[ajaxcapa:chess]
maxFile = 10
customPiece1 = n:NmWmF
customPiece2 = b:BmW
customPiece3 = r:RmF
customPiece4 = a:BNmW
customPiece5 = c:RNmF
startFen = rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1
promotionPieceTypes = qrbnac
castlingKingFile = f
castlingKingsideFile = i
castlingQueensideFile = c
castlingRookPieces = r

[ajaxministers:ajaxcapa]
customPiece4 = m:WFAD
customPiece5 = -
startFen = rnbmqkmbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBMQKMBNR w KQkq - 0 1
promotionPieceTypes = qrbnm

[kingsmen:chess]
maxFile = 9
maxRank = 9
queen = -
commoner = c
dragonHorse = h
centaur = e
bers = d
startFen = rnbbkbbnr/9/ppppppppp/9/9/9/PPPPPPPPP/9/RNBBKBBNR w KQkq - 0 1
promotionRegionWhite = *7 *8 *9
promotionRegionBlack = *1 *2 *3
promotionPieceTypes = -
promotedPieceType = p:c n:e b:h r:d
mandatoryPiecePromotion = true
immobilityIllegal = true
doubleStep = false

[kingsmen39:kingsmen]
maxFile = 3
startFen = rkr/bnb/bnb/ppp/3/PPP/BNB/BNB/RKR w KQkq - 0 1
castlingKingFile = b
castlingKingsideFile = c
castlingQueensideFile = a

[kingsmendh]
maxFile = 9
maxRank = 9
pawn = p
knight = n
bishop = b
rook = r
commoner = c
dragonHorse = h
centaur = e
bers = o
customPiece1 = k:K
customPiece2 = d:N
customPiece3 = g:mfWcfF
customPiece4 = s:FA
customPiece5 = t:WD
customPiece6 = v:Q2
customPiece7 = y:mfWcfFN
customPiece8 = z:FAN
customPiece9 = w:WDN
customPiece10 = u:Q2N
startFen = vtssdsstv/9/ggggggggg/9/9/9/PPPPPPPPP/9/RNBBKBBNR w KQ - 0 1
promotionRegionWhite = *7 *8 *9
promotionRegionBlack = *1 *2 *3
promotionPieceTypes = -
promotedPieceType = p:c n:e b:h r:o g:y s:z t:w v:u
nMoveRuleTypes = pg
mandatoryPiecePromotion = true
immobilityIllegal = true
doubleStep = false
castlingKingPiece = k
extinctionValue = loss
extinctionPieceTypes = kd
extinctionPseudoRoyal = true

[dhkingsmen:kingsmendh]
startFen = rnbbkbbnr/9/ppppppppp/9/9/9/GGGGGGGGG/9/VTSSDSSTV w kq - 0 1
";
