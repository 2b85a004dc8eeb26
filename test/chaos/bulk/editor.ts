import type {
  BulkEditDto,
  BulkRowDto,
  NewBulkEditDto,
} from '../../../dist/server/bulk-edits/bulk-edit.dto.js';
import type {
  ChangeSetDto,
  SetLocationDto,
  SetLocationListDto,
} from '../../../dist/server/changes/change-set.dto.js';
import type { ChangeDto, UndoneFieldDto } from '../../../dist/server/changes/change.dto.js';
import type { Asking } from '../hands/tab.ts';
import { allOf } from '../pages.ts';
import { type Answer, isNamed } from '../person.ts';

/** How long an answer may take. */
const ANSWER_MS = 45_000;

/** Somebody who changes many locations at once. What gets no answer is asked for again. */
export class Editor {
  private readonly person: Asking;
  private keys = 0;

  constructor(person: Asking) {
    this.person = person;
  }

  /** Prepares an edit. It is there twice where an answer was lost; nothing comes of the first. */
  async draft(body: NewBulkEditDto): Promise<BulkEditDto> {
    return (await this.ask('POST', '/api/bulk-edits', [201], { body })).body as BulkEditDto;
  }

  async look(id: string): Promise<BulkEditDto> {
    return this.read<BulkEditDto>(`/api/bulk-edits/${id}`);
  }

  /** The locations that would change, as the preview shows them. */
  rows(id: string): Promise<BulkRowDto[]> {
    return allOf((path) => this.read(path), `/api/bulk-edits/${id}/rows?state=changes`);
  }

  /** Says yes, under a key of its own. @returns 202, or 409 with its code */
  confirm({ id, version }: Pick<BulkEditDto, 'id' | 'version'>): Promise<Answer> {
    const key = `yes-${id}-${(this.keys += 1)}`;
    return this.ask('POST', `/api/bulk-edits/${id}/confirm`, [202, 409], { body: { version }, key });
  }

  set(id: string): Promise<ChangeSetDto> {
    return this.read<ChangeSetDto>(`/api/change-sets/${id}`);
  }

  /** What became of each location of a set. */
  locations(id: string): Promise<SetLocationDto[]> {
    return allOf((path) => this.read(path), `/api/change-sets/${id}/locations`);
  }

  /** Whether none of its locations is open, planned or stopped as they may be. */
  async isEnded(id: string): Promise<boolean> {
    const path = `/api/change-sets/${id}/locations?state=waiting&limit=1`;
    return (await this.read<SetLocationListDto>(path)).items.length === 0;
  }

  /** The locations of which something would go back. */
  async goingBack(id: string): Promise<string[]> {
    const lines = await allOf<UndoneFieldDto>((path) => this.read(path), `/api/change-sets/${id}/undo`);
    return [...new Set(lines.flatMap(({ locationId, whyNot }) => (whyNot === null ? [locationId] : [])))];
  }

  async stop(id: string): Promise<void> {
    await this.ask('POST', `/api/change-sets/${id}/stop`, [204]);
  }

  async retry(id: string): Promise<void> {
    await this.ask('POST', `/api/change-sets/${id}/retry`, [202], { body: {} });
  }

  /** Undoes a set. @returns the id of the undo; undefined when nothing can go back, or it is under way already */
  async undo(id: string): Promise<string | undefined> {
    const { status, body } = await this.ask('POST', `/api/change-sets/${id}/undo`, [202, 409], { body: {} });
    return status === 202 ? (body as { setId: string }).setId : undefined;
  }

  /** Opens a location, which reads it at Google. */
  async open(location: string): Promise<void> {
    await this.read(`/api/locations/${location}`);
  }

  /** The whole log. */
  log(): Promise<ChangeDto[]> {
    return allOf((path) => this.read(path), '/api/changes?');
  }

  private async read<Read>(path: string): Promise<Read> {
    return (await this.person.expect(200, 'GET', path, { withinMs: ANSWER_MS })) as Read;
  }

  /** Asks again and again until a server has answered. @throws Error for an answer that is none of the expected ones */
  private async ask(
    method: string,
    path: string,
    expected: number[],
    content: { body?: object; key?: string } = {},
  ): Promise<Answer> {
    for (;;) {
      const answer = await this.person.try(method, path, { ...content, withinMs: ANSWER_MS });
      const isUnderWay = isNamed(answer, 'request_in_progress');
      if (expected.includes(answer.status) && !isUnderWay) return answer;
      // 408: it was halted; 429: others of the workspace wait for their previews.
      const isWorthAnother = answer.status >= 500 || [408, 429].includes(answer.status) || isUnderWay;
      if (!isWorthAnother)
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  }
}
