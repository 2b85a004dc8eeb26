import { Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { samplePosts } from '../business-profile/sample/sample-posts.js';
import { PhotosModule } from '../photos/photos.module.js';
import { UsersModule } from '../users/users.module.js';
import { UsersService } from '../users/users.service.js';
import { ZonesModule } from '../zones/zones.module.js';
import { FindSent } from './find-sent.js';
import { Idempotency } from './idempotency.js';
import { NewPostsRepository } from './new-posts.repository.js';
import { PostListService } from './post-list.service.js';
import { PostsController } from './posts.controller.js';
import { PostsRepository } from './posts.repository.js';
import { PostsService } from './posts.service.js';
import { PreflightService, refusalOf } from './preflight.service.js';
import { WallTimes } from './wall-times.js';

/** Gives the workspace of each new user the sample posts, which commit with the user. */
@Injectable()
export class SamplePostsSeeder implements OnModuleInit {
  constructor(
    private readonly users: UsersService,
    private readonly posts: PostsRepository,
  ) {}

  onModuleInit(): void {
    this.users.whenCreated(async (tx, { workspaceId, createdAt }) => {
      const samples = samplePosts(createdAt, refusalOf).map((sample) => ({ ...sample, id: randomUUID() }));
      await this.posts.insert(
        tx,
        samples.map(({ id, post }) => ({ id, workspaceId, ...post })),
      );
      await this.posts.insertAttempts(
        tx,
        samples.flatMap(({ id, attempts }) => attempts.map((attempt) => ({ postId: id, ...attempt }))),
      );
    });
  }
}

/** The posts of a workspace: scheduling, changing, listing and deleting them. */
@Module({
  imports: [BusinessProfileModule, UsersModule, PhotosModule, ZonesModule],
  controllers: [PostsController],
  providers: [
    PostsService,
    PostListService,
    PreflightService,
    PostsRepository,
    NewPostsRepository,
    FindSent,
    Idempotency,
    SamplePostsSeeder,
    WallTimes,
  ],
  exports: [FindSent, PostsRepository, PostsService, PreflightService, Idempotency, WallTimes],
})
export class PostsModule {}
