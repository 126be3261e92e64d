//! Writing a backup.

use std::fmt::Write as _;
use std::io::{self, Write};

use aws_lc_rs::digest::{Context, SHA256, digest};

use crate::MAX_PART;
use crate::age::{AgeWriter, WORK_FACTOR};
use crate::entry::{BLOCK, CHECKSUMS, END, Entry};
use crate::error::WriteError;
use crate::passphrase::Passphrase;

/// The length at which a list of checksums is written, in bytes.
const LIST: usize = 1 << 20;

/// Writes parts to a file.
pub struct BackupWriter<W: Write> {
    out: Output<W>,
    /// The time of the backup in seconds since 1970.
    time: u64,
    /// Of the stream so far.
    digest: Context,
    /// The lines of the parts since the last list.
    checksums: String,
    lists: u32,
}

enum Output<W: Write> {
    Plain(W),
    Encrypted(Box<AgeWriter<W>>),
}

impl<W: Write> BackupWriter<W> {
    /// Begins a backup of this time (seconds since 1970), encrypted if there is a passphrase. To derive its key takes about half a second
    /// and 128 MiB.
    ///
    /// # Errors
    /// [`WriteError`]
    pub fn begin(out: W, passphrase: Option<&Passphrase>, time: u64) -> Result<Self, WriteError> {
        let out = match passphrase {
            Some(passphrase) => Output::Encrypted(Box::new(AgeWriter::begin(out, passphrase, WORK_FACTOR)?)),
            None => Output::Plain(out),
        };
        Ok(Self { out, time, digest: Context::new(&SHA256), checksums: String::new(), lists: 0 })
    }

    /// Adds a part of at most [`MAX_PART`] bytes. Names are paths of letters, digits, `-`, `_`, `.` and `/`, of up to 100 bytes after the
    /// last `/`.
    ///
    /// # Errors
    /// [`WriteError`]
    pub fn part(&mut self, name: &str, bytes: &[u8]) -> Result<(), WriteError> {
        if bytes.len() > MAX_PART {
            return Err(WriteError::PartTooLarge(name.to_owned()));
        }
        self.entry(name, bytes)?;
        let line = format!("{}  {name}\n", hex(digest(&SHA256, bytes).as_ref()));
        self.checksums.push_str(&line);
        if self.checksums.len() >= LIST { self.list() } else { Ok(()) }
    }

    /// Ends the backup and returns the file, flushed but not synced.
    ///
    /// # Errors
    /// [`WriteError`]
    pub fn finish(mut self) -> Result<W, WriteError> {
        self.list()?;
        let all = hex(self.digest.clone().finish().as_ref()) + "\n";
        self.entry(END, all.as_bytes())?;
        self.write(&[0; 2 * BLOCK])?;
        let mut out = match self.out {
            Output::Plain(out) => out,
            Output::Encrypted(age) => age.finish()?,
        };
        out.flush()?;
        Ok(out)
    }

    fn list(&mut self) -> Result<(), WriteError> {
        let lines = std::mem::take(&mut self.checksums);
        self.lists += 1;
        self.entry(&format!("{CHECKSUMS}{:06}.sha256", self.lists), lines.as_bytes())
    }

    fn entry(&mut self, name: &str, bytes: &[u8]) -> Result<(), WriteError> {
        let entry = Entry { name: name.to_owned(), size: bytes.len(), time: self.time };
        self.write(&entry.header()?)?;
        self.write(bytes)?;
        let zeros = [0; BLOCK];
        self.write(zeros.get(..entry.padding()).unwrap_or_default())?;
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.digest.update(bytes);
        match &mut self.out {
            Output::Plain(out) => out.write_all(bytes),
            Output::Encrypted(age) => age.write_all(bytes),
        }
    }
}

/// Lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a text does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
