import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { UsersModule } from '../users/users.module.js';
import { Idempotency } from './idempotency.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { NewPostsRepository } from './new-posts.repository.js';
import { PostListService } from './post-list.service.js';
import { PostsController } from './posts.controller.js';
import { PostsRepository } from './posts.repository.js';
import { PostsService } from './posts.service.js';
import { PreflightService } from './preflight.service.js';
import { PublishJobs } from './publish-jobs.js';
import { SamplePostsSeeder } from './sample-posts.seeder.js';

@Module({
  imports: [BusinessProfileModule, UsersModule],
  controllers: [PostsController],
  providers: [
    PostsService,
    PostListService,
    PreflightService,
    PostsRepository,
    NewPostsRepository,
    Idempotency,
    IdempotencyRepository,
    PublishJobs,
    SamplePostsSeeder,
  ],
  exports: [PostsRepository, PublishJobs],
})
export class PostsModule {}
