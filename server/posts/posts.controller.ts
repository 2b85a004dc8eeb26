import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../auth/session.js';
import { ApiErrors, GOOGLE_READ_ERRORS } from '../errors/api-errors.js';
import { UuidInPath } from '../security/path-ids.js';
import { IdempotencyKey } from './idempotency-key.js';
import {
  NewPostDto,
  PostDetailsDto,
  PostDto,
  PostListDto,
  RetriedPostsDto,
  RetryPostsDto,
  UpdatePostDto,
} from './post.dto.js';
import { DeletePostQueryDto, PostQueryDto } from './post-query.dto.js';
import { PostListService } from './post-list.service.js';
import { PostsService } from './posts.service.js';
import { DraftPostDto, PreflightDto } from './preflight.dto.js';

@ApiTags('Posts')
@Controller('posts')
export class PostsController {
  constructor(
    private readonly posts: PostsService,
    private readonly lists: PostListService,
  ) {}

  /** The user's posts, latest publish time first, with the counts for the tabs. */
  @Get()
  listPosts(@CurrentUser() { uid }: CurrentSession, @Query() query: PostQueryDto): Promise<PostListDto> {
    return this.lists.read(uid, query);
  }

  /** A post whole, with the history of its attempts; also one that waits for another Google account of the user's. */
  @Get(':id')
  getPost(@CurrentUser() { uid }: CurrentSession, @UuidInPath() id: string): Promise<PostDetailsDto> {
    return this.posts.get(uid, id);
  }

  /** Schedules a post. The same Idempotency-Key with the same body answers the post that the first request made. */
  @Post()
  @ApiErrors('not_found', 'request_in_progress', 'too_many_posts', 'idempotency_key_reused')
  schedulePost(
    @CurrentUser() { uid }: CurrentSession,
    @Body() body: NewPostDto,
    @IdempotencyKey() key?: string,
  ): Promise<PostDto> {
    return this.posts.schedule(uid, body, key);
  }

  /** What Google is known to refuse in a post that is being written, and what people regret. Nothing is stored. */
  @Post('preflight')
  @HttpCode(200)
  @ApiErrors('not_found', 'other_account')
  checkPost(@CurrentUser() { uid }: CurrentSession, @Body() body: DraftPostDto): Promise<PreflightDto> {
    return this.posts.preview(uid, body);
  }

  /**
   * Schedules failed posts again, due at once; of those that Google may have taken its list is looked at first. What has
   * not failed, or not any more, or is of a campaign that was undone, stays as it is: a request that is sent again does no harm.
   */
  @Post('retry')
  @HttpCode(200)
  async retryPosts(
    @CurrentUser() { uid }: CurrentSession,
    @Body() { ids }: RetryPostsDto,
  ): Promise<RetriedPostsDto> {
    return { items: await this.posts.retryAll(uid, ids) };
  }

  /**
   * Changes a scheduled or failed post; a failed one is scheduled again. The same Idempotency-Key with the same body
   * answers what the first request answered.
   */
  @Patch(':id')
  @ApiErrors(
    'other_account',
    'post_locked',
    'campaign_undone',
    'post_changed',
    'request_in_progress',
    'too_many_posts',
    'idempotency_key_reused',
  )
  updatePost(
    @CurrentUser() { uid }: CurrentSession,
    @UuidInPath() id: string,
    @Body() body: UpdatePostDto,
    @IdempotencyKey() key?: string,
  ): Promise<PostDto> {
    return this.posts.update(uid, id, body, key);
  }

  /** Deletes a post that is not being published, here alone or at Google as well. */
  @Delete(':id')
  @HttpCode(204)
  @ApiErrors('other_account', 'post_locked', 'post_still_shown', ...GOOGLE_READ_ERRORS, 'google/refused')
  deletePost(
    @CurrentUser() { uid }: CurrentSession,
    @UuidInPath() id: string,
    @Query() query: DeletePostQueryDto,
  ): Promise<void> {
    return this.posts.delete(uid, id, query);
  }

  /** Schedules a failed post again, due at once. */
  @Post(':id/retry')
  @HttpCode(200)
  @ApiErrors('other_account', 'campaign_undone', 'not_failed')
  retryPost(@CurrentUser() { uid }: CurrentSession, @UuidInPath() id: string): Promise<PostDto> {
    return this.posts.retry(uid, id);
  }
}
