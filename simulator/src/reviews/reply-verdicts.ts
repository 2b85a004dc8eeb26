import type { ReplyVerdict } from './review.js';

/** What becomes of a reply once it has been reviewed. */
export interface Decision {
  verdict: ReplyVerdict;
  /** Of a REJECTED one. */
  policyViolation?: string;
}

/** A decision that was set beforehand for the next replies. */
export interface SetVerdict extends Decision {
  /** Only for replies at this location. */
  locationId?: string;
  /** For how many replies it still is; none: for all that come. */
  left?: number;
}

/** The decisions that were set beforehand. The first one that fits is taken. */
export class ReplyVerdicts {
  private set: SetVerdict[] = [];

  add(verdict: SetVerdict): void {
    this.set.push({ ...verdict });
  }

  clear(): void {
    this.set = [];
  }

  /** The decision on a reply that is written now at a location, counted as used; undefined: it goes by its content. */
  take(locationId: string): Decision | undefined {
    const found = this.set.find((each) => each.locationId === undefined || each.locationId === locationId);
    if (!found) return undefined;
    if (found.left !== undefined) found.left -= 1;
    this.set = this.set.filter(({ left }) => left !== 0);
    const { verdict, policyViolation } = found;
    return { verdict, ...(policyViolation !== undefined && { policyViolation }) };
  }

  snapshot(): SetVerdict[] {
    return this.set.map((each) => ({ ...each }));
  }

  restore(saved: readonly SetVerdict[] = []): void {
    this.set = saved.map((each) => ({ ...each }));
  }
}
