import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { readFileSync } from 'node:fs';

/** What stands between the arrows of steps and those of everything else. */
const OTHERS = '%% Not made by steps:';

/** The picture of the states of something in docs/reliability.md. */
export interface StatePicture {
  /** All states, in alphabetical order. */
  states: string[];
  /** `from → to` of each arrow that a step makes, in alphabetical order. */
  arrows: string[];
}

/** @param heading the heading above the picture */
export function pictureOf(heading: string): StatePicture {
  const text = readFileSync('docs/reliability.md', 'utf8');
  const [, section] = text.split(`### ${heading}\n`);
  const [, picture] = /```mermaid\n(.*?)```/s.exec(section ?? '') ?? [];
  if (picture === undefined) throw new Error(`docs/reliability.md has no picture below "${heading}".`);
  const [steps = '', others = ''] = picture.split(OTHERS);
  const all = [...arrowsIn(steps), ...arrowsIn(others)];
  return {
    states: [...new Set(all.flat())].sort(),
    arrows: arrowsIn(steps).map(toText).sort(),
  };
}

/** The ways that a step has taken something, without those that changed nothing. */
export class SeenArrows {
  private readonly seen = new Set<string>();

  add(from: string, to: string): void {
    if (from !== to) this.seen.add(toText([from, to]));
  }

  get arrows(): string[] {
    return [...this.seen].sort();
  }
}

/** What a test throws as a fault of ours. */
export const FAULT = 'a fault of ours';

/** Keeps the log quiet. @returns the errors in it that no test has thrown, as they come */
export function faultsInLog(): unknown[] {
  const faults: unknown[] = [];
  for (const level of ['log', 'warn'] as const) jest.spyOn(Logger.prototype, level).mockReturnValue();
  jest.spyOn(Logger.prototype, 'error').mockImplementation((facts: unknown) => {
    if (!JSON.stringify(facts).includes(FAULT)) faults.push(facts);
  });
  return faults;
}

/** The result of some work a moment later, also where it throws. */
export function inTime<Result>(work: () => Result): Promise<Result> {
  return Promise.resolve().then(work);
}

/** What there may be of each of several things. */
type Choices = Record<string, readonly unknown[]>;
/** One of each. */
export type Chosen<Of extends Choices> = { [Key in keyof Of]: Of[Key][number] };

/** Every combination of what there may be of some things; of the others, always the first. */
export function combinationsOf<Of extends Choices>(choices: Of, some = Object.keys(choices)): Chosen<Of>[] {
  return Object.entries(choices).reduce<object[]>(
    (all, [key, values]) =>
      all.flatMap((one) =>
        (some.includes(key) ? values : values.slice(0, 1)).map((value) => ({ ...one, [key]: value })),
      ),
    [{}],
  ) as Chosen<Of>[];
}

function arrowsIn(lines: string): [string, string][] {
  return [...lines.matchAll(/^ *(\w+) --> (\w+): \S/gm)].map(([, from, to]) => [from!, to!]);
}

function toText([from, to]: [string, string]): string {
  return `${from} → ${to}`;
}
