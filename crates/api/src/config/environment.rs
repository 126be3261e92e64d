//! The variables of the configuration: those of the process, and those of a `.env` file for the others.

use std::cell::RefCell;
use std::env::{self, VarError};

use crate::config::Config;
use crate::config::error::ConfigMistakes;

/// Why the configuration cannot be read. Messages do not contain values, which may be secret.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EnvironmentMistake {
    /// A line of the file cannot be parsed. The lines after it would be lost, and the shop would start with a part of its
    /// configuration.
    #[error(".env: {0} cannot be read; a value with spaces, #, $ or quotes stands in single quotes.\nNothing was started.")]
    Line(String),
    #[error(".env cannot be read: {0}\nNothing was started.")]
    File(#[source] std::io::Error),
    #[error(transparent)]
    Variables(ConfigMistakes),
}

/// Reads the file, if there is one, and the configuration.
///
/// # Errors
/// [`EnvironmentMistake`] with all mistakes of the variables, or with the mistake of the file.
pub(crate) fn read_configuration() -> Result<Config, EnvironmentMistake> {
    load_file()?;
    let no_text = RefCell::new(ConfigMistakes::default());
    let config = Config::from_env(|name| match env::var(name) {
        Ok(value) => Some(value),
        Err(VarError::NotPresent) => None,
        Err(VarError::NotUnicode(_)) => {
            no_text.borrow_mut().add(name, "must be UTF-8");
            None
        }
    });
    no_text.into_inner().check().and(config).map_err(EnvironmentMistake::Variables)
}

/// Sets the variables of the file that the process has not set itself, all or none.
fn load_file() -> Result<(), EnvironmentMistake> {
    let lines = match dotenvy::dotenv_iter() {
        Ok(lines) => lines,
        Err(error) if error.not_found() => return Ok(()),
        Err(error) => return Err(mistake(error, None)),
    };
    let mut last = None;
    for line in lines {
        last = Some(line.map_err(|error| mistake(error, last.as_deref()))?.0);
    }
    dotenvy::dotenv().map(drop).map_err(|error| mistake(error, None))
}

/// The mistake of the file. The library's message contains the line, which may be secret, so this message names the variable
/// before it.
fn mistake(error: dotenvy::Error, last: Option<&str>) -> EnvironmentMistake {
    match error {
        dotenvy::Error::Io(error) => EnvironmentMistake::File(error),
        _ => EnvironmentMistake::Line(last.map_or_else(|| "the first line".to_owned(), |name| format!("the line after {name}"))),
    }
}

#[cfg(test)]
mod tests {
    /// Whether a line of the example is a variable that was left out.
    fn left_out(line: &str) -> Option<&str> {
        let name = line.strip_prefix('#')?.split_once('=')?.0;
        name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_').then(|| &line[1..])
    }

    #[test]
    fn the_example_can_be_read_with_every_line_in_use() {
        let example = include_str!("../../../../.env.example");
        let in_use: Vec<_> = example.lines().map(|line| left_out(line).unwrap_or(line)).collect();
        let read: Vec<_> = dotenvy::from_read_iter(in_use.join("\n").as_bytes()).collect::<Result<_, _>>().unwrap();
        assert!(read.len() > 25, "{read:?}");
    }
}
