"""A study's workers: this process, processes on this machine, or a Dask cluster, each as an executor."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from bigslick.errors import BigslickError
from bigslick.extras import needs_extra

CONNECT_SECONDS = 15
RETRIES = 5
_BLOCKS = hasattr(signal, "pthread_sigmask")
"""Windows cannot block a signal."""


class BadCluster(BigslickError, ValueError):
    """A cluster that cannot be reached, or workers that cannot start."""

    __module__ = "bigslick.simulate"


class ThisProcess(Executor):
    """Does the work at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Make the call now; the future is already done when you get it."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def start_workers(workers: int | None, cluster: str | None) -> Iterator[tuple[Executor, int]]:
    """Return an executor and how many chunks it works on at once; by default one per processor."""
    if cluster is not None:
        if workers is not None:
            raise BadCluster("--workers is for this machine: a cluster knows how many workers it has")
        with _dask(cluster) as found:
            yield found
        return
    count = _processors() if workers is None else workers
    if not 1 <= count <= 4096:
        raise BadCluster(f"cannot start {count} workers: expected 1 to 4096")
    if count == 1:
        yield ThisProcess(), 1
        return
    import multiprocessing

    # Spawned, because Polars' threads do not survive a fork.
    spawn = multiprocessing.get_context("spawn")
    with _Processes(count, mp_context=spawn, initializer=_start_worker) as pool:
        try:
            for _ in range(count):
                pool.submit(os.getpid)
            yield pool, count
        except BaseException:
            # A chunk takes seconds, and none of it would be kept. Python 3.14 calls this terminate_workers.
            for process in list((pool._processes or {}).values()):
                process.terminate()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


class _Processes(ProcessPoolExecutor):
    """Processes on this machine, each started by the first submission that finds none idle."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand over a call, which may start a process."""
        with _held_back():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _held_back() -> Iterator[None]:
    """Hold Ctrl-C back while a process starts, and hear it afterwards.

    The process inherits what is blocked here; otherwise Ctrl-C would stop it during its imports, with a traceback.
    Blocking is not enough for this process, where another thread can get the signal.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = []
    handler = signal.signal(signal.SIGINT, lambda *_: heard.append(True))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if _BLOCKS else set()
    try:
        yield
    finally:
        if _BLOCKS:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, handler)
        if heard:
            signal.raise_signal(signal.SIGINT)


def _processors() -> int:
    """Return the number of processors this process can use; some systems report only the total."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _start_worker() -> None:
    """Make a worker end silently on Ctrl-C, or when its parent process is gone.

    The parent reports what was kept. If it is killed, it cannot end its workers, and they would wait forever.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if _BLOCKS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with_parent, name="end with parent", daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the parent process to end, then exit at once, even in the middle of a chunk."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _dask(address: str) -> Iterator[tuple[Executor, int]]:
    needs_extra("cluster")
    import distributed

    local = address.removeprefix("local:") if address.startswith("local:") else None
    if local is not None and not (local.isdigit() and 1 <= int(local) <= 1024):
        raise BadCluster(f"--cluster {address}: expected local:N with 1 to 1024 workers, such as local:4")
    if local is None and "://" not in address:
        raise BadCluster(f"--cluster {address}: expected tcp://host:port of a scheduler, or local:N to start one")
    dask: Any = distributed  # Dask has few types
    started: Any = None
    try:
        if local is not None:
            started = dask.LocalCluster(
                n_workers=int(local), threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
            )
        client = dask.Client(started or address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise BadCluster(
            f"no scheduler answers at {address}: {error}; check that it runs and that the address is right"
        ) from None
    try:
        count = sum(client.nthreads().values())
        if not count:
            raise BadCluster(f"the scheduler at {address} has no workers: start some with `dask worker {address}`")
        # When a worker dies, the scheduler gives its chunk to another worker, up to this many times.
        yield client.get_executor(retries=RETRIES, pure=False), count
    finally:
        client.close()
        if started is not None:
            started.close()
