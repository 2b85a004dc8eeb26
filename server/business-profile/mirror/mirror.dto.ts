/** How the reading of the connected places stands. */
export class MirrorDto {
  /** `none`: sample data, nothing is read. `importing`: it is being read for the first time. `ready`: there is something to show. `failed`: the first reading failed. */
  state!: 'none' | 'importing' | 'ready' | 'failed';

  /** Whether a reading is under way, or waits to be tried again. */
  isReading!: boolean;

  /** The age of what is shown; null while nothing has been read. */
  asOf!: Date | null;

  /** Whether that is less than half a minute: a list that was asked for a moment before this may be older. */
  isJustRead!: boolean;

  /** How many accounts there are, as far as that is known. */
  accountsTotal!: number | null;

  /** How many of them have been read whole in the present reading. */
  accountsDone!: number;

  /** How many locations have been read in the present reading. */
  locationsDone!: number;

  /** How many accounts, and how many locations, Google gave in a form that can’t be stored. What was known of them stays. */
  unreadableAccounts!: number;
  unreadableLocations!: number;

  /** Why the last reading failed, or the present one has come to a halt, in a sentence; null when neither did. */
  problem!: string | null;
}
