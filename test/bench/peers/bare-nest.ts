// A bare NestJS-Express app: the same routes, queries and answers, and nothing else. It believes whoever asks.
import 'reflect-metadata';
import { Body, Controller, Get, Module, Param, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NewPostDto } from '../../../dist/server/posts/post.dto.js';
import { answerAt, findEdits, insertPost } from './store.ts';

const { PORT = '0', BENCH_UID = '' } = process.env;
const SESSION = answerAt('/api/auth/session');
const LOCATION = answerAt('/api/locations/sample-101');

@Controller('api')
class BareController {
  @Get('auth/session')
  getSession(): object {
    return SESSION;
  }

  @Get('locations/:id')
  async getLocation(@Param('id') id: string): Promise<object> {
    return { ...LOCATION, ...(await findEdits(BENCH_UID, id)) };
  }

  @Post('posts')
  schedulePost(@Body() body: object): Promise<object> {
    return insertPost(BENCH_UID, body as NewPostDto);
  }
}

@Module({ controllers: [BareController] })
class BareModule {}

const app = await NestFactory.create<NestExpressApplication>(BareModule, { logger: ['error'] });
// As whoever stands behind a load balancer sets it.
app.getHttpServer().keepAliveTimeout = 65_000;
await app.listen(Number(PORT), '127.0.0.1');
