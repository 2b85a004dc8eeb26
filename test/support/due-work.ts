import { Work } from '../../dist/server/jobs/due-work.js';

/** A part of the app that has due work. */
interface Worker {
  work: Pick<Work<never, never>, 'look' | 'lookSoon' | 'idle'>;
}

/** Lets the due work of a part begin only when a test says so. Until then it does not count as unread. */
export function holdBack({ work }: Worker): void {
  Object.assign(work, { look: () => Promise.resolve(), lookSoon: () => undefined });
  Object.defineProperty(work, 'isRead', { value: true });
}

/** Reads what is due, and resolves when it is done, with what could be done at once after it. */
export async function workOff({ work }: Worker): Promise<void> {
  await Work.prototype.look.call(work as Work<never, never>);
  await work.idle();
}
