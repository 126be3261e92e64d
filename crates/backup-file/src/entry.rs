//! One entry of the tar stream: a header of 512 bytes, the content, and zeros up to the next block.

use tar::{EntryType, Header};

use crate::error::{ReadError, WriteError};

/// The size of a block of a tar stream in bytes.
pub(crate) const BLOCK: usize = 512;
/// The name of the last entry.
pub(crate) const END: &str = "end.sha256";
/// The folder of the lists of checksums.
pub(crate) const CHECKSUMS: &str = "checksums/";

/// The head of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The name of the part.
    pub(crate) name: String,
    /// The bytes of the part.
    pub(crate) size: usize,
    /// The time of the backup in seconds since 1970, which all entries have.
    pub(crate) time: u64,
}

impl Entry {
    /// Its header.
    ///
    /// # Errors
    /// [`WriteError::Io`] for a name of more than about 100 bytes.
    pub(crate) fn header(&self) -> Result<[u8; BLOCK], WriteError> {
        let mut header = Header::new_ustar();
        header.set_path(&self.name)?;
        header.set_entry_type(EntryType::Regular);
        header.set_size(u64::try_from(self.size).unwrap_or(u64::MAX));
        header.set_mode(0o600);
        header.set_uid(0);
        header.set_gid(0);
        header.set_mtime(self.time);
        header.set_cksum();
        Ok(*header.as_bytes())
    }

    /// Reads a header. It must be exactly the one that [`Entry::header`] makes of what it says.
    ///
    /// # Errors
    /// [`ReadError::Damaged`]
    pub(crate) fn read(block: &[u8; BLOCK], most: usize) -> Result<Self, ReadError> {
        let damaged = |_| ReadError::Damaged("the head of a part was changed");
        let mut header = Header::new_ustar();
        header.as_mut_bytes().copy_from_slice(block);
        let path = header.path().map_err(damaged)?.into_owned();
        let name = path.into_os_string().into_string().map_err(|_| ReadError::Damaged("the name of a part was changed"))?;
        let size = usize::try_from(header.size().map_err(damaged)?).ok().filter(|size| *size <= most);
        let size = size.ok_or(ReadError::Damaged("the size of a part was changed"))?;
        let entry = Self { name, size, time: header.mtime().map_err(damaged)? };
        let same = entry.header().is_ok_and(|same| same == *block);
        if same { Ok(entry) } else { Err(ReadError::Damaged("the head of a part was changed")) }
    }

    /// The zeros after the content.
    pub(crate) fn padding(&self) -> usize {
        self.size.next_multiple_of(BLOCK) - self.size
    }
}
