//! Reading a backup, and proving that it is complete and unchanged.

use std::collections::VecDeque;
use std::io::{self, BufRead as _, BufReader, Read};

use aws_lc_rs::digest::{Context, SHA256, digest};

use crate::MAX_PART;
use crate::age::{AgeReader, MAGIC};
use crate::entry::{BLOCK, CHECKSUMS, END, Entry};
use crate::error::ReadError;
use crate::passphrase::Passphrase;
use crate::writer::hex;

/// A part of a backup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Reads the parts of a file in order. A part that is returned is unchanged where the file is encrypted; in a file that is not, it counts
/// only once [`BackupReader::next_part`] has returned `None`: then every byte of the file was checked.
pub struct BackupReader<R: Read> {
    input: Input<R>,
    digest: Context,
    /// The checksums of the parts that no list has named yet.
    unlisted: VecDeque<String>,
    /// The time that all entries have.
    time: Option<u64>,
    ended: bool,
}

enum Input<R: Read> {
    Plain(BufReader<R>),
    Encrypted(Box<AgeReader<BufReader<R>>>),
}

impl<R: Read> BackupReader<R> {
    /// Opens a file. A passphrase that a file without encryption does not need is ignored. To derive the key of an encrypted one takes about
    /// half a second and 128 MiB.
    ///
    /// # Errors
    /// [`ReadError`]: it is no backup, or the passphrase is missing or wrong.
    pub fn open(file: R, passphrase: Option<&Passphrase>) -> Result<Self, ReadError> {
        let mut file = BufReader::with_capacity(256 << 10, file);
        let is_encrypted = file.fill_buf()?.starts_with(MAGIC);
        let input = match (is_encrypted, passphrase) {
            (false, _) => Input::Plain(file),
            (true, None) => return Err(ReadError::PassphraseNeeded),
            (true, Some(passphrase)) => Input::Encrypted(Box::new(AgeReader::open(file, passphrase)?)),
        };
        Ok(Self { input, digest: Context::new(&SHA256), unlisted: VecDeque::new(), time: None, ended: false })
    }

    /// Whether the file is encrypted.
    #[must_use]
    pub const fn is_encrypted(&self) -> bool {
        matches!(self.input, Input::Encrypted(_))
    }

    /// The next part; `None` after the last one, when everything was checked.
    ///
    /// # Errors
    /// [`ReadError`], after which nothing more is to be read.
    pub fn next_part(&mut self) -> Result<Option<Part>, ReadError> {
        while !self.ended {
            let before = self.digest.clone();
            let entry = self.head()?;
            let mut bytes = vec![0; entry.size];
            self.read(&mut bytes)?;
            let mut padding = vec![0; entry.padding()];
            self.read(&mut padding)?;
            if padding.iter().any(|byte| *byte != 0) {
                return Err(ReadError::Damaged("there is something between two parts"));
            }
            if entry.name == END {
                self.check_end(before, &bytes)?;
            } else if entry.name.starts_with(CHECKSUMS) {
                self.check_list(&bytes)?;
            } else {
                self.unlisted.push_back(format!("{}  {}", hex(digest(&SHA256, &bytes).as_ref()), entry.name));
                return Ok(Some(Part { name: entry.name, bytes }));
            }
        }
        Ok(None)
    }

    fn head(&mut self) -> Result<Entry, ReadError> {
        let mut block = [0; BLOCK];
        let is_first = self.time.is_none();
        // A file that is no backup is told from one that is damaged by its first block.
        let told = |error: ReadError| if is_first && matches!(error, ReadError::Damaged(_)) { ReadError::NotABackup } else { error };
        self.read(&mut block).map_err(|error| told(error.into()))?;
        let entry = Entry::read(&block, MAX_PART).map_err(told)?;
        if *self.time.get_or_insert(entry.time) != entry.time {
            return Err(ReadError::Damaged("a part has another time"));
        }
        Ok(entry)
    }

    fn check_list(&mut self, list: &[u8]) -> Result<(), ReadError> {
        let same = list.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).eq(self
            .unlisted
            .drain(..)
            .collect::<Vec<_>>()
            .iter()
            .map(String::as_bytes));
        if same { Ok(()) } else { Err(ReadError::Damaged("a checksum does not agree with its part")) }
    }

    fn check_end(&mut self, before: Context, told: &[u8]) -> Result<(), ReadError> {
        if (hex(before.finish().as_ref()) + "\n").as_bytes() != told || !self.unlisted.is_empty() {
            return Err(ReadError::Damaged("the checksum of the whole does not agree"));
        }
        let mut last = [0; 2 * BLOCK];
        self.read(&mut last)?;
        let rest = match &mut self.input {
            Input::Plain(file) => file.read(&mut [0])?,
            Input::Encrypted(age) => age.read(&mut [0])?,
        };
        if rest > 0 || last.iter().any(|byte| *byte != 0) {
            return Err(ReadError::Damaged("there is something after the end"));
        }
        self.ended = true;
        Ok(())
    }

    fn read(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        match &mut self.input {
            Input::Plain(file) => file.read_exact(bytes)?,
            Input::Encrypted(age) => age.read_exact(bytes)?,
        }
        self.digest.update(bytes);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
