import { Injectable } from '@nestjs/common';
import { GoogleApi } from '../business-profile/calls/google-api.js';
import { toRefusal } from '../business-profile/calls/google-errors.js';
import { isRefusal } from '../business-profile/changes/change-failures.js';
import { MirrorRepository } from '../business-profile/mirror/mirror.repository.js';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { type ProfileField, toPatchOf } from '../business-profile/translation/profile-fields.js';
import type { BulkFinding, BulkTargetRow } from '../database/bulk-edits.schema.js';
import { AppError } from '../errors/app-error.js';
import type { BulkChange, BulkField } from './bulk-change.js';
import { found } from './location-preview.js';

/** How many locations are asked about at once. */
const AT_ONCE = 4;

/** What Google said of some locations. */
export interface Validated {
  asked: number;
  refused: number;
  /** The locations that were asked about, with what Google refuses among their warnings. */
  targets: BulkTargetRow[];
}

/** Asks Google whether it would accept the changes of locations. Nothing changes there. */
@Injectable()
export class BulkValidation {
  constructor(
    private readonly api: GoogleApi,
    private readonly mirror: MirrorRepository,
  ) {}

  /**
   * Asks about each of some locations. It ends early if Google cannot be asked any more. Errors: those of `GoogleApi`, if it
   * could not be asked about any.
   */
  async ask(owner: GoogleOwner, change: BulkChange, targets: readonly BulkTargetRow[]): Promise<Validated> {
    const places = await this.mirror.findManyRaw(
      owner,
      targets.map(({ locationId }) => locationId),
    );
    const verdicts = new Map<string, BulkFinding[]>();
    for (let first = 0; first < targets.length; first += AT_ONCE) {
      const some = targets.slice(first, first + AT_ONCE);
      const answers = await Promise.allSettled(
        some.map(async (target) => {
          const google = places.get(target.locationId)?.google;
          if (google) verdicts.set(target.locationId, await this.askOne(owner, change, target, google));
        }),
      );
      const failed = answers.find((answer) => answer.status === 'rejected');
      if (!failed) continue;
      if (verdicts.size === 0) throw failed.reason;
      break;
    }
    const asked = targets.flatMap((target) => {
      const findings = verdicts.get(target.locationId);
      return findings ? { ...target, warnings: [...target.warnings.filter(isOurs), ...findings] } : [];
    });
    const refused = asked.filter(({ warnings }) => !warnings.every(isOurs)).length;
    return { asked: asked.length, refused, targets: asked };
  }

  private async askOne(
    owner: GoogleOwner,
    change: BulkChange,
    { locationId, changes }: BulkTargetRow,
    google: Parameters<typeof toPatchOf>[1],
  ): Promise<BulkFinding[]> {
    const changing = changes.filter(({ isSame }) => !isSame);
    const values = new Map(changing.map(({ field, after }) => [field as ProfileField, after]));
    const { body, mask } = toPatchOf(values, google);
    try {
      await this.api.validateLocation(owner, locationId, body, mask);
      return [];
    } catch (error) {
      if (!(error instanceof AppError) || !isRefusal(error)) throw error;
      const asked = Object.fromEntries(
        changing.map(({ field }) => [field, change[field as BulkField]]),
      ) as BulkChange;
      return findingsOf(toRefusal(error, asked));
    }
  }
}

/** What Google refuses: fields, or the change as a whole. */
function findingsOf(refusal: unknown): BulkFinding[] {
  if (!(refusal instanceof AppError)) return [found('google-refuses')];
  return refusal.errors
    ? refusal.errors.map(({ field, message }) => found('google-refuses', field, `${message}.`))
    : [found('google-refuses', null, refusal.message)];
}

/** Whether a finding is not from an earlier answer of Google. */
function isOurs({ id }: BulkFinding): boolean {
  return id !== 'google-refuses';
}
