import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError } from '../errors/app-error.js';
import { PUBLIC_METADATA, type RequestWithSession } from './session.js';
import { SessionCookie } from './cookies.js';
import { SessionsService } from './sessions.service.js';

/** Every route needs a live session unless it is marked `@Public()`. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly cookie: SessionCookie,
    private readonly sessions: SessionsService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (
      this.reflector.getAllAndOverride<boolean>(PUBLIC_METADATA, [context.getHandler(), context.getClass()])
    )
      return true;
    const request = context.switchToHttp().getRequest<RequestWithSession>();
    const value = this.cookie.read(request);
    if (value === undefined) throw AppError.of('not_signed_in');
    // A 401 does not clear the cookie: when it arrives, the browser may have the cookie of a newer session.
    request.session = await this.sessions.verify(value);
    return true;
  }
}
