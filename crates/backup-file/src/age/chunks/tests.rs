//! Files of this program, and of the program `age`.

use std::io::Cursor;

use proptest::prelude::*;

use super::*;

/// Little work: a test derives many keys.
const WORK: u8 = 4;

fn passphrase() -> Passphrase {
    Passphrase::parse("correct horse").unwrap()
}

fn encrypted(content: &[u8]) -> Vec<u8> {
    let mut age = AgeWriter::begin(Vec::new(), &passphrase(), WORK).unwrap();
    age.write_all(content).unwrap();
    age.finish().unwrap()
}

fn decrypted(file: &[u8], passphrase: &Passphrase) -> Result<Vec<u8>, ReadError> {
    let mut content = Vec::new();
    AgeReader::open(Cursor::new(file), passphrase)?.read_to_end(&mut content)?;
    Ok(content)
}

#[test]
fn a_file_of_the_program_age_opens() {
    let content = decrypted(include_bytes!("of_age.age"), &passphrase()).unwrap();
    assert!(content == b"Araliya ".repeat(8_250), "{} bytes", content.len());
}

#[test]
fn files_of_every_length_around_a_chunk_come_back() {
    for length in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 7] {
        let content: Vec<u8> = (0..=250).cycle().take(length).collect();
        assert_eq!(decrypted(&encrypted(&content), &passphrase()).unwrap(), content, "{length}");
    }
}

#[test]
fn another_passphrase_opens_nothing() {
    let other = Passphrase::parse("wrong horse").unwrap();
    assert!(matches!(decrypted(&encrypted(b"x"), &other), Err(ReadError::WrongPassphrase)));
}

#[test]
fn a_file_that_is_cut_short_or_goes_on_is_damaged() {
    let file = encrypted(&[7; 2 * CHUNK]);
    let header = file.len() - 2 * (CHUNK + TAG);
    for cut in [1, TAG, CHUNK + TAG, CHUNK + TAG + 1] {
        assert!(decrypted(&file[..file.len() - cut], &passphrase()).is_err(), "{cut}");
    }
    assert!(decrypted(&file[..header], &passphrase()).is_err(), "no chunk at all");
    assert!(decrypted(&[&file[..], b"x"].concat(), &passphrase()).is_err());
    let (first, second) = file[header..].split_at(CHUNK + TAG);
    assert!(decrypted(&[&file[..header], second, first].concat(), &passphrase()).is_err(), "chunks in another order");
}

#[test]
fn more_work_than_the_shop_allows_is_refused() {
    let text = String::from_utf8_lossy(&encrypted(b"")[..100]).replace(" 4\n", " 30\n");
    assert!(matches!(decrypted(text.as_bytes(), &passphrase()), Err(ReadError::WorkFactor | ReadError::Damaged(_))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_flipped_bit_anywhere_is_refused(at in any::<prop::sample::Index>(), bit in 0_u8..8) {
        let mut file = encrypted(b"some content of the shop");
        let at = at.index(file.len());
        file[at] ^= 1 << bit;
        prop_assert!(decrypted(&file, &passphrase()).is_err(), "bit {bit} of byte {at}");
    }
}
