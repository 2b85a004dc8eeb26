import { Injectable } from '@nestjs/common';
import {
  BusinessProfileProviders,
  type BusinessSource,
} from '../business-profile/business-profile-providers.js';
import { POST_STATUSES } from '../database/schema.js';
import { toPage } from '../security/list-cursor.js';
import { MAX_PAGE } from '../security/validation.js';
import type { PostListDto } from './post.dto.js';
import { toListedPost } from './post-mapping.js';
import { fromCursor, toCursor } from './post-filter.js';
import type { PostQueryDto } from './post-query.dto.js';
import { NONE, type PostRow, PostsRepository } from './posts.repository.js';

type Status = PostRow['status'];

/** The statuses behind each tab: a queued post is still on its way, so it counts as scheduled. */
const TABS: Record<'SCHEDULED' | 'PUBLISHED' | 'FAILED', Status[]> = {
  SCHEDULED: ['SCHEDULED', 'QUEUED'],
  PUBLISHED: ['PUBLISHED'],
  FAILED: ['FAILED'],
};

/** Pages of a workspace's posts, from the source that it sees. */
@Injectable()
export class PostListService {
  constructor(
    private readonly posts: PostsRepository,
    private readonly providers: BusinessProfileProviders,
  ) {}

  /** Errors: `validation_failed` for an invalid cursor. */
  async read(workspaceId: string, query: PostQueryDto): Promise<PostListDto> {
    const after = query.cursor === undefined ? undefined : fromCursor(query.cursor);
    const source = await this.providers.sourceToShow(workspaceId);
    const { provider, owner } = source;
    const filter = {
      search: query.search?.trim(),
      locationId: query.locationId,
      from: toDate(query.from),
      to: toDate(query.to),
      isUnconfirmed: query.unconfirmed === 'true',
      held: query.held && { workingSubject: workingSubject(source) },
    };
    if (!filter.search && !after && !filter.held && !filter.isUnconfirmed)
      await provider.beforePostsAreListed();
    const limit = query.limit ?? MAX_PAGE;
    const statuses = query.status ? TABS[query.status] : [...POST_STATUSES];
    const order = query.order ?? 'latest';
    const isGrouped = query.campaigns !== undefined;
    const couldBeAll = query.status === undefined && after === undefined && !isGrouped;
    const listed = { ...filter, isWithoutCampaigns: isGrouped };
    const [rows, counted] = await Promise.all([
      this.posts.list(owner, listed, { statuses, order, after, limit: limit + 1 }),
      couldBeAll ? undefined : this.posts.count(owner, filter),
    ]);
    // A list that was read completely, such as a month, is counted here.
    const isAll = couldBeAll && rows.length <= limit;
    const counts = counted ?? (isAll ? countByStatus(rows) : await this.posts.count(owner, filter));
    const { page, nextCursor } = toPage(rows, limit, toCursor);
    const of = (tab: keyof typeof TABS) => TABS[tab].reduce((sum, status) => sum + counts[status], 0);
    const [scheduled, published, failed] = [of('SCHEDULED'), of('PUBLISHED'), of('FAILED')];
    const undos = await this.posts.undosOf(page);
    return {
      items: page.map((row) => toListedPost(row, owner.subject, undos.get(row.id))),
      counts: { all: scheduled + published + failed, scheduled, published, failed },
      nextCursor,
    };
  }
}

/** The Google account whose posts go out; null when there is none. */
function workingSubject({ owner, connection, closedApis }: BusinessSource): string | null {
  return connection === 'connected' && !closedApis.includes('v4') ? owner.subject : null;
}

function countByStatus(posts: { status: Status }[]): Record<Status, number> {
  const counts = { ...NONE };
  for (const { status } of posts) counts[status] += 1;
  return counts;
}

function toDate(text: string | null | undefined): Date | undefined {
  return text ? new Date(text) : undefined;
}
