"""A class on many machines: the workers of a Dask scheduler, through the executor that Dask has of its own."""

import logging
from concurrent.futures import Executor

from grader.class_run import Workers
from lab.terminal import UsageError


def cluster(address: str) -> Workers:
    """The workers behind a scheduler's address. Raises UsageError where Dask is not installed or nobody answers."""
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("--cluster needs Dask", 'pip install "readback[cluster]"') from None

    # what it has to say of a connection that is lost is said by us
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)

    def connect() -> tuple[Executor, int]:
        try:
            client = Client(address, timeout=10)
        except (OSError, ValueError) as error:
            raise UsageError(f"no scheduler answers at {address}: {error}", "start one with `dask scheduler`") from None
        threads = sum(client.nthreads().values())
        if not threads:
            raise UsageError(
                f"no worker is with the scheduler at {address}", f"start some with `dask worker {address}`"
            )
        return client.get_executor(pure=False), threads

    return connect
