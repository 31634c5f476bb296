//! Compressed bytes: frames of Zstandard (RFC 8878), as the program `zstd` reads and writes them.

use std::io::{self, Read};

use ruzstd::decoding::StreamingDecoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// Compresses bytes, with a checksum. About as small as by `zstd -1`; what is compressed harder elsewhere can be unpacked too.
pub fn pack(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

/// The bytes of all frames, of which there must be at most `limit`.
///
/// # Errors
/// When they are no frames, a checksum is wrong, or there are more bytes.
pub fn unpack(packed: &[u8], limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = packed;
    loop {
        let mut decoder = StreamingDecoder::new(rest).map_err(io::Error::other)?;
        // One byte more than is allowed tells that there are too many.
        let room = (limit - bytes.len()) as u64 + 1;
        decoder.by_ref().take(room).read_to_end(&mut bytes)?;
        if bytes.len() > limit {
            return Err(io::Error::other(format!("more than {limit} bytes")));
        }
        let (after, frame) = decoder.into_parts();
        if frame.get_checksum_from_data().is_some_and(|sum| frame.get_calculated_checksum() != Some(sum)) {
            return Err(io::Error::other("the checksum is wrong"));
        }
        rest = after;
        if rest.is_empty() {
            return Ok(bytes);
        }
    }
}
