// Strikes the process when it comes to the step that it has been told, once; a hook that knows the steps calls `pass`.
import type { Blow, Order, Reached, Step } from '../step.ts';

const SIGNALS: Record<Blow, NodeJS.Signals> = { kill: 'SIGKILL', freeze: 'SIGSTOP', stop: 'SIGTERM' };

let armed: Order['arm'] = null;
process.on('message', (order: Order | object) => {
  if ('arm' in order) armed = order.arm;
});
// A process that is stopping is not sent a second signal.
process.once('SIGTERM', () => (armed = null));
// Whoever has started this process is gone, however it went.
process.on('disconnect', () => process.exit(1));

export async function pass(step: Step): Promise<void> {
  if (armed?.step !== step) return;
  const { blow } = armed;
  armed = null;
  const message: Reached = { reached: step };
  await new Promise((resolve) => process.send?.(message, resolve));
  process.kill(process.pid, SIGNALS[blow]);
}

/** Strikes at requests of one kind: before each of them, and after those that were answered well. */
export function passRequests(
  isMeant: (method: string | undefined, path: string) => boolean,
  { before, after }: { before?: Step; after: Step },
): void {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const isOne = isMeant(init?.method, pathname);
    if (isOne && before) await pass(before);
    const answer = await send(input, init);
    if (isOne && answer.ok) await pass(after);
    return answer;
  };
}
