//! Whole files: what is written is read, and nothing else is.

use std::io::Write as _;
use std::process::{Command, Stdio};

use super::*;
use crate::BackupWriter;

const TIME: u64 = 1_764_000_000;

fn passphrase() -> Passphrase {
    Passphrase::parse("correct horse").unwrap()
}

fn parts() -> Vec<Part> {
    let part = |name: &str, bytes: &[u8]| Part { name: name.to_owned(), bytes: bytes.to_vec() };
    vec![
        part("manifest.json", b"{}"),
        part("tables/orders/000001.copy.gz", &[7; 1_500]),
        part("empty", b""),
        part(&format!("pictures/w1920/1700000000000-{}.webp", "a".repeat(80)), &[0; 512]),
    ]
}

fn written(passphrase: Option<&Passphrase>) -> Vec<u8> {
    let mut writer = BackupWriter::begin(Vec::new(), passphrase, TIME).unwrap();
    for part in parts() {
        writer.part(&part.name, &part.bytes).unwrap();
    }
    writer.finish().unwrap()
}

fn read(file: &[u8], passphrase: Option<&Passphrase>) -> Result<Vec<Part>, ReadError> {
    let mut reader = BackupReader::open(file, passphrase)?;
    let mut parts = Vec::new();
    while let Some(part) = reader.next_part()? {
        parts.push(part);
    }
    assert_eq!(reader.next_part()?, None, "it stays at its end");
    Ok(parts)
}

#[test]
fn what_is_written_is_read() {
    assert_eq!(read(&written(None), None).unwrap(), parts());
    let encrypted = written(Some(&passphrase()));
    assert_eq!(read(&encrypted, Some(&passphrase())).unwrap(), parts());
    assert!(matches!(read(&encrypted, None), Err(ReadError::PassphraseNeeded)));
    assert!(matches!(read(&encrypted, Passphrase::parse("another one").ok().as_ref()), Err(ReadError::WrongPassphrase)));
}

#[test]
fn a_flipped_bit_anywhere_is_refused() {
    let file = written(None);
    for at in 0..file.len() {
        let mut changed = file.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(read(&changed, None).is_err(), "byte {at} of {}", file.len());
    }
}

#[test]
fn a_file_that_is_cut_short_or_goes_on_is_refused() {
    let file = written(None);
    for length in 0..file.len() {
        assert!(read(&file[..length], None).is_err(), "{length} of {}", file.len());
    }
    assert!(matches!(read(&[&file[..], &[0]].concat(), None), Err(ReadError::Damaged(_))));
}

#[test]
fn parts_in_another_order_are_refused() {
    let file = written(None);
    // The manifest has one block of content: the two blocks are moved behind those of the table.
    let moved = [&file[1_024..1_024 + 2_048], &file[..1_024], &file[1_024 + 2_048..]].concat();
    assert!(matches!(read(&moved, None), Err(ReadError::Damaged(_))));
}

#[test]
fn something_else_is_not_a_backup() {
    for other in [&b""[..], b"PGDMP", &[0; 2_048], &[b'x'; 4_096]] {
        assert!(matches!(read(other, None), Err(ReadError::NotABackup)));
    }
}

#[test]
fn a_part_that_is_too_large_is_not_written() {
    let mut writer = BackupWriter::begin(Vec::new(), None, TIME).unwrap();
    assert!(matches!(writer.part("large", &vec![0; MAX_PART + 1]), Err(crate::WriteError::PartTooLarge(_))));
}

/// The checksums are written and checked in several lists: 13,000 lines of 87 bytes are more than one of 1 MiB.
#[test]
fn many_parts_are_read_with_bounded_lists() {
    let mut writer = BackupWriter::begin(Vec::new(), None, TIME).unwrap();
    for number in 0..13_000 {
        writer.part(&format!("pictures/{number:06}.webp"), b"x").unwrap();
    }
    let file = writer.finish().unwrap();
    assert!(file.windows(24).any(|bytes| bytes == b"checksums/000002.sha256\0"));
    assert_eq!(read(&file, None).unwrap().len(), 13_000);
}

/// The system's own `tar` opens a file, and `sha256sum` agrees.
#[test]
fn standard_tools_open_it() {
    let folder = std::env::temp_dir().join(format!("backup-file-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut tar = Command::new("tar").args(["-x", "-C"]).arg(&folder).stdin(Stdio::piped()).spawn().unwrap();
    tar.stdin.take().unwrap().write_all(&written(None)).unwrap();
    assert!(tar.wait().unwrap().success());
    let sums = Command::new("sha256sum").args(["-c", "--strict", "--quiet", "checksums/000001.sha256"]).current_dir(&folder).status();
    assert!(sums.unwrap().success());
    for part in parts() {
        assert_eq!(std::fs::read(folder.join(&part.name)).unwrap(), part.bytes, "{}", part.name);
    }
    std::fs::remove_dir_all(folder).unwrap();
}
