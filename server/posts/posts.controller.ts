import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiHeader, ApiParam, ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../auth/session.js';
import { frozen } from '../config/frozen.js';
import { ApiErrors } from '../errors/api-errors.js';
import { UuidPipe } from '../security/validation.js';
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

export const IDEMPOTENCY_KEY = frozen({
  name: 'Idempotency-Key',
  required: false,
  description: '1 to 100 visible characters, good for 24 hours.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]+$', minLength: 1, maxLength: 100 },
} as const);
const POST_ID = { name: 'id', schema: { type: 'string', format: 'uuid', maxLength: 36 } } as const;

@ApiTags('Posts')
@Controller('posts')
export class PostsController {
  constructor(
    private readonly posts: PostsService,
    private readonly lists: PostListService,
  ) {}

  /** The user's posts, latest publish time first, with the counts for the tabs. */
  @Get()
  @ApiErrors('validation_failed', 'not_signed_in')
  listPosts(@CurrentUser() { uid }: CurrentSession, @Query() query: PostQueryDto): Promise<PostListDto> {
    return this.lists.read(uid, query);
  }

  /** A post whole, with the history of its attempts; also one that waits for another Google account of the user's. */
  @Get(':id')
  @ApiParam(POST_ID)
  @ApiErrors('not_signed_in', 'not_found')
  getPost(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id', UuidPipe) id: string,
  ): Promise<PostDetailsDto> {
    return this.posts.get(uid, id);
  }

  /** Schedules a post. The same Idempotency-Key with the same body answers the post that the first request made. */
  @Post()
  @ApiHeader(IDEMPOTENCY_KEY)
  @ApiErrors(
    'validation_failed',
    'not_signed_in',
    'not_found',
    'request_in_progress',
    'too_many_posts',
    'idempotency_key_reused',
  )
  schedulePost(
    @CurrentUser() { uid }: CurrentSession,
    @Body() body: NewPostDto,
    @Headers('Idempotency-Key') key?: string,
  ): Promise<PostDto> {
    return this.posts.schedule(uid, body, key);
  }

  /** What Google is known to refuse in a post that is being written, and what people regret. Nothing is stored. */
  @Post('preflight')
  @HttpCode(200)
  @ApiErrors('validation_failed', 'not_signed_in', 'not_found', 'other_account')
  checkPost(@CurrentUser() { uid }: CurrentSession, @Body() body: DraftPostDto): Promise<PreflightDto> {
    return this.posts.preview(uid, body);
  }

  /**
   * Schedules failed posts again, due at once; of those that Google may have taken its list is looked at first. What has
   * not failed, or not any more, or is of a campaign that was undone, stays as it is: a request that is sent again does no harm.
   */
  @Post('retry')
  @HttpCode(200)
  @ApiErrors('validation_failed', 'not_signed_in')
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
  @ApiParam(POST_ID)
  @ApiHeader(IDEMPOTENCY_KEY)
  @ApiErrors(
    'validation_failed',
    'not_signed_in',
    'not_found',
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
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdatePostDto,
    @Headers('Idempotency-Key') key?: string,
  ): Promise<PostDto> {
    return this.posts.update(uid, id, body, key);
  }

  /** Deletes a post that is not being published, here alone or at Google as well. */
  @Delete(':id')
  @ApiParam(POST_ID)
  @HttpCode(204)
  @ApiErrors(
    'validation_failed',
    'not_signed_in',
    'not_found',
    'other_account',
    'post_locked',
    'post_still_shown',
    'google/reconnect',
    'connect/held',
    'google/no-quota',
    'google/busy',
    'google/unavailable',
    'google/refused',
  )
  deletePost(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id', UuidPipe) id: string,
    @Query() query: DeletePostQueryDto,
  ): Promise<void> {
    return this.posts.delete(uid, id, query);
  }

  /** Schedules a failed post again, due at once. */
  @Post(':id/retry')
  @ApiParam(POST_ID)
  @HttpCode(200)
  @ApiErrors('not_signed_in', 'not_found', 'other_account', 'campaign_undone', 'not_failed')
  retryPost(@CurrentUser() { uid }: CurrentSession, @Param('id', UuidPipe) id: string): Promise<PostDto> {
    return this.posts.retry(uid, id);
  }
}
