//! Chance that is the same everywhere.

/// A generator with a fixed seed (SplitMix64): the demo shop is the same everywhere.
pub(crate) struct SeededRng(pub(crate) u64);

impl SeededRng {
    /// 64 random bits.
    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `most`.
    pub(crate) fn up_to(&mut self, most: i64) -> i64 {
        i64::try_from(self.roll() >> 1).unwrap_or_default() % (most + 1)
    }

    /// One of these; `None` when there are none.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let most = i64::try_from(from.len()).ok()?.checked_sub(1)?;
        from.get(usize::try_from(self.up_to(most)).ok()?)
    }
}
