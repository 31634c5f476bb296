//! Training on some games.

use std::fs;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use rand::RngExt;

use super::*;
use crate::board::Spec;
use crate::eval::network::{Purpose, SUM_UNIT};
use crate::eval::{Evaluation, Study, Weights};
use crate::files::pack;
use crate::games::Games;
use crate::positions::collect;
use crate::search::Bound;
use crate::selfplay::play_game;
use crate::session::Catalogue;
use crate::types::Kind;
use crate::{Chunk, Outlook, Series, Source};

const GAME: &str = "kingsmen39";
const OPTIONS: TrainOptions = TrainOptions {
    purpose: Purpose::Correction,
    hidden: 16,
    term_hidden: 16,
    epochs: 5,
    rate: 0.01,
    decay: 0.01,
    detail_decay: 0.02,
    result_share: 0.3,
    scale: 220.0,
    persistence: 0.8,
    source: Source::Both,
    seed: 1,
    kept_share: 0.0,
};

fn spec() -> &'static Spec {
    Games::default().find(GAME).expect("a listed game")
}

/// All positions, with their terms.
const CHOICE: Choice = Choice { source: OPTIONS.source, step: 1, has_terms: true };

/// The positions of some games.
static SAMPLES: LazyLock<Samples> = LazyLock::new(|| read_samples(CHOICE));

fn read_samples(choice: Choice) -> Samples {
    let mut session = Catalogue::default().open_named(GAME).expect("a listed game");
    let games = (0..30).map(|number| {
        let mut random = SmallRng::seed_from_u64(number);
        play_game(&mut *session, (20, 4), number, &mut random, &AtomicBool::new(false)).expect("it is not stopped")
    });
    let series = Series {
        variant: GAME.to_owned(),
        rules: spec().rules_hash(),
        identity: None,
        evaluation: "classical".to_owned(),
        nodes: 20,
        seed: 0,
    };
    let chunks = [Chunk { series, games: games.collect() }];
    let outlook = Outlook { scale: OPTIONS.scale, persistence: OPTIONS.persistence };
    let evaluation = Evaluation { weights: Weights::built_in(spec()).into(), network: None };
    let samples = Samples::read(&Catalogue::default(), &chunks, &evaluation, choice, outlook);
    samples.expect("the games follow the rules")
}

fn trainer(options: TrainOptions) -> Trainer {
    let inputs = inputs_of(&Catalogue::default(), spec());
    Trainer::new(inputs, [&spec().rules_hash(), Weights::built_in(spec()).name()], options)
}

/// Trains to the end on so many threads: the epochs, and the file.
fn train(mut trainer: Trainer, threads: usize) -> (Vec<Epoch>, Vec<u8>) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    pool.install(|| trainer.run(&SAMPLES, |_, _| ControlFlow::Continue(())));
    let bytes = trainer.network().to_bytes(spec());
    (trainer.epochs, bytes)
}

#[test]
fn the_network_depends_on_the_seed_and_not_on_threads() {
    let one = train(trainer(OPTIONS), 1);
    assert_eq!(one.0.len(), OPTIONS.epochs);
    let mut long = trainer(OPTIONS);
    long.run(&SAMPLES, |_, _| ControlFlow::Break(()));
    assert_eq!(long.held_back_errors(&SAMPLES), one.0[0].held_back);
    assert_eq!(train(trainer(OPTIONS), 2), one);
    assert_ne!(train(trainer(TrainOptions { seed: 2, ..OPTIONS }), 1).1, one.1);
}

#[test]
fn the_errors_fall() {
    for purpose in [Purpose::Correction, Purpose::Alone] {
        let options = TrainOptions { purpose, epochs: 40, ..OPTIONS };
        let (epochs, bytes) = train(trainer(options), 1);
        let [first, last] = [epochs[0], epochs[39]];
        assert!(last.training[0] < 0.8 * first.training[0], "{purpose:?}: {first:?} {last:?}");
        let network = Network::from_bytes(&bytes, spec()).expect("a network");
        assert_eq!((network.purpose, network.to_bytes(spec())), (purpose, bytes));
    }
}

