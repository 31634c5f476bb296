//! An engine's process and the processes that it starts, which end together.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The running engines of a program. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Processes(Arc<Mutex<Running>>);

#[derive(Debug, Default)]
struct Running {
    /// The process ids of the programs.
    ids: Vec<u32>,
    /// This program ends: no other engine may start.
    closed: bool,
}

impl Processes {
    fn lock(&self) -> MutexGuard<'_, Running> {
        // The list is consistent even after a panic: no update is interrupted by code that can panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Kills all engines and what they have started, for a program that ends at once. No engine can start afterwards.
    pub fn kill(&self) {
        let mut running = self.lock();
        running.closed = true;
        running.ids.iter().for_each(|&id| system::kill_group(id));
    }

    /// Starts a program in a group of its own, which an interrupt at the terminal does not reach.
    pub(super) fn start(&self, command: &mut Command) -> io::Result<Group> {
        let mut running = self.lock();
        if running.closed {
            return Err(io::ErrorKind::Interrupted.into());
        }
        system::detach(command);
        let child = command.spawn()?;
        running.ids.push(child.id());
        drop(running);
        let mut group = Group { processes: self.clone(), child, status: None, owner: None };
        // If this fails, `group` is dropped, which kills the program.
        group.owner = Some(system::Owner::of(&group.child)?);
        Ok(group)
    }
}

/// A running program with its children. Dropping it kills them all.
#[derive(Debug)]
pub(super) struct Group {
    processes: Processes,
    child: Child,
    status: Option<ExitStatus>,
    owner: Option<system::Owner>,
}

impl Group {
    /// The program's process, for its pipes.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// How the program ended; `None` while it runs. What it leaves behind is killed.
    pub fn try_wait(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() && system::has_exited(&mut self.child) {
            self.kill();
        }
        self.status
    }

    /// Kills all of the group that still runs.
    fn kill(&mut self) {
        if self.status.is_some() {
            return;
        }
        let id = self.child.id();
        // The id means this group until the program has been waited for.
        let mut running = self.processes.lock();
        system::kill_group(id);
        running.ids.retain(|&other| other != id);
        drop(running);
        self.owner = None;
        let _ = self.child.kill();
        // Wait for it, so that no zombie process remains. Where children are not waited for, there is no status.
        self.status = Some(self.child.wait().unwrap_or_default());
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Process groups.
#[cfg(unix)]
mod system {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// Nothing: a group belongs to nobody.
    #[derive(Debug)]
    pub struct Owner;

    impl Owner {
        pub fn of(_: &Child) -> io::Result<Self> {
            Ok(Self)
        }
    }

    fn pid(id: u32) -> Option<Pid> {
        i32::try_from(id).ok().and_then(Pid::from_raw)
    }

    pub fn detach(command: &mut Command) {
        command.process_group(0);
    }

    /// Whether the program has exited. It is not waited for, so that its id stays taken.
    pub fn has_exited(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        pid(child.id()).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
    }

    /// Kills a group. If its processes exit at the same moment this fails, and need not succeed.
    pub fn kill_group(id: u32) {
        if let Some(group) = pid(id) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

/// Job objects: the processes of a job are killed when its handle is closed, at the latest when this program ends.
#[cfg(windows)]
mod system {
    use std::io;
    use std::os::windows::io::AsRawHandle;
    use std::os::windows::process::CommandExt;
    use std::process::{Child, Command};

    use win32job::{ExtendedLimitInfo, Job};

    /// Flags of `CreateProcess`: Ctrl-C does not reach the process, and it has an invisible console of its own, so that
    /// neither Ctrl-Break nor closing our console do.
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x0000_0200;
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;

    /// The handle of the job.
    #[derive(Debug)]
    pub struct Owner {
        _job: Job,
    }

    impl Owner {
        /// Puts the process into a job.
        pub fn of(child: &Child) -> io::Result<Self> {
            let mut limits = ExtendedLimitInfo::new();
            limits.limit_kill_on_job_close();
            let job = Job::create_with_limit_info(&limits).map_err(io::Error::other)?;
            job.assign_process(child.as_raw_handle() as isize).map_err(io::Error::other)?;
            Ok(Self { _job: job })
        }
    }

    pub fn detach(command: &mut Command) {
        command.creation_flags(CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW);
    }

    pub fn has_exited(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    /// Nothing: the job's owner closes it.
    pub fn kill_group(_: u32) {}
}
