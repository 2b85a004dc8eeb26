import { Injectable, type OnModuleInit } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { samplePosts } from '../business-profile/sample/sample-posts.js';
import { UsersService } from '../users/users.service.js';
import { PostsRepository } from './posts.repository.js';
import { refusalOf } from './preflight-findings.js';

/** Gives each new user the sample posts; they commit with the user. */
@Injectable()
export class SamplePostsSeeder implements OnModuleInit {
  constructor(
    private readonly users: UsersService,
    private readonly posts: PostsRepository,
  ) {}

  onModuleInit(): void {
    this.users.whenCreated(async (tx, { uid, createdAt }) => {
      const planted = samplePosts(createdAt, refusalOf).map((sample) => ({ ...sample, id: randomUUID() }));
      await this.posts.insert(
        tx,
        planted.map(({ id, post }) => ({ id, uid, ...post })),
      );
      await this.posts.insertAttempts(
        tx,
        planted.flatMap(({ id, attempts }) => attempts.map((attempt) => ({ postId: id, ...attempt }))),
      );
    });
  }
}
