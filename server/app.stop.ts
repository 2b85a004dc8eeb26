/** A stop that takes longer is cut short, so that nothing hangs on a slow request. */
const STOP_WITHIN_MS = 15_000;

/** Stops cleanly on SIGINT, SIGTERM and SIGHUP and ends the process with code 0; a second signal does not wait. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}
