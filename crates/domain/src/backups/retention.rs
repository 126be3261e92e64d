//! Which backups are kept.

use crate::backups::backup_run::BackupRunId;

/// A backup whose file is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptBackup {
    /// The run that wrote it.
    pub run: BackupRunId,
    /// Its name in the folder or bucket.
    pub file: String,
    /// Whether it was found in order.
    pub is_in_order: bool,
}

/// The backups to delete, of those that are there, the newest first: all beyond the newest `keep`, but never the newest one that was found
/// in order.
#[must_use]
pub fn surplus(newest_first: &[KeptBackup], keep: usize) -> Vec<KeptBackup> {
    let last_in_order = newest_first.iter().find(|backup| backup.is_in_order).map(|backup| backup.run);
    newest_first.iter().skip(keep).filter(|backup| Some(backup.run) != last_in_order).cloned().collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn backups(in_order: &[bool]) -> Vec<KeptBackup> {
        let backup = |(number, is_in_order): (i64, &bool)| KeptBackup {
            run: BackupRunId(number),
            file: format!("{number}.backup"),
            is_in_order: *is_in_order,
        };
        (0..).zip(in_order).map(backup).collect()
    }

    #[test]
    fn the_oldest_go() {
        let gone = surplus(&backups(&[true, true, true, true]), 2);
        assert_eq!(gone.iter().map(|backup| backup.run.0).collect::<Vec<_>>(), [2, 3]);
    }

    #[test]
    fn the_last_one_in_order_stays_whatever_its_age() {
        let gone = surplus(&backups(&[false, false, false, true, true]), 2);
        assert_eq!(gone.iter().map(|backup| backup.run.0).collect::<Vec<_>>(), [2, 4]);
    }

    proptest! {
        #[test]
        fn one_in_order_always_remains(in_order in prop::collection::vec(any::<bool>(), 0..30), keep in 1_usize..20) {
            let all = backups(&in_order);
            let gone = surplus(&all, keep);
            let remains = all.iter().filter(|backup| !gone.contains(backup));
            prop_assert_eq!(remains.clone().any(|backup| backup.is_in_order), in_order.contains(&true));
            prop_assert!(remains.count() <= keep + 1);
        }
    }
}
