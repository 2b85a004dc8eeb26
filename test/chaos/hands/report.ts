import type { ChangeDto } from '../../../dist/server/changes/change.dto.js';
import { inWords, tally } from '../report.ts';
import type { CampaignsVerdict } from './campaigns-oracle.ts';
import type { DecisionsVerdict } from './decisions-oracle.ts';
import type { Options } from './options.ts';
import type { RepliesVerdict } from './replies-oracle.ts';
import type { SavesVerdict, Window } from './saves-oracle.ts';

/** Answers that say that somebody else was first. */
const TOLD = /(changed_since|save_in_progress|cannot_undo|google\/changed|(reply|review|campaign)_changed)$/;

/** What a run has come to. */
export interface Outcome {
  options: Options;
  store: string;
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
  /** What else has gone wrong: servers that were not ready, ended by themselves, or did not stop cleanly. */
  troubles: string[];
  minutes: number;
}

/** What is wrong about a run; nothing if it is good. */
export function faultsOf({ verdict, troubles }: Outcome): string[] {
  const found = Object.entries(verdict).flatMap(([kind, list]) =>
    (list as string[]).map((words) => `${kind}: ${words}`),
  );
  return [...found, ...troubles];
}

/** The run in words and figures, and as a row of the table in docs/reliability.md. */
export function describe(outcome: Outcome): string {
  const { options, store, verdict, windows, done, taken, lines, blows, faults, minutes } = outcome;
  const found = Object.fromEntries(
    Object.entries(verdict).map(([name, list]) => [name, (list as string[]).length]),
  );
  const sum = (counts: Record<string, number>) =>
    Object.values(counts).reduce((all, count) => all + count, 0);
  const told = sum(Object.fromEntries(Object.entries(done).filter(([name]) => TOLD.test(name))));
  const longest = Math.max(0, ...windows.map(({ ms }) => ms));
  const said = [
    [
      'run',
      `${options.acts} acts, ${options.locations} locations, ${store}, seed ${options.seed}, ${minutes.toFixed(1)} min`,
    ],
    ['acts', inWords(done)],
    ['blows', inWords(blows)],
    ['faults', inWords(faults)],
    ['taken', `${inWords(taken)}; ${told} requests were told that somebody else was first`],
    ['log', inWords(tally(lines.map(({ origin, state }) => `${origin} ${state}`)))],
    ['windows', `${windows.length} of edits, the longest ${longest} ms; ${outcome.replyWindows} of replies`],
    ...windows.map(({ words, ms }) => ['', `${ms} ms: ${words}`]),
    ['verdict', inWords(found)],
  ];
  const cells = [
    options.control ?? options.store,
    options.seed,
    options.acts,
    sum(blows),
    sum(faults),
    ...Object.values(taken),
    told,
    `${windows.length}, ${longest} ms`,
    sum(found),
  ];
  const text = said.map(([name = '', words]) => `${name.padEnd(9)} ${words}`).join('\n');
  return `${text}\n\n| ${cells.join(' | ')} |`;
}
