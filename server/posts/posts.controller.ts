import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentOwner, type RequestOwner } from '../people/current-owner.js';
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

  /** The posts of a workspace, latest publish time first, with the counts for the tabs. */
  @Get()
  listPosts(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() query: PostQueryDto,
  ): Promise<PostListDto> {
    return this.lists.read(workspaceId, query);
  }

  /** A post whole, with the history of its attempts; also one that waits for another Google account of the workspace. */
  @Get(':id')
  getPost(@CurrentOwner() { workspaceId }: RequestOwner, @UuidInPath() id: string): Promise<PostDetailsDto> {
    return this.posts.get(workspaceId, id);
  }

  /** Schedules a post. The same Idempotency-Key with the same body answers the post that the first request made. */
  @Post()
  @ApiErrors('not_found', 'request_in_progress', 'too_many_posts', 'idempotency_key_reused')
  schedulePost(
    @CurrentOwner() owner: RequestOwner,
    @Body() body: NewPostDto,
    @IdempotencyKey() key?: string,
  ): Promise<PostDto> {
    return this.posts.schedule(owner, body, key);
  }

  /** What Google is known to refuse in a post that is being written, and what people regret. Nothing is stored. */
  @Post('preflight')
  @HttpCode(200)
  @ApiErrors('not_found', 'other_account')
  checkPost(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Body() body: DraftPostDto,
  ): Promise<PreflightDto> {
    return this.posts.preview(workspaceId, body);
  }

  /**
   * Schedules failed posts again, due at once; of those that Google may have taken its list is looked at first. What has
   * not failed, or not any more, or is of a campaign that was undone, stays as it is: a request that is sent again does no harm.
   */
  @Post('retry')
  @HttpCode(200)
  async retryPosts(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Body() { ids }: RetryPostsDto,
  ): Promise<RetriedPostsDto> {
    return { items: await this.posts.retryAll(workspaceId, ids) };
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
    @CurrentOwner() owner: RequestOwner,
    @UuidInPath() id: string,
    @Body() body: UpdatePostDto,
    @IdempotencyKey() key?: string,
  ): Promise<PostDto> {
    return this.posts.update(owner, id, body, key);
  }

  /** Deletes a post that is not being published, here alone or at Google as well. */
  @Delete(':id')
  @HttpCode(204)
  @ApiErrors('other_account', 'post_locked', 'post_still_shown', ...GOOGLE_READ_ERRORS, 'google/refused')
  deletePost(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
    @Query() query: DeletePostQueryDto,
  ): Promise<void> {
    return this.posts.delete(workspaceId, id, query);
  }

  /** Schedules a failed post again, due at once. */
  @Post(':id/retry')
  @HttpCode(200)
  @ApiErrors('other_account', 'campaign_undone', 'not_failed')
  retryPost(@CurrentOwner() { workspaceId }: RequestOwner, @UuidInPath() id: string): Promise<PostDto> {
    return this.posts.retry(workspaceId, id);
  }
}
