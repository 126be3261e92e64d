//! The disk for pictures.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use reqwest::RequestBuilder;

use super::{Verdict, conclude};
use crate::answer::{Answer, ask};
use crate::report::Figures;
use crate::stage::Stage;

/// A picture of the demo shop, 960 pixels wide.
const PICTURE: &[u8] = include_bytes!("../../../api/demo/images/ara-bdy-001-1.webp");

/// A folder with little room: a small file system in memory, or, where none may be mounted, one that takes nothing.
struct Cramped {
    folder: PathBuf,
    mounted: bool,
}

impl Cramped {
    fn at(folder: &Path) -> Self {
        fs::create_dir_all(folder).expect("a folder for pictures");
        let mounted = run("mount", &["-t", "tmpfs", "-o", "size=300k", "none", text(folder)]);
        let cramped = Self { folder: folder.to_owned(), mounted };
        if !mounted {
            cramped.allow(0o500);
        }
        cramped
    }

    /// Makes room.
    fn widen(&self) {
        if self.mounted {
            assert!(run("mount", &["-o", "remount,size=50m", text(&self.folder)]), "no more room to be had");
        } else {
            self.allow(0o700);
        }
    }

    fn allow(&self, mode: u32) {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(&self.folder, fs::Permissions::from_mode(mode)).expect("a folder of one's own");
    }
}

impl Drop for Cramped {
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

/// No room: refused, and nothing half a picture; orders go on; with room again it works at once.
pub(super) async fn full(stage: &mut Stage) -> Verdict {
    let folder = stage.shop.data_dir("a").join("images");
    let cramped = Cramped::at(&folder);
    let instances = stage.open(&["a"]).await;
    let base = instances[0].base().to_owned();
    let load = stage.load();
    let (mut kept, mut refused) = (Vec::new(), 0);
    for _ in 0..12 {
        let answer = upload(stage, &base).await;
        match answer.status {
            201 => kept.push(answer.body["url"].as_str().expect("an address").to_owned()),
            500 | 503 => refused += 1,
            status => panic!("an upload was answered with {status}: {}", answer.body),
        }
    }
    assert!(refused > 0, "there was room for everything");
    load.placed(20).await;
    for address in &kept {
        for width in ["", "?w=320", "?w=640"] {
            let shown = stage.counter.client.get(format!("{base}{address}{width}")).send().await.expect("an answer");
            assert_eq!(shown.status(), 200, "{address}{width} was kept and is not shown");
            assert!(is_whole(&shown.bytes().await.expect("a picture")), "half a picture is shown at {address}{width}");
        }
    }
    let files = files_below(&folder);
    for file in &files {
        assert!(is_whole(&fs::read(file).expect("a file")), "half a picture is left: {}", file.display());
    }
    cramped.widen();
    let begun = Instant::now();
    let answer = upload(stage, &base).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let mut figures = Figures { note: format!("{} kept, {refused} refused, {} files", kept.len(), files.len()), ..Figures::default() };
    figures.recovered(begun.elapsed());
    let verdict = conclude(stage, load, &instances, figures).await;
    drop(instances);
    drop(cramped);
    verdict
}

async fn upload(stage: &Stage, base: &str) -> Answer {
    ask(multipart(stage, base)).await.expect("an answer")
}

fn multipart(stage: &Stage, base: &str) -> RequestBuilder {
    let head = "--b\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\nproduct\r\n\
         --b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"soap.webp\"\r\nContent-Type: image/webp\r\n\r\n";
    let body = [head.as_bytes(), PICTURE, b"\r\n--b--\r\n"].concat();
    let request = stage.counter.client.post(format!("{base}/api/images")).bearer_auth(&stage.model.admin.token);
    request.header("Content-Type", "multipart/form-data; boundary=b").body(body)
}

/// A WebP file says in its fifth to eighth byte how long it is without the first eight.
fn is_whole(bytes: &[u8]) -> bool {
    let said = bytes.get(4..8).and_then(|length| length.try_into().ok()).map(u32::from_le_bytes);
    bytes.starts_with(b"RIFF") && said.and_then(|said| usize::try_from(said).ok()).is_some_and(|said| said + 8 == bytes.len())
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    files.into_iter().chain(folders.iter().flat_map(|folder| files_below(folder))).collect()
}

#[test]
fn half_a_picture_is_told_from_a_whole_one() {
    assert!(is_whole(PICTURE));
    assert!(!is_whole(&PICTURE[..PICTURE.len() - 1]));
    assert!(!is_whole(&[]));
}
