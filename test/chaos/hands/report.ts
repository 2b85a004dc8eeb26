import type { ChangeDto } from '../../../dist/server/changes/change.dto.js';
import type { Result } from '../command.ts';
import { countsOf, inWords, type Line, sum, tally } from '../report.ts';
import type { CampaignsVerdict } from './campaigns-oracle.ts';
import type { DecisionsVerdict } from './decisions-oracle.ts';
import type { Options } from './options.ts';
import type { RepliesVerdict } from './replies-oracle.ts';
import type { SavesVerdict, Window } from './saves-oracle.ts';

/** Answers that say that somebody else was first. */
const TOLD = /(changed_since|save_in_progress|cannot_undo|google\/changed|(reply|review|campaign)_changed)$/;

/** What a run has come to. */
interface Outcome {
  options: Options;
  store: string;
  /** In words. */
  minutes: string;
  verdict: SavesVerdict & DecisionsVerdict & RepliesVerdict & CampaignsVerdict;
  /** What was overwritten that nobody here could see. */
  windows: Window[];
  /** How many replies replaced what somebody at Google had written a moment before. */
  replyWindows: number;
  /** What was done and how it was answered, and how often. */
  done: Record<string, number>;
  /** How much of it Google took. */
  taken: Record<'edits' | 'replies' | 'posts', number>;
  /** All logs. */
  lines: ChangeDto[];
  blows: Record<string, number>;
  /** How often each fault of Google has struck. */
  faults: Record<string, number>;
}

export function resultOf(outcome: Outcome): Result {
  const { options, store, minutes, verdict, windows, done, taken, lines, blows, faults } = outcome;
  const { acts, locations, seed, control } = options;
  const told = sum(Object.fromEntries(Object.entries(done).filter(([name]) => TOLD.test(name))));
  const longest = Math.max(0, ...windows.map(({ ms }) => ms));
  return {
    verdict,
    lines: [
      ['run', `${acts} acts, ${locations} locations, ${store}, seed ${seed}, ${minutes}`],
      ['acts', inWords(done)],
      ['blows', inWords(blows)],
      ['faults', inWords(faults)],
      ['taken', `${inWords(taken)}; ${told} requests were told that somebody else was first`],
      ['log', inWords(tally(lines.map(({ origin, state }) => `${origin} ${state}`)))],
      [
        'windows',
        `${windows.length} of edits, the longest ${longest} ms; ${outcome.replyWindows} of replies`,
      ],
      ...windows.map(({ words, ms }): Line => ['', `${ms} ms: ${words}`]),
    ],
    rows: [
      [
        control ?? options.store,
        seed,
        acts,
        sum(blows),
        sum(faults),
        ...Object.values(taken),
        told,
        `${windows.length}, ${longest} ms`,
        sum(countsOf(verdict)),
      ],
    ],
  };
}
