import type { SimulatorClock } from './clock.js';
import { numberOfCopy } from './seed/private-worlds.js';

/** When each world began, by the number of the private copy (0: the shared one), in ms since 1970. */
export type BeginningsSnapshot = [copy: number, at: number][];

/** What happened last before a beginning is older than this. */
const YOUNGEST_MS = 3_600_000;

/**
 * When the worlds began: what the seed dates by its age (reviews, a rise of calls) lies so long before. The shared world
 * and each private copy begin when something of them is first asked for, and stay there while the clock runs on.
 */
export class Beginnings {
  private readonly began = new Map<number, number>();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly touch: () => void,
  ) {}

  /** When the world of a location began, in ms since 1970. It begins again when the clock is put back to before. */
  of(locationId: string): number {
    const now = this.clock.now().getTime();
    const copy = numberOfCopy(locationId);
    const known = this.began.get(copy);
    if (known !== undefined && known - YOUNGEST_MS <= now) return known;
    this.began.set(copy, now);
    this.touch();
    return now;
  }

  /** Forgets when the private copy with this location began. */
  forget(locationId: string): void {
    this.began.delete(numberOfCopy(locationId));
  }

  snapshot(): BeginningsSnapshot {
    return [...this.began];
  }

  restore(saved: BeginningsSnapshot = []): void {
    this.began.clear();
    for (const [copy, at] of saved) this.began.set(copy, at);
  }
}
