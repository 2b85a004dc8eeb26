import { Injectable, Logger } from '@nestjs/common';
import { rootOf } from '../../errors/database-errors.js';
import { misfitIn, type Shape } from '../translation/google-shapes.js';

const LEFT_OUT_KINDS = Object.freeze([
  'account',
  'location',
  'attribute',
  'attribute_type',
  'category',
  'hours_type',
  'post',
  'review',
  'figures',
  'search_word',
] as const);

export type LeftOutKind = (typeof LEFT_OUT_KINDS)[number];

/** The longest name of Google's that is logged. */
const MAX_NAME = 200;

/** Logs and counts parts of Google's answers that were left out because they could not be read or stored. */
@Injectable()
export class LeftOutThings {
  private readonly logger = new Logger('Google');
  private readonly counts = new Map<LeftOutKind, number>();

  /**
   * Notes one thing each time that it is left out.
   * @param where its ids, as far as Google gives them; no content
   * @param error why; the database's code and our own words are logged, never the values
   */
  note(kind: LeftOutKind, where: { location?: string; id?: string }, error?: unknown): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    const ids = Object.fromEntries(Object.entries(where).map(([key, id]) => [key, id.slice(0, MAX_NAME)]));
    this.logger.warn({ event: 'google.left_out', kind, ...ids, reason: reasonOf(error) });
  }

  /**
   * The items of a list that have its shape. The others are noted, each by itself.
   * @param where the location that they belong to, if they belong to one
   */
  keepFitting<Item>(
    kind: LeftOutKind,
    items: readonly Item[],
    shape: Shape,
    where: { location?: string } = {},
  ): Item[] {
    return items.filter((item) => {
      const misfit = misfitIn(item ?? null, shape);
      if (misfit !== undefined) this.note(kind, where, new TypeError(misfit));
      return misfit === undefined;
    });
  }

  /** How many times each kind was left out since this process started. */
  read(): Record<LeftOutKind, number> {
    const all = LEFT_OUT_KINDS.map((kind) => [kind, this.counts.get(kind) ?? 0]);
    return Object.fromEntries(all) as Record<LeftOutKind, number>;
  }
}

/** Messages of the database hold values, those of our own misreadings hold names of our code. */
function reasonOf(error: unknown): string {
  const root = rootOf(error) as { code?: unknown; name?: unknown; message?: unknown } | null | undefined;
  if (typeof root?.code === 'string') return `the database refuses it (${root.code})`;
  return root?.name === 'TypeError' ? `it cannot be read: ${String(root.message)}` : 'it cannot be read';
}
