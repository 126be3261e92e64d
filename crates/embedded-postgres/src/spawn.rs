//! How a PostgreSQL program is launched: environment, identity, and the tie to this process's life.
//!
//! The crate's only unsafe code: the steps in the child between fork and exec.
#![allow(unsafe_code)]

use std::{
    ffi::CStr,
    io,
    os::unix::process::CommandExt,
    path::Path,
    process::{Command, Stdio},
};

use rustix::{
    fs::{Mode, OFlags},
    process::{Pid, Signal, getpid, getppid, set_parent_process_death_signal},
    thread::{UnshareFlags, unshare_unsafe},
};

use crate::run_as::RunAs;

/// A command with an empty environment and the given identity. With `on_parent_death` the kernel sends it that signal when the
/// *thread* that starts it ends, so that thread must live on.
pub(crate) fn command(program: &Path, run_as: RunAs, on_parent_death: Option<Signal>) -> Command {
    let mut command = Command::new(program);
    command.env_clear().env("PATH", "/usr/bin:/bin").env("LC_ALL", "C").current_dir("/").stdin(Stdio::null());
    if let RunAs::Account { uid, gid } = run_as {
        command.uid(uid).gid(gid); // std drops the supplementary groups with it
    }
    // A Ctrl-C in the terminal must not reach the server before its owner has finished with it.
    command.process_group(0);
    let parent = getpid();
    let in_child = move || {
        if matches!(run_as, RunAs::UserNamespace) {
            enter_user_namespace()?;
        }
        // After the change of identity, which would clear it.
        on_parent_death.map_or(Ok(()), |signal| tie_to(parent, signal))
    };
    // SAFETY: runs in the forked child of a process with threads, so it may only do what is
    // async-signal-safe. It makes plain system calls on stack data and constants, neither allocates nor
    // takes a lock, and reports errors as bare error codes.
    unsafe { command.pre_exec(in_child) };
    command
}

fn tie_to(parent: Pid, signal: Signal) -> io::Result<()> {
    set_parent_process_death_signal(Some(signal))?;
    // The parent died before the signal was set: it would never be sent.
    if getppid() == Some(parent) { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
}

/// Turns root into user 1000 of a new user namespace: PostgreSQL sees an ordinary user, and the files stay root's.
fn enter_user_namespace() -> io::Result<()> {
    // SAFETY: the child has a single thread, so no other thread can be left with a shared or stale
    // table of descriptors, which is what makes unsharing unsafe.
    unsafe { unshare_unsafe(UnshareFlags::NEWUSER)? };
    write_to(c"/proc/self/setgroups", b"deny")?;
    write_to(c"/proc/self/uid_map", b"1000 0 1\n")?;
    write_to(c"/proc/self/gid_map", b"1000 0 1\n")
}

fn write_to(path: &CStr, text: &[u8]) -> io::Result<()> {
    let file = rustix::fs::open(path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
    let written = rustix::io::write(&file, text)?;
    if written == text.len() { Ok(()) } else { Err(io::ErrorKind::WriteZero.into()) }
}
