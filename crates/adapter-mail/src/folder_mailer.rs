//! Mail as files, for development and for shops without a mail server.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;
use domain::messages::ports::{HandOver, Mail, Mailer};
use domain::shared::ports::{Clock, IdSource, PortError};

use crate::compose::Composer;
use crate::sender::Sender;

/// Writes each mail into a folder as `<time>-<id>.eml`, so that they sort by time. Only the server's own user can
/// read them: some hold links that reset a password.
pub struct FolderMailer {
    folder: PathBuf,
    composer: Composer,
}

impl FolderMailer {
    /// A mailer for this folder, which is made when the first mail is written.
    #[must_use]
    pub fn new(folder: PathBuf, sender: Option<Sender>, clock: Arc<dyn Clock>, ids: Arc<dyn IdSource>) -> Self {
        Self { folder, composer: Composer { sender, clock, ids } }
    }
}

#[async_trait]
impl Mailer for FolderMailer {
    async fn send(&self, mail: &Mail) -> Result<HandOver, PortError> {
        let (message, id) = match self.composer.compose(mail)? {
            Ok(composed) => composed,
            Err(fault) => return Ok(HandOver::Refused(fault)),
        };
        let name = format!("{}-{id}", self.composer.clock.now().format("%Y%m%dT%H%M%S%3fZ"));
        let folder = self.folder.clone();
        tokio::task::spawn_blocking(move || write(&folder, &name, &message.formatted()))
            .await
            .map_err(PortError::internal)?
            .map_err(PortError::internal)?;
        Ok(HandOver::Taken)
    }

    fn is_connected(&self) -> bool {
        false
    }
}

/// Writes a file under a temporary name first, so that no reader sees a part of a mail.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let unfinished = folder.join(format!(".{name}.part"));
    let finished = folder.join(format!("{name}.eml"));
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&unfinished)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&unfinished, &finished));
    if written.is_err() {
        // The first failure is the one to report; a leftover is hidden and never read.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use mail_parser::MessageParser;
    use tempfile::TempDir;

    use super::*;
    use crate::contract::{Fixture, mailer_contract};
    use crate::test_mail::{composer, mail};

    /// A mailer into a folder of its own.
    struct Folder {
        mailer: FolderMailer,
        parent: TempDir,
    }

    impl Fixture for Folder {
        fn mailer(&self) -> &dyn Mailer {
            &self.mailer
        }

        async fn delivered(self) -> Vec<u8> {
            let names = files(self.parent.path());
            assert_eq!(names.len(), 1, "{names:?}");
            fs::read(self.parent.path().join(&names[0])).unwrap()
        }
    }

    async fn fixture() -> Folder {
        let parent = tempfile::tempdir().unwrap();
        Folder { mailer: mailer(parent.path()), parent }
    }

    mailer_contract!(fixture);

    fn mailer(folder: &Path) -> FolderMailer {
        let Composer { sender, clock, ids } = composer();
        FolderMailer::new(folder.to_owned(), sender, clock, ids)
    }

    fn files(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[tokio::test]
    async fn every_mail_is_one_file_in_order() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("data/mail");
        let mailer = mailer(&folder);
        for subject in ["First", "Second", "Third"] {
            mailer.send(&mail(subject, "Hello")).await.unwrap().taken().unwrap();
        }
        let names = files(&folder);
        assert_eq!(names.len(), 3);
        assert!(names.iter().all(|n| n.starts_with("20260301T080000000Z-") && n.ends_with(".eml")), "{names:?}");
        let subjects: Vec<_> = names
            .iter()
            .map(|name| {
                let bytes = fs::read(folder.join(name)).unwrap();
                MessageParser::default().parse(&bytes).unwrap().subject().unwrap().to_owned()
            })
            .collect();
        assert_eq!(subjects, ["First", "Second", "Third"]);
    }

    #[tokio::test]
    async fn only_the_owner_can_read_them() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("mail");
        mailer(&folder).send(&mail("Secret", "link")).await.unwrap().taken().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700);
        assert_eq!(mode(&folder.join(&files(&folder)[0])), 0o600);
    }

    #[tokio::test]
    async fn a_folder_that_cannot_be_is_a_failure() {
        let parent = tempfile::tempdir().unwrap();
        let in_the_way = parent.path().join("mail");
        fs::write(&in_the_way, "a file").unwrap();
        assert!(mailer(&in_the_way).send(&mail("Lost", "text")).await.is_err());
        assert_eq!(fs::read(&in_the_way).unwrap(), b"a file");
    }

    #[test]
    fn half_a_mail_is_never_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        // The finished name is taken by a folder, so that the last step fails.
        fs::create_dir_all(folder.path().join("name.eml/x")).unwrap();
        assert!(write(folder.path(), "name", b"text").is_err());
        assert_eq!(files(folder.path()), ["name.eml"]);
    }
}
