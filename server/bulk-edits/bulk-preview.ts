import { Injectable } from '@nestjs/common';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import type { BulkTargetRow } from '../database/bulk-edits.schema.js';
import { Turns } from '../jobs/turns.js';
import type { BulkChange } from './bulk-change.js';
import { type BulkPlace, BulkPlaces, PLACES_AT_ONCE } from './bulk-places.js';
import { found, leftOut, previewLocation } from './location-preview.js';

/** A location of a preview, to be stored. */
export type PreviewedTarget = Omit<BulkTargetRow, 'bulkEditId' | 'position'>;

/** Works out what many locations would get. */
@Injectable()
export class BulkPreview {
  constructor(private readonly places: BulkPlaces) {}

  /** What each location would get, in the order of the ids, in turns with other requests. */
  async of(owner: GoogleOwner, change: BulkChange, ids: readonly string[]): Promise<PreviewedTarget[]> {
    const all: PreviewedTarget[] = [];
    const turns = new Turns();
    for (let first = 0; first < ids.length; first += PLACES_AT_ONCE) {
      const some = ids.slice(first, first + PLACES_AT_ONCE);
      const places = await this.places.find(owner, some);
      for (const id of some) {
        if (turns.isOver) await turns.pass();
        all.push(targetOf(change, id, places.get(id)));
      }
    }
    return all;
  }
}

function targetOf(change: BulkChange, locationId: string, place: BulkPlace | undefined): PreviewedTarget {
  if (!place) {
    const nothing = { accountId: '', locationName: '', storeCode: null, timeZone: null, hash: '' };
    return { locationId, ...nothing, ...leftOut(found('location-gone')) };
  }
  const { accountId, timeZone, hash, google } = place;
  const facts = { accountId, locationName: google.title ?? '', storeCode: google.storeCode ?? null };
  return { locationId, ...facts, timeZone, hash, ...previewLocation(change, place) };
}