/// The weights of an input beyond those that it shares, which is all that fades when they decay at once.
#[test]
fn details_decay_by_themselves() {
    let largest = |parameters: &[f32]| parameters.iter().fold(0.0_f32, |largest, weight| largest.max(weight.abs()));
    let parts = |trainer: &Trainer| {
        let shape = &trainer.shape;
        let [details, shared] = [0..shape.details(), shape.details()..shape.bias()];
        [details, shared].map(|part| largest(&trainer.parameters[part]))
    };
    let fresh = parts(&trainer(OPTIONS));
    assert!(fresh[0] == 0.0 && fresh[1] > 0.05, "{fresh:?}");
    let [usual, fading] = [OPTIONS.detail_decay, 10.0 / OPTIONS.rate].map(|detail_decay| {
        let mut trainer = trainer(TrainOptions { detail_decay, epochs: 40, ..OPTIONS });
        trainer.run(&SAMPLES, |_, _| ControlFlow::Continue(()));
        parts(&trainer)
    });
    assert!(usual[0] > 0.02 && fading[0] < 0.2 * usual[0], "{usual:?} {fading:?}");
    assert!(fading[1] > 0.05, "{fading:?}");
}

/// A stored network does not tell what its inputs share. What they have in common is found, so that it stays when the rest
/// fades.
#[test]
fn inputs_of_a_stored_network_share_what_they_have_in_common() {
    let (_, bytes) = train(trainer(OPTIONS), 1);
    let mut next = trainer(OPTIONS);
    next.begin_with(&Beginning::read(&Games::default(), &bytes).expect("a network"), spec())
        .expect("it has no more hidden neurons");
    let (files, ranks) = next.shape.inputs.size();
    let size = OPTIONS.hidden;
    for piece in next.parameters[..next.shape.details()].chunks_exact(files * ranks * size) {
        let sums = |inputs: &mut dyn Iterator<Item = usize>| {
            inputs.fold([0.0; OPTIONS.hidden], |sums, input| {
                std::array::from_fn(|value| sums[value] + piece[input * size + value])
            })
        };
        let of_ranks = (0..ranks).map(|rank| sums(&mut (0..files).map(|file| rank * files + file)));
        let of_files = (0..files).map(|file| sums(&mut (0..ranks).map(|rank| rank * files + file)));
        assert!(of_ranks.chain(of_files).flatten().all(|sum| sum.abs() < 1e-4));
    }
}

