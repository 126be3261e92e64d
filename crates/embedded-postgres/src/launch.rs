//! Launching the server: its command line, and when to try again.

use std::{
    process::Command,
    thread,
    time::{Duration, Instant},
};

use rustix::process::Signal;

use crate::{
    ClusterOptions, Error, PgBinaries,
    data_folder::DataFolder,
    postmaster,
    run_as::RunAs,
    server::{Server, Shutdown},
    socket_folder::SocketFolder,
    spawn,
};

/// A statement that is busy outlives its killed server by up to this.
const REMNANT_PATIENCE: Duration = Duration::from_secs(30);
/// PostgreSQL's message in that case (in English: the server runs in the C locale).
const REMNANT: &str = "is still in use";

/// Starts the server on its data and waits until it takes connections.
///
/// # Errors
/// [`Error::StartFailed`], [`Error::StartTimeout`], or [`Error::Io`]. No process is left running.
pub(crate) fn until_ready(
    binaries: &PgBinaries,
    folder: &DataFolder,
    socket: &SocketFolder,
    run_as: RunAs,
    options: &ClusterOptions,
) -> Result<Server, Error> {
    let begun = Instant::now();
    loop {
        let mut server = launch(binaries, folder, socket, run_as, options)?;
        match server.wait_ready(&folder.data()) {
            Ok(()) => return Ok(server),
            Err(Error::StartFailed { tail, .. }) if tail.contains(REMNANT) && begun.elapsed() < REMNANT_PATIENCE => {
                tracing::warn!("waiting for a statement of a killed PostgreSQL server to end");
                thread::sleep(Duration::from_millis(200));
            }
            Err(error) => {
                server.stop(Shutdown::Immediate)?;
                return Err(error);
            }
        }
    }
}

/// Tied to this process: if it is killed, the kernel sends the server a fast shutdown.
fn launch(
    binaries: &PgBinaries,
    folder: &DataFolder,
    socket: &SocketFolder,
    run_as: RunAs,
    options: &ClusterOptions,
) -> Result<Server, Error> {
    let program = binaries.program("postgres");
    let log = folder.open_log(run_as)?;
    let mut command: Command = spawn::command(&program, run_as, Some(Signal::INT));
    command.arg("-D").arg(folder.data());
    for (name, value) in options.server_settings() {
        command.arg("-c").arg(format!("{name}={value}"));
    }
    // Last, so that no setting opens it to the network.
    let [addresses, port] = options.listening();
    command.args(["-c", &addresses, "-c", &port, "-c", "unix_socket_permissions=0700", "-k"]);
    command.arg(socket.as_list_item());
    if let Some(stale) = postmaster::recorded(&folder.data()) {
        // No server runs on the data. PostgreSQL would refuse to start if its recorded process id now belonged to another
        // process, except to the parent of its starter.
        command.env("PG_GRANDPARENT_PID", stale.as_raw_pid().to_string());
    }
    let cloned = log.try_clone().map_err(Error::io("open", folder.log()))?;
    command.stdout(cloned).stderr(log);
    Server::launch(command, folder.log()).map_err(Error::io("run", program))
}
