//! The number of pictures that this machine processes at once.

use bounded_executor::ExecutorLimits;

use crate::memory;

/// The most memory in bytes that one picture takes while it is processed.
const PICTURE: u64 = 500 << 20;

/// The limits for this machine: one picture for every two processors, so that the others keep serving, as long as all of them
/// together take at most a quarter of the memory; and eight more for each in the queue.
#[must_use]
pub fn picture_limits() -> ExecutorLimits {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let running = running(processors, memory::of_this_machine());
    ExecutorLimits { running, waiting: running.saturating_mul(8) }
}

fn running(processors: usize, memory: Option<u64>) -> usize {
    let by_memory = memory.map_or(1, |memory| usize::try_from(memory / 4 / PICTURE).unwrap_or(usize::MAX));
    processors.div_ceil(2).min(by_memory).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_and_memory_limit_the_pictures_at_once() {
        const GIB: u64 = 1 << 30;
        for (processors, memory, at_once) in
            [(1, 64 * GIB, 1), (2, 24 * GIB, 1), (8, 24 * GIB, 4), (16, 2 * GIB, 1), (16, 8 * GIB, 4), (64, 8 * GIB, 4), (8, GIB / 4, 1)]
        {
            assert_eq!(running(processors, Some(memory)), at_once, "{processors} processors, {memory} bytes");
        }
        assert_eq!(running(16, None), 1);
    }
}
