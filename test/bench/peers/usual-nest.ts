// The usual NestJS app: a guard that has firebase-admin verify the session cookie on each request (without asking Firebase
// about revocation, which would be a call to Google each time), and Nest's own ValidationPipe before the handler.
import 'reflect-metadata';
import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  Module,
  Post,
  Req,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request } from 'express';
import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { NewPostDto } from '../../../dist/server/posts/post.dto.js';
import { answerAt, insertPost } from './store.ts';

const { PORT = '0', FIREBASE_PROJECT_ID } = process.env;
const COOKIE = '__Host-shingle';
const SESSION = answerAt('/api/auth/session');

type SignedInRequest = Request & { user: { uid: string } };

@Injectable()
class AuthGuard implements CanActivate {
  private readonly auth = getAuth(initializeApp({ projectId: FIREBASE_PROJECT_ID }));

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SignedInRequest>();
    try {
      request.user = await this.auth.verifySessionCookie(cookieOf(request));
      return true;
    } catch {
      throw new UnauthorizedException();
    }
  }
}

function cookieOf({ headers }: Request): string {
  const pairs = (headers.cookie ?? '').split('; ').map((pair) => pair.split('='));
  return pairs.find(([name]) => name === COOKIE)?.[1] ?? '';
}

@Controller('api')
@UseGuards(AuthGuard)
class UsualController {
  @Get('auth/session')
  getSession(): object {
    return SESSION;
  }

  @Post('posts')
  schedulePost(@Req() { user }: SignedInRequest, @Body() body: NewPostDto): Promise<object> {
    return insertPost(user.uid, body);
  }
}

@Module({ controllers: [UsualController], providers: [AuthGuard] })
class UsualModule {}

const app = await NestFactory.create<NestExpressApplication>(UsualModule, { logger: ['error'] });
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
// As whoever stands behind a load balancer sets it.
app.getHttpServer().keepAliveTimeout = 65_000;
await app.listen(Number(PORT), '127.0.0.1');
