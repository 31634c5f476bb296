//! Compressed bytes: written in the format of zlib (RFC 1950), read in it and in that of Zstandard (RFC 8878), which earlier
//! versions wrote and which compresses networks harder (`zstd -19`).

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use ruzstd::decoding::StreamingDecoder;

/// The first bytes of a frame of Zstandard.
const ZSTANDARD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Compresses bytes, with a checksum.
pub fn pack(bytes: &[u8]) -> Vec<u8> {
    encode(bytes, Compression::default())
}

/// Compresses bytes like [`pack`], unless they would become less than one for `ratio` bytes: then they stay as long as they
/// are, for readers that take no more.
pub fn pack_within(bytes: &[u8], ratio: usize) -> Vec<u8> {
    let packed = pack(bytes);
    if packed.len().saturating_mul(ratio) < bytes.len() { encode(bytes, Compression::none()) } else { packed }
}

fn encode(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), level);
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory can be written")
}

/// Unpacks at most `limit` bytes.
///
/// # Errors
/// When they were not packed, are damaged, or are more.
pub fn unpack(packed: &[u8], limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if packed.starts_with(&ZSTANDARD) {
        unpack_frames(packed, limit, &mut bytes)?;
    } else {
        let mut decoder = ZlibDecoder::new(packed);
        read_at_most(limit, &mut decoder, &mut bytes)?;
        if decoder.total_in() != packed.len() as u64 {
            return Err(io::Error::other("something follows its end"));
        }
    }
    Ok(bytes)
}

/// Appends the bytes of all frames of Zstandard.
fn unpack_frames(frames: &[u8], limit: usize, bytes: &mut Vec<u8>) -> io::Result<()> {
    let mut rest = frames;
    while !rest.is_empty() {
        let mut decoder = StreamingDecoder::new(rest).map_err(io::Error::other)?;
        read_at_most(limit, &mut decoder, bytes)?;
        let (after, frame) = decoder.into_parts();
        if frame.get_checksum_from_data().is_some_and(|sum| frame.get_calculated_checksum() != Some(sum)) {
            return Err(io::Error::other("the checksum is wrong"));
        }
        rest = after;
    }
    Ok(())
}

/// Appends what there is to read, unless there are more than `limit` bytes then.
fn read_at_most(limit: usize, input: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<()> {
    // One byte more than is allowed shows that there are too many.
    let room = (limit - bytes.len()) as u64 + 1;
    input.take(room).read_to_end(bytes)?;
    if bytes.len() > limit { Err(io::Error::other(format!("more than {limit} bytes"))) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `printf 'camels and towers' | zstd --check`.
    const BY_ZSTD: &[u8] = b"\x28\xb5\x2f\xfd\x04\x58\x89\x00\x00camels and towers\x21\x9b\x84\x9e";

    #[test]
    fn what_was_packed_is_unpacked_and_nothing_else() {
        let bytes: Vec<u8> = (0..10_000u32).flat_map(|number| (number % 97).to_le_bytes()).collect();
        let packed = pack(&bytes);
        assert!(packed.len() < bytes.len() / 4);
        assert_eq!(unpack(&packed, bytes.len()).ok(), Some(bytes.clone()));
        assert!(unpack(&packed, bytes.len() - 1).is_err());
        assert!(unpack(&packed[..packed.len() - 1], bytes.len()).is_err());
        assert!(unpack(&[packed, vec![0]].concat(), bytes.len()).is_err());
        assert!(unpack(b"", 10).is_err() && unpack(b"dear diary", 10).is_err());
    }

    #[test]
    fn few_bytes_stand_for_no_more_than_the_ratio() {
        for bytes in [vec![7; 100_000], b"camels".repeat(20_000), b"towers".to_vec(), Vec::new()] {
            let packed = pack_within(&bytes, 64);
            assert!(64 * packed.len() >= bytes.len());
            assert_eq!(unpack(&packed, bytes.len()).ok(), Some(bytes));
        }
    }

    #[test]
    fn frames_of_zstandard_are_unpacked() {
        assert_eq!(unpack(BY_ZSTD, 17).ok().as_deref(), Some(&b"camels and towers"[..]));
        assert_eq!(unpack(&BY_ZSTD.repeat(2), 34).expect("two frames").len(), 34);
        assert!(unpack(BY_ZSTD, 16).is_err() && unpack(&BY_ZSTD[..20], 17).is_err());
        let mut damaged = BY_ZSTD.to_vec();
        damaged[12] ^= 1;
        assert!(unpack(&damaged, 17).is_err());
    }
}
