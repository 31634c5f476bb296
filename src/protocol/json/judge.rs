//! What the engine does beside its moves: draws by agreement and resignation, from the scores that the client keeps.

use serde::Deserialize;
use serde_json::{Value, json};

use super::Json;
use super::error::JsonError;
use super::place::Place;
use super::position::{Side, sign};
use super::request::{Arguments, parse};
use crate::protocol::judgement::{Decision, Facts, Judgement};
use crate::types::Score;
use crate::types::score::mate_in_moves;

/// The most scores of a request; more would not count.
const MAX_SCORES: usize = 1_000;

/// The arguments of `judge` beside the place.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Wanted {
    side: Side,
    scores: Vec<Told>,
    since_offer: Option<usize>,
    #[serde(default)]
    resigns: bool,
}

/// A score as answers tell it: of the two one, from White's view.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    score: Option<Score>,
    mate: Option<i32>,
}

impl Json<'_> {
    /// Tells whether a side that the engine plays resigns, offers a draw or takes one after a move of its own.
    pub(super) fn judge(&mut self, mut arguments: Arguments) -> Result<Value, JsonError> {
        let place = Place::take(&mut arguments)?;
        let Wanted { side, scores, since_offer, resigns } = parse(arguments)?;
        if scores.len() > MAX_SCORES {
            return Err(JsonError::Argument(format!("at most {MAX_SCORES} scores are supported")));
        }
        let hopeless = resigns.then_some(self.settings.hopeless as Score);
        let color = side.color();
        let facts = Facts::of(self.at(&place)?.view(), color);
        let own = scores.into_iter().map(|Told { score, mate }| {
            let white = mate.map_or(score.unwrap_or(0), |moves| mate_in_moves(moves.into()));
            sign(color) * white
        });
        let mut judgement = Judgement::of(color, own.collect(), since_offer);
        let (decision, accepts) = (judgement.verdict(facts, hopeless), judgement.accepts_draw(color, facts, false));
        let decision = match decision {
            Decision::Play => "play",
            Decision::OfferDraw => "offerDraw",
            Decision::Resign => "resign",
        };
        Ok(json!({"decision": decision, "acceptsDraw": accepts}))
    }
}
