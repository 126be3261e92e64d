//! Letters and digits of other scripts that are drawn like those of a reference of a payment: the same transfer must not be booked again by
//! a reference that reads the same.

/// The digits 0 of scripts with digits of their own, each followed by 1 to 9 (Unicode, category Nd), after compatibility folding.
const ZEROS: [u32; 31] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0,
    0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900,
];

/// Small letters of Greek, Cyrillic, Armenian and phonetic alphabets, and the Latin letter that they or their capitals look like.
const LETTERS: [(&str, char); 26] = [
    ("аαɑᴀ", 'a'),
    ("вβʙьᴃ", 'b'),
    ("сϲᴄ", 'c'),
    ("ԁᴅ", 'd'),
    ("еεҽєᴇ", 'e'),
    ("ғϝꜰ", 'f'),
    ("ɡԍɢց", 'g'),
    ("нηһʜհ", 'h'),
    ("іιıɩӏɪ", 'i'),
    ("јϳᴊ", 'j'),
    ("кκᴋ", 'k'),
    ("ʟⅼ", 'l'),
    ("мμᴍ", 'm'),
    ("пνɴո", 'n'),
    ("оοօᴏ", 'o'),
    ("рρᴘ", 'p'),
    ("ԛզ", 'q'),
    ("гʀᴦ", 'r'),
    ("ѕꜱ", 's'),
    ("тτᴛ", 't'),
    ("υսᴜ", 'u'),
    ("ѵᴠ", 'v'),
    ("ԝωᴡ", 'w'),
    ("хχ", 'x'),
    ("уγʏү", 'y'),
    ("ζᴢ", 'z'),
];

/// The Latin letter or the European digit that a small letter or a digit is read as; any other character is itself.
pub(super) fn read_as(c: char) -> char {
    if c.is_ascii() {
        return c;
    }
    let digit = ZEROS.into_iter().find_map(|zero| u32::from(c).checked_sub(zero).and_then(|value| char::from_digit(value, 10)));
    let letter = || LETTERS.iter().find(|(drawn, _)| drawn.contains(c)).map(|(_, letter)| *letter);
    digit.or_else(letter).unwrap_or(c)
}
