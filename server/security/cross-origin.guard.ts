import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Env } from '../config/env.js';
import { AppError } from '../errors/app-error.js';

const FROM_ANYWHERE = 'shingle:from-anywhere';

/** Takes a route out of the guard below: it has its own proof in the address, and neither needs nor reads the session. */
export const FromAnywhere = (): MethodDecorator => SetMetadata(FROM_ANYWHERE, true);

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses every mutating request that a page of another site makes a browser send: by `Sec-Fetch-Site`, and for browsers
 * without it by `Origin`. Every browser sends one of them, so a request with a cookie and neither header is refused too.
 * Programs without a cookie need no such header.
 */
@Injectable()
export class CrossOriginGuard implements CanActivate {
  constructor(
    private readonly env: Env,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (SAFE_METHODS.includes(request.method)) return true;
    if (this.reflector.get<true | undefined>(FROM_ANYWHERE, context.getHandler())) return true;
    const site = request.headers['sec-fetch-site'];
    const { origin, cookie } = request.headers;
    const isFromNowhere = site === undefined && origin === undefined && cookie !== undefined;
    const isOurs =
      (site === undefined || site === 'same-origin' || site === 'none') &&
      (origin === undefined || origin === this.env.publicOrigin);
    if (isFromNowhere || !isOurs) throw AppError.of('foreign_origin');
    return true;
  }
}
