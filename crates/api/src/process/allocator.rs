//! Limits the memory that the C library's allocator retains. By default it keeps up to eight heaps per processor, with much of
//! the freed memory in each.
#![allow(unsafe_code)]

/// Blocks larger than this are requested from the system and returned when they are freed: pictures, and the memory of password
/// hashes.
#[cfg(target_env = "gnu")]
const LARGE: i32 = 4 << 20;

/// Sets the allocator's limits. Must be called before threads start.
pub(crate) fn hold_little() {
    #[cfg(target_env = "gnu")]
    {
        let heaps = std::thread::available_parallelism().map_or(2, usize::from);
        // SAFETY: mallopt only sets numbers of the allocator; no thread runs yet that could be allocating.
        unsafe {
            libc::mallopt(libc::M_ARENA_MAX, i32::try_from(heaps).unwrap_or(2));
            libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
            libc::mallopt(libc::M_TRIM_THRESHOLD, LARGE);
        }
    }
}

/// Returns freed memory of all heaps to the system. Allocations wait meanwhile, a few milliseconds at most.
pub(crate) fn give_back() {
    #[cfg(target_env = "gnu")]
    // SAFETY: malloc_trim may be called at any time, by any thread.
    unsafe {
        libc::malloc_trim(0);
    }
}
