//! Files of networks. Input: the name of a game, then values for the header of a file as JSON, then the beginning of its
//! numbers.

use bactrian::board::Spec;
use bactrian::eval::network::{BUCKETS, Inputs, LANES, Network, Numbers, Purpose};
use bactrian::eval::{Evaluation, TERMS, Weights};
use bactrian::files::pack;
use bactrian::session::Catalogue;
use bactrian::types::score::EVAL_BOUND;
use bactrian::types::short_hash;
use serde_json::Value;

use super::weights::scores;

/// The bytes of the numbers are repeated up to this many.
const MAX_NUMBERS: usize = 1 << 20;

/// A file is refused with a message, or written as something that is read as the same; and every position has a score.
/// Input without values for a header is a file as it is.
pub fn check(data: &[u8]) -> bool {
    let (name, input) = split(data);
    let spec = super::game(&String::from_utf8_lossy(name));
    let (line, numbers) = split(input);
    let Ok(Value::Object(fields)) = serde_json::from_slice(line) else {
        let error = Network::from_bytes(input, spec).expect_err("it has no header");
        super::check_message(&error.to_string());
        return false;
    };
    let network = of_zeros(spec);
    let file = network.to_bytes(spec);
    let mut header: Value = serde_json::from_slice(split(&file).0).expect("a file begins with its header");
    fields.into_iter().for_each(|(name, value)| header[name] = value);
    let wanted = wanted(&file_of(&header, &[]), spec).unwrap_or(numbers.len());
    let bytes: Vec<u8> = numbers.iter().copied().cycle().take(wanted).collect();
    header["hash"] = short_hash(&bytes).into();
    let network = match Network::from_bytes(&file_of(&header, &bytes), spec) {
        Ok(network) => network,
        Err(error) => {
            super::check_message(&error.to_string());
            return false;
        }
    };
    let written = network.to_bytes(spec);
    assert_eq!(Network::from_bytes(&written, spec).as_ref(), Ok(&network));
    let evaluation = Evaluation { weights: Weights::built_in(spec).into(), network: Some(network.into()) };
    let scores = scores(spec, &evaluation);
    assert!(scores.iter().all(|score| score.abs() <= EVAL_BOUND), "{scores:?}");
    true
}

/// The first line and what follows it.
fn split(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    (&bytes[..end], bytes.get(end + 1..).unwrap_or_default())
}

fn file_of(header: &Value, numbers: &[u8]) -> Vec<u8> {
    let mut file = header.to_string().into_bytes();
    file.push(b'\n');
    file.extend(pack(numbers));
    file
}

/// The number of bytes that a file without numbers should have.
fn wanted(file: &[u8], spec: &'static Spec) -> Option<usize> {
    let message = Network::from_bytes(file, spec).err()?.to_string();
    let number = message.split("of numbers, expected ").nth(1)?.parse().ok()?;
    (number <= MAX_NUMBERS).then_some(number)
}

/// A network of zeros.
fn of_zeros(spec: &'static Spec) -> Network {
    let session = Catalogue::default().open(spec);
    let inputs = Inputs::new(spec, session.study().mark_kinds());
    let numbers = Numbers {
        rows: vec![0; LANES * inputs.len()],
        bias: vec![0; LANES],
        term_rows: vec![0; 2 * TERMS * LANES],
        term_bias: vec![0; LANES],
        output: vec![0; BUCKETS * 3 * LANES],
        output_bias: [0; BUCKETS],
    };
    Network::new(Purpose::Correction, spec.rules_hash(), Weights::built_in(spec).name().to_owned(), inputs, numbers)
}
