import type { JournalEntry, World } from 'gbp-simulator';
import type { ChangeDto, ChangeListDto } from '../../../dist/server/changes/change.dto.js';
import type { GoogleEditDto, GoogleEditListDto } from '../../../dist/server/changes/google-edit.dto.js';
import type { LocationDetailsDto } from '../../../dist/server/listings/location-details.dto.js';
import { createRandom } from '../../support/seeded-random.ts';
import { allOf } from '../pages.ts';
import type { Asked } from './oracle.ts';
import { textOfShown } from './texts.ts';
import {
  type Below,
  type Change,
  newValue,
  presentValue,
  respelled,
  type SavedField,
  savedFields,
  shownAs,
} from './values.ts';

const OPEN_STATES = ['waiting', 'sending', 'unconfirmed'];
const PAGE = 100;
/** How many locations are edited over and over, so that there is something to undo and to answer. */
const FAVOURITES = 40;

/** Google as a run steers it, in this process or in another. */
export interface SteeredGoogle {
  world: {
    [Name in 'editSome' | 'decidePendingEdits']: (argument: Parameters<World[Name]>[0]) => unknown;
  };
  journal: { list(filter: { location: string }): JournalEntry[] | Promise<JournalEntry[]> };
}

/** Makes one request of the product's API as the person. The status is 503 when no answer came. */
export type Send = (
  method: string,
  path: string,
  body?: object,
) => Promise<{ status: number; body: unknown }>;

/**
 * Edits of profiles by Google, the public, the owner elsewhere and the person here, chosen by the seed. A location that was
 * edited is left alone until it has been read whole since then, so that each edit can be seen by itself.
 */
export class Life {
  readonly asked: Asked[] = [];
  /** How often each act was done. */
  readonly done: Record<string, number> = {};
  private readonly google: SteeredGoogle;
  private readonly send: Send;
  private readonly person: string;
  private readonly locations: string[];
  private readonly below: Below;
  private readonly busy = new Map<string, 'acting' | 'acted'>();
  /** Locations whose name may be in review. */
  private readonly inReview = new Set<string>();
  /** Locations where Google changed more after something that it had changed: its lists do not say so again. */
  private readonly unseen = new Set<string>();
  /** Values that fields had before they were saved here. */
  private readonly former = new Map<string, { field: SavedField; change: Change }[]>();
  private left: number;
  private readonly hands: number;

  /** @param hands how many acts go on at a time */
  constructor(
    {
      google,
      send,
      person,
      locations,
    }: { google: SteeredGoogle; send: Send; person: string; locations: string[] },
    { seed, edits, hands }: { seed: number; edits: number; hands: number },
  ) {
    const random = createRandom(seed);
    this.below = (limit) => Math.floor(random() * limit);
    this.google = google;
    this.send = send;
    this.person = person;
    this.locations = locations;
    this.left = edits;
    this.hands = hands;
  }

  /** Makes so many of the remaining edits. */
  async act(count: number): Promise<void> {
    let waiting = Math.min(count, this.left);
    this.left -= waiting;
    const hand = async () => {
      for (; waiting > 0;) {
        waiting -= 1;
        const name = await this.actOnce();
        this.done[name] = (this.done[name] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: this.hands }, hand));
  }

  /** The locations that were edited and whose changes are over: a whole reading that begins now shows all of it. */
  async settled(): Promise<string[]> {
    const acted = [...this.busy].flatMap(([id, state]) => (state === 'acted' ? [id] : []));
    const open = await this.open();
    return acted.filter((id) => !open.has(id));
  }

  /** These have been read whole and may be edited again. The person opens those of which lists do not say enough. */
  async release(ids: string[]): Promise<void> {
    for (const id of ids) {
      if (this.unseen.delete(id)) while (!(await this.details(id)));
      this.busy.delete(id);
    }
  }

  /** The locations with a change that is not over. */
  async open(): Promise<Set<string>> {
    const lists = await Promise.all(OPEN_STATES.map((state) => this.log(`state=${state}`)));
    return new Set(lists.flatMap((items) => items.map(({ locationId }) => locationId)));
  }

  /** The whole log, as the API shows it with these filters. */
  async log(query = ''): Promise<ChangeDto[]> {
    return allOf((path) => this.read(path), `/api/changes?${query}`);
  }

  private async actOnce(): Promise<string> {
    const kind = this.below(100);
    if (kind < 45) return this.editElsewhere();
    if (kind < 70) return this.save(kind < 55);
    if (kind < 75) return this.repeat();
    if (kind < 83) return (await this.undo()) ?? this.save(false);
    if (kind < 96) return (await this.answer()) ?? this.editElsewhere();
    return this.decideReview() ?? this.save(true);
  }

  /** Google, the public or the owner edits it elsewhere. */
  private async editElsewhere(): Promise<string> {
    return this.at(this.pick(), async (location) => {
      const edit = { email: this.person, seed: this.below(2 ** 31), count: 1, locations: [location] };
      const known = await this.google.journal.list({ location });
      if (known.some(({ author }) => author === 'google' || author === 'public')) this.unseen.add(location);
      const made = (await this.google.world.editSome(edit)) as Record<string, number>;
      return Object.entries(made).find(([, count]) => count > 0)?.[0] ?? 'nothing';
    });
  }

  /** The person saves a new value, or one that the field had before. */
  private async save(isBack: boolean): Promise<string> {
    return this.at(this.pick(), async (location) => {
      const details = await this.details(location);
      if (!details) return 'not shown';
      const before = isBack ? this.former.get(location)?.pop() : undefined;
      const fields = savedFields(details);
      const field = before?.field ?? fields[this.below(fields.length)]!;
      const change = before?.change ?? newValue(field, this.below, details);
      const kept = this.former.get(location) ?? [];
      if (!before) this.former.set(location, [...kept, { field, change: presentValue(field, details) }]);
      if (field === 'name') this.inReview.add(location);
      const status = await this.patch(details, field, change);
      return `${before ? 'save back' : 'save'} ${status}`;
    });
  }

