import { and, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import { campaigns, campaignTargets } from '../database/campaigns.schema.js';
import type { Orm } from '../database/database.js';
import { posts } from '../database/schema.js';

type PostRow = typeof posts.$inferSelect;

/** What the undo of its campaign has come to for a post. */
export const POST_UNDOS = Object.freeze(['under_way', 'leftover'] as const);

/** A post whose campaign was undone, or is being undone. */
export interface PostUndo {
  state: (typeof POST_UNDOS)[number];
  /** Why Google may still show it, in plain words; null: it is not known yet, or nothing is left there. */
  error: string | null;
}

const isUndone = inArray(campaigns.state, ['undoing', 'undone']);

/** Whether the campaign of a post was undone, or is being undone, so that it goes out no more; for rows of `posts`. */
export function isOfUndone(orm: Orm): SQL {
  return exists(
    orm
      .select({ one: sql`1` })
      .from(campaigns)
      .where(and(eq(campaigns.id, posts.campaignId), isUndone)),
  );
}

/** What became of those of the posts whose campaign was undone, by the post's id. */
export async function undosOf(
  orm: Orm,
  rows: readonly Pick<PostRow, 'id' | 'campaignId'>[],
): Promise<ReadonlyMap<string, PostUndo>> {
  const ids = rows.filter(({ campaignId }) => campaignId !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { postId, undo, undoError } = campaignTargets;
  const found = await orm
    .select({ postId, undo, error: undoError })
    .from(campaignTargets)
    .innerJoin(campaigns, eq(campaigns.id, campaignTargets.campaignId))
    .where(and(inArray(postId, ids), isUndone));
  return new Map(
    found.map(({ postId: id, undo: outcome, error }) => [
      id ?? '',
      { state: outcome === 'leftover' ? ('leftover' as const) : ('under_way' as const), error },
    ]),
  );
}
