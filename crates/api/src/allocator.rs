//! The C library's allocator, told to hold little: by itself it keeps up to eight heaps for each processor, and much of what was
//! freed in each of them.
#![allow(unsafe_code)]

/// Larger blocks are asked of the system, and go back to it as soon as they are freed: pictures and what passwords are hashed in.
#[cfg(target_env = "gnu")]
const LARGE: i32 = 4 << 20;

/// Says how memory is to be held. Call it before there are threads.
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

/// Gives back to the system what was freed in all heaps. Allocations wait meanwhile, a few milliseconds at most.
pub(crate) fn give_back() {
    #[cfg(target_env = "gnu")]
    // SAFETY: malloc_trim may be called at any time, by any thread.
    unsafe {
        libc::malloc_trim(0);
    }
}
