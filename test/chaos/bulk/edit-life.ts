import type { JournalEntry, World } from 'gbp-simulator';
import type { BulkEditDto, BulkRowDto } from '../../../dist/server/bulk-edits/bulk-edit.dto.js';
import { createRandom } from '../../support/seeded-random.ts';
import { textOfShown } from '../changes/texts.ts';
import type { Below } from '../changes/values.ts';
import { isNamed } from '../person.ts';
import { distinct, randomChange, valueElsewhere } from './changes.ts';
import type { Editor } from './editor.ts';
import type { DoneEdit } from './edits-oracle.ts';

/** How many locations an edit has. */
const FEWEST = 3;
const SPREAD = 8;
/** How often somebody looks at a preview again because locations have changed. */
const MOST_LOOKS = 5;

/** Google as a run steers it, in this process or in another. */
export interface SteeredGoogle {
  world: {
    [Name in 'editSome' | 'editByOwner' | 'editByGoogle']: (argument: Parameters<World[Name]>[0]) => unknown;
  };
  journal: { list(filter: { after: number }): JournalEntry[] | Promise<JournalEntry[]> };
}

interface Setting {
  google: SteeredGoogle;
  editor: Editor;
  /** The address at Google of whoever has the locations. */
  email: string;
  locations: string[];
  /** Resolves when nothing of a set is open. */
  settled: (setId: string) => Promise<void>;
  /** A moment in which something of a set may happen. */
  moment: () => Promise<void>;
}

/**
 * Random edits of some locations each, while their owner writes elsewhere and Google edits them: after the preview was worked
 * out, while the changes go out, and before and during the undo of some sets. Each hand has locations of its own.
 */
export class EditLife {
  readonly done: DoneEdit[] = [];
  /** How often each act was done. */
  readonly acts: Record<string, number> = {};
  private readonly setting: Setting;
  private readonly edits: number;
  private readonly hands: number;
  private readonly seed: number;
  private begun = 0;
  private values = 0;
  private seen = 0;

  constructor(setting: Setting, { seed, edits, hands }: { seed: number; edits: number; hands: number }) {
    this.setting = setting;
    this.seed = seed;
    this.edits = edits;
    this.hands = hands;
  }

  /** How much is over, from 0 to 1. */
  get progress(): number {
    return this.begun / this.edits;
  }

  async live(): Promise<void> {
    const { locations } = this.setting;
    const size = Math.floor(locations.length / this.hands);
    const hand = async (number: number) => {
      const random = createRandom(this.seed * 100 + number);
      const below: Below = (limit) => Math.floor(random() * limit);
      const own = locations.slice(number * size, (number + 1) * size);
      while (this.begun < this.edits) await this.edit(below, own, (this.begun += 1));
    };
    await Promise.all(Array.from({ length: this.hands }, (_, number) => hand(number)));
  }

  private async edit(below: Below, own: string[], number: number): Promise<void> {
    const { editor, settled } = this.setting;
    const chosen = distinct(below, own, FEWEST + below(SPREAD));
    const { fields, change } = randomChange(below, number);
    let from = await this.lastSeq();
    let draft = await editor.draft({ choice: { locationIds: chosen }, change });
    let rows = await editor.rows(draft.id);
    await this.disturb(below, chosen, fields, below(3) === 0);
    for (let looks = 1; ; looks += 1) {
      const before = await this.lastSeq();
      const answer = await editor.confirm(draft);
      if (answer.status === 202) break;
      if (!isNamed(answer, 'changed_since') || looks === MOST_LOOKS) {
        // The answer to a first yes was lost.
        if (isNamed(answer, 'bulk_edit_confirmed')) break;
        this.count(isNamed(answer, 'bulk_edit_empty') ? 'nothing to change' : 'given up');
        return;
      }
      this.count('looked again');
      [from, draft] = [before, await editor.look(draft.id)];
      rows = await editor.rows(draft.id);
    }
    this.count('edits');
    await Promise.all([this.disturbNow(below, chosen, fields), settled(draft.id)]);
    const done: DoneEdit = { number, id: draft.id, from, to: await this.lastSeq(), rows: rowsOf(rows) };
    this.done.push(done);
    if (below(5) < 2) done.undoneTo = await this.undo(below, draft, chosen, fields);
  }

  private async undo(below: Below, { id }: BulkEditDto, chosen: string[], fields: string[]): Promise<number> {
    const { editor, settled } = this.setting;
    await this.disturb(below, chosen, fields, below(3) > 0);
    const undo = await editor.undo(id);
    this.count(undo === undefined ? 'undo of nothing' : 'undos');
    if (undo !== undefined) await Promise.all([this.disturbNow(below, chosen, fields), settled(undo)]);
    return this.lastSeq();
  }

  /** While changes go out somebody writes as well. */
  private async disturbNow(below: Below, chosen: string[], fields: string[]): Promise<void> {
    for (let times = below(3); times > 0; times -= 1) {
      for (let moments = below(4); moments > 0; moments -= 1) await this.setting.moment();
      await this.disturb(below, chosen, fields, false);
    }
  }

  /** Others write at some of the locations. @param isOpened whether somebody opens these here, so that it is known */
  private async disturb(below: Below, chosen: string[], fields: string[], isOpened: boolean): Promise<void> {
    for (const location of distinct(below, chosen, below(4))) {
      await this.writeElsewhere(below, location, fields);
      if (isOpened) await this.setting.editor.open(location);
    }
  }

  private async writeElsewhere(below: Below, location: string, fields: string[]): Promise<void> {
    const { google, email } = this.setting;
    const [field = ''] = distinct(below, fields, 1);
    const number = (this.values += 1);
    const kind = below(10);
    if (kind < 6) {
      this.count('the owner elsewhere, the same field');
      await google.world.editByOwner({ location, fields: valueElsewhere(field, below, number) });
    } else if (kind < 8) {
      this.count('Google, the same field');
      await google.world.editByGoogle({ location, fields: valueElsewhere(field, below, number) });
    } else {
      this.count('somebody, any field');
      await google.world.editSome({ email, seed: below(2 ** 31), count: 1, locations: [location] });
    }
  }

  /** The number of the journal's last entry. */
  private async lastSeq(): Promise<number> {
    const last = (await this.setting.google.journal.list({ after: this.seen })).at(-1)?.seq ?? 0;
    return (this.seen = Math.max(this.seen, last));
  }

  private count(name: string): void {
    this.acts[name] = (this.acts[name] ?? 0) + 1;
  }
}

/** What each location was to get, by the preview. */
function rowsOf(rows: BulkRowDto[]): DoneEdit['rows'] {
  return rows.map(({ locationId, fields }) => ({
    location: locationId,
    fields: fields
      .filter(({ isSame }) => !isSame)
      .map(({ field, before, after }) => ({
        field,
        before: textOfShown(field, before),
        after: textOfShown(field, after),
      })),
  }));
}
