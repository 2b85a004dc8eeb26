import { Injectable, type StreamableFile } from '@nestjs/common';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { toGoogleOwner } from '../business-profile/port/google-owner.js';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import type { GoogleLocation } from '../business-profile/translation/google-types.js';
import { MirrorRepository } from '../business-profile/mirror/mirror.repository.js';
import { Clock } from '../config/clock.js';
import { dayOf } from '../config/days.js';
import { AppError } from '../errors/app-error.js';
import { fromCursor, type ListPosition, toCursor, toPage } from '../security/list-cursor.js';
import type { RequestOwner } from '../people/current-owner.js';
import { OneDownload } from '../security/one-download.js';
import { csvFile } from '../security/streamed-file.js';
import { MAX_PAGE } from '../security/validation.js';
import type { ChangeDetailsDto, ChangeDto, ChangeListDto, ChangeQueryDto } from './change.dto.js';
import { changeRows } from './change-csv.js';
import { toChange } from './change-mapping.js';
import { ChangesRepository, type ListedChange } from './changes.repository.js';
import { UndoService } from './undo.service.js';

/** How many lines of a file are read at once. */
const CSV_PAGE = 200;

/** Shows the change log. */
@Injectable()
export class ChangesService {
  private readonly downloads = new OneDownload();

  constructor(
    private readonly providers: BusinessProfileProviders,
    private readonly changes: ChangesRepository,
    private readonly mirror: MirrorRepository,
    private readonly undo: UndoService,
    private readonly clock: Clock,
  ) {}

  /** Errors: `validation_failed` for an invalid cursor, `connect/not-connected`. */
  async list(workspaceId: string, query: ChangeQueryDto): Promise<ChangeListDto> {
    const after = query.cursor === undefined ? undefined : fromCursor(query.cursor);
    const owner = await this.ownerOf(workspaceId);
    const { origin, ...filter } = toFilter(query);
    const limit = query.limit ?? MAX_PAGE;
    const [rows, { here, elsewhere, google }] = await Promise.all([
      this.changes.list(owner, { ...filter, origin }, { after, limit: limit + 1 }),
      this.changes.count(owner, filter),
    ]);
    const { page, nextCursor } = toPage(rows, limit, ({ change }) => toCursor(change));
    return {
      items: await this.toChanges(owner, page),
      counts: { all: here + elsewhere + google, here, elsewhere, google },
      nextCursor,
    };
  }

  /** Errors: `not_found`, `connect/not-connected`. */
  async get(workspaceId: string, id: string): Promise<ChangeDetailsDto> {
    const owner = await this.ownerOf(workspaceId);
    const row = await this.changes.find(owner, id);
    if (!row) throw AppError.of('not_found');
    const [change] = await this.toChanges(owner, [row]);
    const [undo] = await this.undo.preview(owner, [row.change]);
    return { ...change!, undo: undo! };
  }

  /**
   * The same lines as a table, written while the client reads it. Errors: `connect/not-connected`; `too_many_requests`
   * while another one is sent to the same person.
   */
  fileOf({ workspaceId, actor }: RequestOwner, query: ChangeQueryDto): Promise<StreamableFile> {
    return this.downloads.of(actor, async () => {
      const owner = await this.ownerOf(workspaceId);
      const now = this.clock.now().toISOString();
      return csvFile(`shingle-changes-${now.slice(0, 10)}.csv`, changeRows(this.pages(owner, query)));
    });
  }

  /** Lines as the API shows them. */
  async toChanges(owner: GoogleOwner, rows: ListedChange[]): Promise<ChangeDto[]> {
    const [known, sizes] = await Promise.all([
      this.mirror.findManyRaw(
        owner,
        rows.map(({ change }) => change.locationId),
      ),
      this.changes.sizesOf(rows.flatMap(({ change }) => change.setId ?? [])),
    ]);
    const today = dayOf(this.clock.now());
    return rows.map((row) => toChange(row, known.get(row.change.locationId)?.google, today, sizes));
  }

  /** The Google account whose changes are shown. Errors: `connect/not-connected`. */
  async ownerOf(workspaceId: string): Promise<GoogleOwner> {
    return toGoogleOwner((await this.providers.sourceToShow(workspaceId)).owner);
  }

  private async *pages(owner: GoogleOwner, query: ChangeQueryDto): AsyncGenerator<ChangeDto[]> {
    const nowhere: GoogleLocation | undefined = undefined;
    let after: ListPosition | undefined;
    do {
      const rows = await this.changes.list(owner, toFilter(query), { after, limit: CSV_PAGE });
      yield rows.map((row) => toChange(row, nowhere, ''));
      after = rows.length === CSV_PAGE ? rows.at(-1)?.change : undefined;
    } while (after);
  }
}

function toFilter({ locationId, field, origin, by, state, from, to, search }: ChangeQueryDto) {
  const toDate = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  return { locationId, field, origin, by, state, search, from: toDate(from), to: toDate(to) };
}
