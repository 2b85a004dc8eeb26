import type { GoogleLocation } from '../../business-profile/translation/google-types.js';

/** A location and its payload. */
export interface Located {
  id: string;
  accountId: string;
  google: GoogleLocation;
}

/** What the locations of a workspace have in common. Each answer about one location takes the same time, however many there are. */
export class Siblings {
  /** How many locations the workspace has. */
  readonly size: number;

  constructor(rows: Iterable<Located>) {
    let size = 0;
    for (const _ of rows) size += 1;
    this.size = size;
  }
}

/** @param rows all locations of a workspace, which are read once */
export function siblingsOf(rows: Iterable<Located>): Siblings {
  return new Siblings(rows);
}
