//! Faults of the disk for pictures.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use reqwest::RequestBuilder;
use test_harness::accounts::SignedInAs as _;
use test_harness::answer::{Answer, Ask as _};

use super::{Verdict, conclude};
use crate::fixture::Fixture;
use crate::report::Figures;

/// A picture of the demo shop, 960 pixels wide.
const PICTURE: &[u8] = include_bytes!("../../../../api/demo/images/ara-bdy-001-1.webp");

/// A folder with 300 KiB of space: a small file system in memory, or a read-only folder where mounting is not allowed.
struct SmallFolder {
    folder: PathBuf,
    mounted: bool,
}

impl SmallFolder {
    fn at(folder: &Path) -> Self {
        fs::create_dir_all(folder).expect("a folder for pictures");
        let mounted = run("mount", &["-t", "tmpfs", "-o", "size=300k", "none", text(folder)]);
        let small = Self { folder: folder.to_owned(), mounted };
        if !mounted {
            small.set_mode(0o500);
        }
        small
    }

    /// Gives it 50 MiB, or write permission.
    fn enlarge(&self) {
        if self.mounted {
            assert!(run("mount", &["-o", "remount,size=50m", text(&self.folder)]), "a file system that cannot grow");
        } else {
            self.set_mode(0o700);
        }
    }

    fn set_mode(&self, mode: u32) {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(&self.folder, fs::Permissions::from_mode(mode)).expect("a folder whose mode can be set");
    }
}

impl Drop for SmallFolder {
    fn drop(&mut self) {
        if self.mounted {
            run("umount", &["-l", text(&self.folder)]);
        }
    }
}

fn run(program: &str, arguments: &[&str]) -> bool {
    Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success())
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// Without space uploads are refused and leave no partial picture, orders go on; with space uploads work at once.
pub(super) async fn full(fixture: &mut Fixture) -> Verdict {
    let folder = fixture.shop.data_dir("a").join("images");
    let small = SmallFolder::at(&folder);
    let instances = fixture.open(&["a"]).await;
    let origin = instances[0].origin();
    let load = fixture.load();
    let (mut kept, mut refused) = (Vec::new(), 0);
    for _ in 0..12 {
        let answer = upload(fixture, &origin).await;
        match answer.status.as_u16() {
            201 => kept.push(answer.json()["url"].as_str().expect("an address").to_owned()),
            500 | 503 => refused += 1,
            status => panic!("an upload was answered with {status}: {}", answer.text),
        }
    }
    assert!(refused > 0, "there was space for everything");
    load.placed(20).await;
    for address in &kept {
        for width in ["", "?w=320", "?w=640"] {
            let shown = fixture.customers.client.get(format!("{origin}{address}{width}")).send().await.expect("an answer");
            assert_eq!(shown.status(), 200, "{address}{width} was accepted and is not served");
            assert!(is_whole(&shown.bytes().await.expect("a picture")), "a partial picture is served at {address}{width}");
        }
    }
    let files = files_below(&folder);
    for file in &files {
        assert!(is_whole(&fs::read(file).expect("a file")), "a partial picture is stored: {}", file.display());
    }
    small.enlarge();
    let begun = Instant::now();
    let answer = upload(fixture, &origin).await;
    answer.expect_status(201);
    let mut figures = Figures { note: format!("{} kept, {refused} refused, {} files", kept.len(), files.len()), ..Figures::default() };
    figures.recovered(begun.elapsed());
    let verdict = conclude(fixture, load, &instances, figures).await;
    drop(instances);
    drop(small);
    verdict
}

async fn upload(fixture: &Fixture, origin: &str) -> Answer {
    multipart(fixture, origin).ask().await
}

fn multipart(fixture: &Fixture, origin: &str) -> RequestBuilder {
    let head = "--b\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\nproduct\r\n\
         --b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"soap.webp\"\r\nContent-Type: image/webp\r\n\r\n";
    let body = [head.as_bytes(), PICTURE, b"\r\n--b--\r\n"].concat();
    let request = fixture.customers.client.post(format!("{origin}/api/images")).signed_in_as(&fixture.template.admin);
    request.header("Content-Type", "multipart/form-data; boundary=b").body(body)
}

/// Whether a WebP file is complete: bytes 4 to 7 hold its length without the first 8 bytes.
fn is_whole(bytes: &[u8]) -> bool {
    let stated = bytes.get(4..8).and_then(|length| length.try_into().ok()).map(u32::from_le_bytes);
    bytes.starts_with(b"RIFF") && stated.and_then(|length| usize::try_from(length).ok()).is_some_and(|length| length + 8 == bytes.len())
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    files.into_iter().chain(folders.iter().flat_map(|folder| files_below(folder))).collect()
}

#[test]
fn a_partial_picture_is_recognised() {
    assert!(is_whole(PICTURE));
    assert!(!is_whole(&PICTURE[..PICTURE.len() - 1]));
    assert!(!is_whole(&[]));
}
