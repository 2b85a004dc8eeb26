import type { Schemas } from '../api/client';
import type { operations } from '../api/schema';

export type LocationChoice = Schemas['LocationChoiceDto'];
/** An edit of many locations, with its preview in numbers. */
export type BulkEdit = Schemas['BulkEditDto'];
/** What it changes; at least one member. */
export type BulkChange = Schemas['BulkChangeDto'];
/** What one location would get. */
export type BulkRow = Schemas['BulkRowDto'];
export type BulkDate = Schemas['BulkDateDto'];
/** Which locations of an edit are listed. `warning`: those that change and have a warning. */
export type RowsState = NonNullable<NonNullable<operations['listBulkRows']['parameters']['query']>['state']>;
