//! Makes the data of a new cluster.

use std::{
    fs::{self, File},
    path::Path,
};

use rustix::process::Signal;

use crate::{Error, PgBinaries, cluster::SUPERUSER, data_folder::DataFolder, options::Durability, run_as::RunAs, spawn};

/// Prefix of unfinished data; the process id follows.
const UNFINISHED: &str = "pg.new-";

/// Creates the data under a temporary name and renames it, so that incomplete data is never used, and an `initdb` that outlives
/// its killed owner for a moment does no harm.
///
/// # Errors
/// [`Error::Initdb`] with its output.
pub(crate) fn run(binaries: &PgBinaries, folder: &DataFolder, run_as: RunAs, durability: Durability) -> Result<(), Error> {
    clear_unfinished(folder.root());
    let unfinished = folder.root().join(format!("{UNFINISHED}{}", std::process::id()));
    let made = make(binaries, &unfinished, run_as, durability, "C.UTF-8")?;
    let made = match made {
        // A system without that locale. Letters beyond ASCII then have no case in the database.
        Err(output) if output.contains("invalid locale name") => {
            tracing::warn!("the locale C.UTF-8 is missing: the database will use C");
            make(binaries, &unfinished, run_as, durability, "C")?
        }
        made => made,
    };
    made.map_err(|output| Error::Initdb { data_dir: folder.root().to_owned(), output })?;
    fs::rename(&unfinished, folder.data()).map_err(Error::io("rename", &unfinished))?;
    if durability == Durability::Durable {
        File::open(folder.root()).and_then(|dir| dir.sync_all()).map_err(Error::io("sync", folder.root()))?;
    }
    Ok(())
}

/// The inner error is the output of `initdb`.
fn make(binaries: &PgBinaries, data: &Path, run_as: RunAs, durability: Durability, characters: &str) -> Result<Result<(), String>, Error> {
    let program = binaries.program("initdb");
    let mut command = spawn::command(&program, run_as, Some(Signal::KILL));
    command.arg("-D").arg(data).args(["-U", SUPERUSER, "--auth=trust", "--encoding=UTF8", "--no-instructions"]);
    // Sorts by bytes, the same everywhere and served by plain indexes, but knows the letters of all scripts.
    command.args(["--locale=C", "--text-search-config=english"]).arg(format!("--lc-ctype={characters}"));
    if durability == Durability::Throwaway {
        command.arg("--no-sync");
    }
    let output = command.output().map_err(Error::io("run", &program))?;
    if output.status.success() {
        return Ok(Ok(()));
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Ok(Err(format!("{} ({})", said.trim().replace('\n', " / "), output.status)))
}

fn clear_unfinished(root: &Path) {
    for entry in fs::read_dir(root).into_iter().flatten().flatten() {
        if entry.file_name().as_encoded_bytes().starts_with(UNFINISHED.as_bytes()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
