import { ApiProperty, PickType } from '@nestjs/swagger';
import { IsOptional, IsUUID } from 'class-validator';
import { Nested } from '../security/validation.js';
import { UpdatePostDto } from './post.dto.js';
import { PostBodyDto } from './post-body.dto.js';
import type { FINDING_IDS, SEVERITIES } from './preflight-rules.js';

/** A post as `POST /api/posts` takes it; what is not chosen yet is left out, and so are the rules about it. */
export class DraftPostDto extends PickType(UpdatePostDto, ['locationId', 'publishAt', 'timeZone']) {
  /** The post that is being changed; what is left out keeps its value. */
  @IsOptional()
  @ApiProperty({ maxLength: 36 })
  @IsUUID(undefined, { message: 'Post must be the id of a post' })
  postId?: string;

  @Nested(() => PostBodyDto, 'Post content is required')
  postBody!: PostBodyDto;
}

export class FindingDto {
  /** The rule; `invalid`: what the post itself must be like. */
  id!: (typeof FINDING_IDS)[number];

  /** `block`: scheduling is refused with the same words. `warn`: it is taken, but is likely to be regretted. */
  severity!: (typeof SEVERITIES)[number];

  /**
   * The path in the request of what it is about.
   * @example 'postBody.callToAction.url'
   */
  field!: string;

  /** @example 'This button needs a link.' */
  reason!: string;

  /**
   * What to do about it; null where the reason says it.
   * @example 'Choose another location.'
   */
  cure!: string | null;
}

export class PreflightDto {
  /** Blocking ones first. */
  findings!: FindingDto[];
}