#[test]
fn training_goes_on_as_if_it_had_not_been_interrupted() {
    let whole = train(trainer(OPTIONS), 1);
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let path = folder.path().join("checkpoint");
    let mut broken = trainer(OPTIONS);
    broken.resume(&path, &SAMPLES, spec()).expect("no file is no checkpoint");
    assert!(broken.epochs.is_empty());
    broken.run(
        &SAMPLES,
        |trainer, _| {
            if trainer.epochs.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    broken.save(&path, &SAMPLES).expect("the folder is writable");
    let mut next = trainer(OPTIONS);
    next.resume(&path, &SAMPLES, spec()).expect("a checkpoint");
    assert_eq!(next.epochs, whole.0[..2]);
    assert_eq!(train(next, 2), whole);
}

#[test]
fn other_checkpoints_are_refused() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let path = folder.path().join("checkpoint");
    trainer(OPTIONS).save(&path, &SAMPLES).expect("the folder is writable");
    let whole = fs::read(&path).expect("it was written");
    let resumed = |options, samples: &Samples| trainer(options).resume(&path, samples, spec());
    for other in [
        TrainOptions { epochs: 6, ..OPTIONS },
        TrainOptions { rate: 0.02, ..OPTIONS },
        TrainOptions { seed: 9, ..OPTIONS },
        TrainOptions { hidden: 32, ..OPTIONS },
        TrainOptions { purpose: Purpose::Alone, term_hidden: 0, ..OPTIONS },
    ] {
        assert!(matches!(resumed(other, &SAMPLES), Err(CheckpointError::Other)), "{other:?}");
    }
    let mut fewer = SAMPLES.clone();
    fewer.samples.pop();
    assert!(matches!(resumed(OPTIONS, &fewer), Err(CheckpointError::Other)));
    let mut longer = whole.clone();
    longer.extend(pack(&[0; 12]));
    for wrong in [&whole[..whole.len() / 2], &whole[..20], b"", b"dear diary\n", &longer] {
        fs::write(&path, wrong).expect("the folder is writable");
        assert!(matches!(resumed(OPTIONS, &SAMPLES), Err(CheckpointError::Foreign)), "{} bytes", wrong.len());
    }
    fs::write(&path, &whole).expect("the folder is writable");
    assert!(resumed(OPTIONS, &SAMPLES).is_ok());
}

/// The network in integers, as it plays, gives the scores of the one that was trained, but for
/// the rounding of output weights.
#[test]
fn the_network_scores_as_it_was_trained() {
    let catalogue = Catalogue::default();
    let mut session = catalogue.open_named(GAME).expect("a listed game");
    let mut random = SmallRng::seed_from_u64(127);
    let evaluation = Evaluation { weights: Weights::built_in(spec()).into(), network: None };
    session.evaluate_with(evaluation.clone());
    let game = play_game(&mut *session, (20, 4), 0, &mut random, &AtomicBool::new(false)).expect("it is not stopped");
    let outlook = Outlook { scale: OPTIONS.scale, persistence: OPTIONS.persistence };
    let mut trainer = trainer(TrainOptions { epochs: 40, ..OPTIONS });
    trainer.run(&SAMPLES, |_, _| ControlFlow::Continue(()));
    let (network, inputs) = (trainer.network(), &trainer.shape.inputs);
    let rounded = trainer.shape.begun(network.numbers(), trainer.parameters.clone(), Some, Some);
    let models = [&trainer.parameters, &rounded].map(|parameters| Model::new(&trainer.shape, parameters));
    let make = |board: &dyn Study, label| {
        let found = samples::sample(board, label, inputs, &evaluation, true)?;
        let mut samples = Samples::default();
        samples.extend(vec![found]);
        let terms = board.term_inputs(&evaluation.weights);
        let played = network.score(&board.seen(), &terms);
        Some((models.each_ref().map(|model| model.score(&samples, &samples.samples[0])), played))
    };
    let scores =
        collect((&catalogue, spec()), std::slice::from_ref(&game), (Source::All, 1), outlook, make).expect("a game");
    let scores: Vec<([f32; 2], i32)> = scores.into_iter().flatten().collect();
    assert!(scores.len() > 50 && scores.iter().any(|(_, score)| score.abs() > 20), "{scores:?}");
    let mut lost = 0.0;
    for &([trained, rounded], played) in &scores {
        // Weights are rounded, whose errors add up over the neurons; beside that only activations and the score.
        assert!((rounded - played as f32).abs() < 2.0, "{rounded} {played}");
        lost += (trained - played as f32).abs() / scores.len() as f32;
    }
    assert!(lost < 5.0, "{lost}");
}

/// A network that stands alone needs no terms, and their absence changes nothing else.
#[test]
fn positions_are_read_without_terms_too() {
    let alone = TrainOptions { purpose: Purpose::Alone, term_hidden: 0, epochs: 1, ..OPTIONS };
    let bare = read_samples(Choice { has_terms: false, ..CHOICE });
    assert!(bare.samples.iter().all(|sample| bare.terms(sample).is_empty()));
    let trained = [&SAMPLES, &bare].map(|samples| {
        let mut trainer = trainer(alone);
        trainer.run(samples, |_, _| ControlFlow::Continue(()));
        (trainer.network().to_bytes(spec()), trainer.epochs)
    });
    assert!(trained[0] == trained[1]);
}

/// Parameters of each part, those with the steepest slopes. Of several steps one has to agree: a large one may pass the place
/// where an activation is clipped, a small one drowns in rounding.
#[test]
fn the_gradient_is_that_of_the_loss() {
    const STEPS: [f32; 5] = [4e-3, 1e-3, 4e-4, 1e-4, 3e-5];
    for purpose in [Purpose::Correction, Purpose::Alone] {
        let options = TrainOptions { purpose, term_hidden: if purpose == Purpose::Alone { 0 } else { 16 }, ..OPTIONS };
        let Trainer { shape, mut parameters, .. } = trainer(options);
        let mut random = SmallRng::seed_from_u64(4);
        // A correction begins with outputs of 0, whose slopes would be the only ones.
        parameters.iter_mut().for_each(|parameter| *parameter += random.random_range(-0.05..0.05));
        let target = trainer(options).target();
        let chosen: Vec<Sample> = SAMPLES.samples.iter().step_by(17).copied().collect();
        let loss = |parameters: &[f32], gradient: Option<&mut [f32]>| {
            Model::new(&shape, parameters).run(&SAMPLES, &chosen, target, gradient).loss
        };
        let mut gradient = vec![0.0; parameters.len()];
        loss(&parameters, Some(&mut gradient));
        shape.unfold(&mut gradient);
        for (name, part) in shape.parts() {
            let mut steepest: Vec<usize> = part.collect();
            steepest.sort_unstable_by(|&a, &b| gradient[b].abs().total_cmp(&gradient[a].abs()));
            for &index in steepest.iter().take(6) {
                let mut moved = |step: f32| {
                    let before = parameters[index];
                    parameters[index] += step;
                    let moved = loss(&parameters, None);
                    parameters[index] = before;
                    moved
                };
                let numeric = STEPS.map(|step| (moved(step) - moved(-step)) / f64::from(2.0 * step));
                let slope = f64::from(gradient[index]);
                assert!(slope != 0.0, "{purpose:?}, {name}: no slope");
                let agrees = |numeric: &f64| (slope - numeric).abs() < 0.02 * slope.abs() + 1e-4;
                assert!(numeric.iter().any(agrees), "{purpose:?}, {name} {index}: {slope}, not {numeric:?}");
            }
        }
    }
}

#[test]
fn points_beyond_a_bound_are_no_error() {
    let error = |expected, of_tree| {
        let mut samples = SAMPLES.clone();
        for sample in &mut samples.samples {
            (sample.expected, sample.result, sample.of_tree) = (expected, expected, Some(of_tree));
        }
        let mut last = f64::NAN;
        trainer(TrainOptions { epochs: 1, ..OPTIONS }).run(&samples, |trainer, epoch| {
            let [held_back, _] = trainer.held_back_errors(&samples);
            assert_eq!((held_back, epoch.held_back[0]), (0.0, 0.0), "positions of trees are not tested");
            last = epoch.training[0];
            ControlFlow::Continue(())
        });
        last
    };
    assert_eq!([error(0.0, Bound::Lower), error(1.0, Bound::Upper)], [0.0; 2]);
    assert!(
        [error(1.0, Bound::Lower), error(0.0, Bound::Upper), error(0.5, Bound::Exact)]
            .iter()
            .all(|&error| error > 0.01)
    );
}

#[test]
fn positions_are_written_as_text() {
    let known = [None, Some(Bound::Exact), Some(Bound::Lower), Some(Bound::Upper)];
    let mut samples = SAMPLES.clone();
    samples.samples.iter_mut().zip(known.into_iter().cycle()).for_each(|(sample, of_tree)| sample.of_tree = of_tree);
    let inputs = inputs_of(&Catalogue::default(), spec());
    let header = DumpHeader::new(GAME, ["rules", "weights"], &inputs, OPTIONS, &samples);
    let mut bytes = Vec::new();
    write_samples(&header, &samples, &mut bytes).expect("memory can be written");
    let text = String::from_utf8(bytes).expect("text");
    let (first, rest) = text.split_once('\n').expect("lines");
    let read: DumpHeader = serde_json::from_str(first).expect("a header");
    assert_eq!((&read, read.positions), (&header, rest.lines().count()));
    let names = ["", "exact", "lower", "upper"];
    for ((line, sample), name) in rest.lines().zip(&samples.samples).zip(names.into_iter().cycle()) {
        let fields: Vec<&str> = line.split(';').collect();
        let [ours, theirs, terms, bucket, classical, ahead, behind, expected, result, game, held_back, of_tree] =
            fields[..]
        else {
            panic!("{line}");
        };
        for (text, inputs) in [ours, theirs].into_iter().zip(samples.inputs(sample)) {
            assert!(
                text.split(' ').map(|input| input.parse::<u16>().expect("a number")).eq(inputs.iter().copied()),
                "{line}"
            );
        }
        let expected_terms = samples.terms(sample).iter().map(|term| format!("{}:{}", term.number, term.count));
        assert!(terms.split(' ').eq(expected_terms), "{line}");
        let numbers = [ahead, behind, expected, result].map(|text| text.parse::<f32>().expect("a number"));
        assert_eq!(numbers, [sample.shares[0], sample.shares[1], sample.expected, sample.result]);
        assert_eq!((bucket, classical), (&*sample.bucket.to_string(), &*sample.classical.to_string()));
        assert_eq!(
            (game, held_back, of_tree),
            (&*sample.game.to_string(), if sample.game % HELD_BACK == 0 { "1" } else { "0" }, name)
        );
    }
}

#[test]
fn the_curves_are_a_picture() {
    let epoch = |error| Epoch { training: [error, 0.2], held_back: [2.0 * error, 0.3] };
    for epochs in [vec![epoch(0.1)], vec![epoch(0.1), epoch(0.1)], (1..50).map(|n| epoch(1.0 / f64::from(n))).collect()]
    {
        let svg = loss_plot("kingsmen39: mean squared error", &epochs);
        let document = roxmltree::Document::parse(&svg).expect("well-formed");
        let lines: Vec<_> = document.descendants().filter(|node| node.has_tag_name("polyline")).collect();
        assert_eq!(lines.len(), 2);
        for line in lines {
            let points: Vec<&str> = line.attribute("points").expect("points").split(' ').collect();
            assert_eq!(points.len(), epochs.len());
            let is_number = |text: &str| text.parse().is_ok_and(|number: f64| (0.0..=720.0).contains(&number));
            assert!(points.iter().all(|point| point.split(',').all(is_number)), "{points:?}");
        }
    }
}

#[test]
fn training_begins_with_a_network_of_the_same_game() {
    let (_, bytes) = train(trainer(OPTIONS), 1);
    let beginning = Beginning::read(&Games::default(), &bytes).expect("a network");
    let mut next = trainer(OPTIONS);
    next.begin_with(&beginning, spec()).expect("it has no more hidden neurons");
    assert_eq!(next.network().to_bytes(spec()), bytes);
    assert_eq!(next.beginning(), Some(beginning.network.name.as_str()));
    let (_, bytes) = train(trainer(TrainOptions { hidden: 32, ..OPTIONS }), 1);
    let wide = Beginning::read(&Games::default(), &bytes).expect("a network");
    let text = trainer(OPTIONS).begin_with(&wide, spec()).expect_err("it has more hidden neurons").to_string();
    assert!(text.starts_with("a network of 32 hidden neurons, 16 of terms"), "{text}");
    assert!(text.contains("expected at most 16 hidden neurons, 16 of terms"), "{text}");
}

#[test]
fn a_share_of_the_network_before_is_kept() {
    let (_, bytes) = train(trainer(OPTIONS), 1);
    let beginning = Beginning::read(&Games::default(), &bytes).expect("a network");
    let trained = |kept_share| {
        let mut next = trainer(TrainOptions { seed: 3, kept_share, ..OPTIONS });
        next.begin_with(&beginning, spec()).expect("it has no more hidden neurons");
        next.run(&SAMPLES, |_, _| ControlFlow::Continue(()));
        next
    };
    let [new, mean, old] = [0.0, 0.5, 1.0].map(trained);
    assert_eq!(old.network().to_bytes(spec()), bytes);
    assert_eq!(old.epochs, new.epochs, "what is kept does not change how the network learns");
    let [new_rows, mean_rows, old_rows] = [&new, &mean, &old].map(|trainer| trainer.network().numbers().rows.clone());
    assert_ne!(new_rows, old_rows);
    for ((&new, &mean), &old) in new_rows.iter().zip(&mean_rows).zip(&old_rows) {
        // All three are rounded.
        assert!((2 * i32::from(mean) - i32::from(new) - i32::from(old)).abs() <= 2, "{new} {mean} {old}");
    }
    assert_ne!(mean.held_back_errors(&SAMPLES), new.held_back_errors(&SAMPLES));
}

/// The hidden neurons that the smaller network lacks have no weight at first.
#[test]
fn training_begins_with_a_network_of_fewer_hidden_neurons() {
    let (_, bytes) = train(trainer(OPTIONS), 1);
    let beginning = Beginning::read(&Games::default(), &bytes).expect("a network");
    let begun = |options| {
        let mut trainer = trainer(options);
        trainer.begin_with(&beginning, spec()).expect("it has no more hidden neurons");
        trainer
    };
    let [same, wide] = [OPTIONS, TrainOptions { hidden: 32, term_hidden: 64, ..OPTIONS }].map(begun);
    let [expected, errors] = [&same, &wide].map(|trainer| trainer.held_back_errors(&SAMPLES));
    assert!(
        errors.iter().zip(expected).all(|(error, expected)| (error - expected).abs() < 1e-6),
        "{errors:?} {expected:?}"
    );
    assert_ne!(expected, trainer(OPTIONS).held_back_errors(&SAMPLES));
    let mut learning = wide;
    learning.run(&SAMPLES, |_, _| ControlFlow::Continue(()));
    assert_eq!((learning.network().hidden, learning.network().term_hidden), (32, 64));
}

/// A file can be made up whose network sees fewer marks than its game has.
#[test]
fn training_begins_with_a_network_that_sees_fewer_marks() {
    let spec = Games::default().find("luotuoqi").expect("a listed game");
    let (rules, weights) = (spec.rules_hash(), Weights::built_in(spec));
    let names = [rules.as_str(), weights.name()];
    let blind = Trainer::new(Inputs::new(spec, 0), names, OPTIONS).network().to_bytes(spec);
    let mut next = Trainer::new(inputs_of(&Catalogue::default(), spec), names, OPTIONS);
    let beginning = Beginning::read(&Games::default(), &blind).expect("a network");
    assert!(beginning.network.inputs.len() < next.shape.inputs.len());
    next.begin_with(&beginning, spec).expect("it has no more hidden neurons");
}

/// Kings move alike in all games; their first rank is the first, and the last the last. Camels are in one game only.
#[test]
fn training_begins_with_what_a_relative_knows_of_pieces_that_move_alike() {
    let (_, bytes) = train(trainer(OPTIONS), 1);
    let beginning = Beginning::read(&Games::default(), &bytes).expect("a network");
    let large = Games::default().find("januskamil").expect("a listed game");
    let inputs = inputs_of(&Catalogue::default(), large);
    let mut next = Trainer::new(inputs, [&large.rules_hash(), Weights::built_in(large).name()], OPTIONS);
    let fresh = next.parameters.clone();
    next.begin_with(&beginning, large).expect("it has no more hidden neurons");
    let kind = |spec: &Spec, letter: char| {
        let kinds = (0..spec.kinds()).map(Kind::new);
        kinds.clone().find(|kind| spec.piece(*kind).letter == letter).expect("a piece of the game").index()
    };
    // What an input weighs, as it is stored.
    let row = |parameters: &[f32], shape: &Shape, letter: char, spec: &Spec, [rank, file]: [usize; 2]| -> Vec<i32> {
        let (files, ranks) = shape.inputs.size();
        let place = ((kind(spec, letter) * ranks + rank) * files + file) * OPTIONS.hidden;
        shape.fold(parameters)[place..][..OPTIONS.hidden]
            .iter()
            .map(|weight| (weight * SUM_UNIT as f32).round() as i32)
            .collect()
    };
    let mut same = trainer(OPTIONS);
    same.begin_with(&beginning, spec()).expect("it has no more hidden neurons");
    for (large_square, small_square) in [([0, 0], [0, 0]), ([9, 11], [8, 2]), ([0, 1], [0, 1])] {
        assert_eq!(
            row(&next.parameters, &next.shape, 'K', large, large_square),
            row(&same.parameters, &same.shape, 'K', spec(), small_square),
        );
    }
    let camel = |parameters: &[f32]| row(parameters, &next.shape, 'C', large, [4, 4]);
    assert_eq!(camel(&next.parameters), camel(&fresh));
}
