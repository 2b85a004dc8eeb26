import type { ChangeDto, ChangeListDto, VersionDto } from '../../../dist/server/changes/change.dto.js';
import type { GoogleEditDto, GoogleEditListDto } from '../../../dist/server/changes/google-edit.dto.js';
import type { LocationDetailsDto } from '../../../dist/server/listings/location-details.dto.js';
import type { Person } from '../person.ts';
import { textOfShown } from '../changes/texts.ts';
import { shownAs } from '../changes/values.ts';
import type { Asked } from './asked.ts';
import type { Act, Field } from './plan.ts';

/** How long an answer may take, with all waits of the product. */
const ANSWER_MS = 45_000;
/** A location is given what it had between now and so long ago. */
const RESTORED_MS = 60_000;
const PAGE = 100;

/** A value that nobody else gives a field. */
export function valueOf(field: Field, by: string, number: number): string {
  return field === 'websiteUri'
    ? `https://www.example.com/${by}/${number}`
    : `Café and counter. Ask for ${by} ${number}.`;
}

/** What a tab needs of its person. */
export type Asking = Pick<Person, 'try' | 'expect'>;

/** One of the tabs of a person: it keeps what it has last seen of each location. */
export class Tab {
  private readonly person: Asking;
  /** Which person it is of. */
  private readonly number: number;
  private readonly seen = new Map<string, LocationDetailsDto>();

  constructor(person: Asking, number: number) {
    this.person = person;
    this.number = number;
  }

  /** Does one thing to a location; undefined for what does not happen in a tab. */
  act(act: Act, place: string): Promise<Asked[]> | undefined {
    switch (act.kind) {
      case 'save':
        return this.save(act, place);
      case 'undo':
        return this.undo(act, place);
      case 'restore':
        return this.restore(act, place);
      case 'answer':
        return this.answer(act, place);
      case 'answer many':
        return this.answerMany(act);
      case 'read all':
        return this.readAll();
      default:
        return undefined;
    }
  }

  /** Saves values of its own; one that looked some time ago says so. */
  private async save({ fields, view, value, number, isTwice }: Act, place: string): Promise<Asked[]> {
    const details =
      view === 'old' ? (this.seen.get(place) ?? (await this.look(place))) : await this.look(place);
    const change = Object.fromEntries(fields.map((field) => [field, valueOf(field, 'here', value)]));
    const saw = fields.map((field) => ({ field, text: textOf(field, details) }));
    const basedOn = view === 'unsaid' ? undefined : details.basis;
    const body = { ...change, reason: `act ${number}`, ...(basedOn && { basedOn }) };
    const wanted = fields.map((field) => ({ field, text: textOfShown(field, shownAs(field, change)) }));
    return this.ask(
      { act: 'save', place, wanted, ...(basedOn && { saw }) },
      'PATCH',
      `/api/locations/${place}`,
      { body, isTwice },
    );
  }

  /** Takes a change of the location back, one of the latest. */
  private async undo({ pick, isTwice }: Act, place: string): Promise<Asked[]> {
    const path = `/api/changes?locationId=${place}&limit=${PAGE}`;
    const { items } = await this.read<ChangeListDto>(path);
    const possible = items.filter(({ whyNoUndo }) => whyNoUndo === null);
    // Most often the latest one: that of others has been changed again.
    const change: ChangeDto | undefined =
      pick % 3 > 0 ? possible[0] : possible[pick % (possible.length || 1)];
    if (!change) return [];
    const wanted = [{ field: change.field, text: textOfShown(change.field, change.before) }];
    return this.ask(
      { act: 'undo', place, wanted, about: change.id },
      'POST',
      `/api/changes/${change.id}/undo`,
      { body: {}, isTwice },
    );
  }

