"""All benchmarks: `python -m tests.bench [--quick]`. JSON on stdout, exit 1 when one misses."""

from tests.bench import (
    dashboard,
    imports,
    inbound,
    ledger_append,
    ledger_verify,
    mail_reading,
    pipeline,
    preview,
    queue_page,
    ring_due,
    ring_kill,
    ringing,
)
from tests.bench.runner import main

if __name__ == "__main__":
    main(
        dashboard.rows,
        imports.rows,
        inbound.rows,
        ledger_append.rows,
        ledger_verify.rows,
        mail_reading.rows,
        pipeline.rows,
        preview.rows,
        queue_page.rows,
        ring_due.rows,
        ring_kill.rows,
        ringing.rows,
    )