  /** The person saves what is there, in another form. */
  private async repeat(): Promise<string> {
    return this.at(this.pick(), async (location) => {
      const details = await this.details(location);
      if (!details) return 'not shown';
      const fields = savedFields(details);
      const field = fields[this.below(fields.length)]!;
      const answer = await this.send('PATCH', `/api/locations/${location}`, respelled(field, details));
      return `save the same ${answer.status}`;
    });
  }

  private async undo(): Promise<string | undefined> {
    const { items } = await this.read<ChangeListDto>(`/api/changes?limit=${PAGE}`);
    const possible = items.filter(
      (change) => change.whyNoUndo === null && this.isQuiet(change.locationId) && !isReviewedTwice(change),
    );
    const change = possible[this.below(possible.length)];
    if (!change) return undefined;
    const { id, field, before, locationId } = change;
    return this.at(locationId, async (location) => {
      if (field === 'name') this.inReview.add(location);
      const { status } = await this.send('POST', `/api/changes/${id}/undo`, {});
      this.asked.push({ location, field, wanted: textOfShown(field, before), status });
      return `undo ${status}`;
    });
  }

  /** The person answers an edit of Google's, or several alike. */
  private async answer(): Promise<string | undefined> {
    const { items } = await this.read<GoogleEditListDto>(`/api/google-edits?state=OPEN&limit=${PAGE}`);
    const open = items.filter(({ whyNoAnswer, field }) => whyNoAnswer === null && field !== 'name');
    const byLocation = new Map(open.map((edit) => [edit.locationId, edit]));
    const possible = [...byLocation.values()].filter(({ locationId }) => this.isQuiet(locationId));
    const decision = this.below(2) ? 'accept' : 'reject';
    const first = this.below(possible.length);
    const chosen = possible.slice(first, first + (this.below(4) ? 1 : 3));
    if (chosen.length === 0) return undefined;
    return this.atAll(
      chosen.map(({ locationId }) => locationId),
      async () => {
        const [edit, ...others] = chosen as [GoogleEditDto, ...GoogleEditDto[]];
        const { status } =
          others.length === 0
            ? await this.send('POST', `/api/google-edits/${edit.id}/${decision}`, {})
            : await this.send('POST', '/api/google-edits/decide', {
                ids: chosen.map(({ id }) => id),
                decision,
              });
        for (const { locationId, field, yours, google } of chosen) {
          const wanted = textOfShown(field, decision === 'accept' ? google : yours);
          this.asked.push({ location: locationId, field, wanted, status });
        }
        return `${decision}${others.length > 0 ? ' several' : ''} ${status}`;
      },
    );
  }

  /** Google lets an edit of a name through, or throws it away. */
  private decideReview(): Promise<string> | undefined {
    const location = [...this.inReview].find((id) => this.isQuiet(id, true));
    if (location === undefined) return undefined;
    return this.at(location, async () => {
      const approve = this.below(3) > 0;
      await this.google.world.decidePendingEdits({ location, approve });
      this.inReview.delete(location);
      return approve ? 'review passed' : 'review failed';
    });
  }

  private async patch(details: LocationDetailsDto, field: SavedField, change: Change): Promise<number> {
    const { id: location, basis } = details;
    const body = { ...change, basedOn: basis, reason: `edit ${this.asked.length}` };
    const { status } = await this.send('PATCH', `/api/locations/${location}`, body);
    const [present, wanted] = [presentValue(field, details), change].map((value) =>
      textOfShown(field, shownAs(field, value)),
    ) as [string, string];
    if (wanted !== present) this.asked.push({ location, field, wanted, status });
    return status;
  }

  private async details(location: string): Promise<LocationDetailsDto | undefined> {
    const { status, body } = await this.send('GET', `/api/locations/${location}`);
    return status === 200 ? (body as LocationDetailsDto) : undefined;
  }

  private at(location: string, act: (location: string) => Promise<string>): Promise<string> {
    return this.atAll([location], () => act(location));
  }

  private async atAll(locations: string[], act: () => Promise<string>): Promise<string> {
    for (const location of locations) this.busy.set(location, 'acting');
    try {
      return await act();
    } finally {
      for (const location of locations) this.busy.set(location, 'acted');
    }
  }

  /** A location that may be edited, often one that was edited before. */
  private pick(): string {
    for (let tries = 0; ; tries += 1) {
      const limit =
        tries < 20 && this.below(2) ? Math.min(FAVOURITES, this.locations.length) : this.locations.length;
      const location = this.locations[this.below(limit)]!;
      if (this.isQuiet(location)) return location;
      if (tries > 10_000) throw new Error('No location is left to be edited.');
    }
  }

  private isQuiet(location: string, mayBeInReview = false): boolean {
    return !this.busy.has(location) && (mayBeInReview || !this.inReview.has(location));
  }

  /** Asks until there is an answer. */
  private async read<Answer>(path: string): Promise<Answer> {
    for (;;) {
      const { status, body } = await this.send('GET', path);
      if (status === 200) return body as Answer;
      if (status < 500) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    }
  }
}

/** A refusal of Google's name is reviewed by Google while that name stays: it cannot be seen until the review ends. */
function isReviewedTwice({ field, isPublicOnly }: ChangeDto): boolean {
  return field === 'name' && isPublicOnly;
}