  /** Gives the location what it had at a moment. */
  private async restore({ pick, view, isTwice }: Act, place: string): Promise<Asked[]> {
    const at = new Date(Date.now() - 1_000 - (pick % RESTORED_MS)).toISOString();
    const shown = await this.read<VersionDto>(
      `/api/locations/${place}/versions?at=${encodeURIComponent(at)}`,
    );
    const body = { at, ...(view !== 'unsaid' && { basedOn: shown.basis }) };
    const path = `/api/locations/${place}/restore`;
    return this.ask({ act: 'restore', place, wanted: [] }, 'POST', path, { body, isTwice });
  }

  /** Answers an edit of Google, most often twice at once: the second answer says the opposite, or the same. */
  private async answer({ pick }: Act, place: string): Promise<Asked[]> {
    await this.look(place);
    const edit = await this.openEdit(pick, place);
    if (!edit) return [];
    const first = pick % 2 === 0 ? 'accept' : 'reject';
    const opposite = first === 'accept' ? 'reject' : 'accept';
    const answers = ([[first], [first, first], [first, opposite], [first, opposite]] as const)[
      (pick >> 2) % 4
    ]!;
    const asked = await Promise.all(
      answers.map((act) =>
        this.ask(
          { act, place: edit.locationId, wanted: [], about: edit.id },
          'POST',
          `/api/google-edits/${edit.id}/${act}`,
          { body: {} },
        ),
      ),
    );
    return asked.flat();
  }

  /** Answers several edits alike, in the background. */
  private async answerMany({ pick }: Act): Promise<Asked[]> {
    const open = await this.openEdits();
    const ids = open.slice(0, 1 + (pick % 3)).map(({ id }) => id);
    if (ids.length === 0) return [];
    const decision = pick % 2 === 0 ? 'accept' : 'reject';
    const what = { act: `${decision} many`, place: '', wanted: [] };
    return this.ask(what, 'POST', '/api/google-edits/decide', { body: { ids, decision } });
  }

  private async readAll(): Promise<Asked[]> {
    return this.ask({ act: 'read all', place: '', wanted: [] }, 'POST', '/api/mirror');
  }

  /** Opens a location, which reads it at Google. */
  async look(place: string): Promise<LocationDetailsDto> {
    const details = await this.read<LocationDetailsDto>(`/api/locations/${place}`);
    this.seen.set(place, details);
    return details;
  }

  private async openEdit(pick: number, place: string): Promise<GoogleEditDto | undefined> {
    const open = await this.openEdits();
    const here = open.filter(({ locationId }) => locationId === place);
    const chosen = here.length > 0 ? here : open;
    return chosen[pick % (chosen.length || 1)];
  }

  private async openEdits(): Promise<GoogleEditDto[]> {
    const path = `/api/google-edits?state=OPEN&limit=${PAGE}`;
    const { items } = await this.read<GoogleEditListDto>(path);
    return items.filter(({ whyNoAnswer }) => whyNoAnswer === null);
  }

  /** Asks again until there is an answer: nothing hangs on how often something is looked at. */
  private async read<Answer>(path: string): Promise<Answer> {
    return (await this.person.expect(200, 'GET', path, { withinMs: ANSWER_MS })) as Answer;
  }

  /** Makes a request that changes something, and does not repeat it; as a double click does, twice at the same moment. */
  private async ask(
    what: Pick<Asked, 'act' | 'place' | 'wanted'> & Partial<Asked>,
    method: string,
    path: string,
    { body, isTwice = false }: { body?: object; isTwice?: boolean } = {},
  ): Promise<Asked[]> {
    const request = async (): Promise<Asked> => {
      const from = Date.now();
      const answer = await this.person.try(method, path, { ...(body && { body }), withinMs: ANSWER_MS });
      if (answer.status === 401) throw new Error(`${method} ${path}: the session has ended.`);
      const code = (answer.body as { code?: string } | undefined)?.code ?? null;
      // Without an answer the person has 503 and no code.
      const status = answer.status === 503 && code === null ? 0 : answer.status;
      return { person: this.number, from, to: Date.now(), status, code, ...what };
    };
    return Promise.all(isTwice ? [request(), request()] : [request()]);
  }
}

function textOf(field: Field, details: LocationDetailsDto): string {
  return details[field] ?? '';
}
