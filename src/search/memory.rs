//! Hints to the processor and the system about the table's memory, the only `unsafe` code of the engine. They change
//! how fast memory is read, never what is read.

#![allow(unsafe_code)]

/// Asks for large pages behind memory that is about to be written for the first time, so that random reads of a large
/// table do not miss the translation buffer as well as the cache.
pub fn prefer_huge_pages<T>(memory: &mut [std::mem::MaybeUninit<T>]) {
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

/// Asks the processor to fetch the cache line of `place`, which will be read soon.
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
