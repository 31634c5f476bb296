//! Hints to the operating system, the allocator and the processor about the memory of large tables: the only `unsafe` code of the
//! engine. They affect speed and the size of the process only.

#![allow(unsafe_code)]

/// Asks for huge pages for memory that has not been written yet, so that random reads of a large table cause fewer TLB
/// misses. Memory that comes as zeros from the system counts as not written.
pub fn prefer_huge_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        const HUGE_PAGE: usize = 2 << 20;
        let bytes = memory.as_mut_ptr().cast::<u8>();
        let skipped = bytes.align_offset(HUGE_PAGE);
        if let Some(length) = size_of_val(memory).checked_sub(skipped) {
            // SAFETY: the range lies within `memory`, which is borrowed exclusively; the advice leaves its contents alone.
            let refused = unsafe { libc::madvise(bytes.add(skipped).cast(), length, libc::MADV_HUGEPAGE) } != 0;
            if refused {
                log::debug!("no large pages: {}", std::io::Error::last_os_error());
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Has the allocator give memory back to the system as soon as it is freed, for a program that runs on when its searches have
/// ended. By itself the GNU one keeps twice the largest table that was ever freed, for each of dozens of arenas.
pub fn return_freed_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        const KEPT: libc::c_int = 128 << 10;
        // SAFETY: the call sets a number of the allocator under the allocator's own lock.
        let is_set = unsafe { libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT) } != 0;
        if !is_set {
            log::debug!("freed memory may be kept");
        }
    }
}

/// Prefetches the cache line of a value.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the address is valid, and a prefetch has no effect that a program could observe.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hints leave everything as it is, whatever the length and the alignment.
    #[test]
    fn hints_change_nothing() {
        let mut bytes: Vec<u8> = (0..5usize << 20).map(|number| (number % 251) as u8).collect();
        let before = bytes.clone();
        let end = bytes.len();
        for range in [0..0, 1..2, 0..4_096, 1..end, (2 << 20) + 1..end - 1, 0..end] {
            prefer_huge_pages(&mut bytes[range]);
        }
        return_freed_memory();
        bytes.iter().step_by(63).for_each(prefetch);
        assert!(bytes == before);
        prefer_huge_pages(&mut [(); 3]);
        prefetch(&());
    }
}
