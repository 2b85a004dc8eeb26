import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import type { Role } from '../database/people.schema.js';
import { ApiPublic } from '../errors/api-errors.js';

/** The session of a request, which the session guard found by its cookie. */
export interface CurrentSession {
  uid: string;
  /** SHA-256 (hex) of the cookie's header and payload: the key of the `sessions` row. */
  id: string;
  /** When the user signed in (`auth_time` of the cookie). */
  signedInAt: Date;
}

/**
 * A session with what its person was in each workspace when it was last read, at most a minute ago. A membership that has
 * ended since is gone at once on all processes, as an ended session is.
 */
export interface VerifiedSession extends CurrentSession {
  /** By the id of the workspace. */
  roles: ReadonlyMap<string, Role>;
}

export interface RequestWithSession extends Request {
  session?: VerifiedSession;
}

/** The metadata that `Public` sets and the session guard reads. */
export const PUBLIC_METADATA = 'shingle:public';

/** Opens a route, or a whole controller, to visitors without a session. */
export const Public = (): MethodDecorator & ClassDecorator =>
  applyDecorators(SetMetadata(PUBLIC_METADATA, true), ApiPublic());

/** The signed-in user's session; only on routes that need one. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): CurrentSession => {
  const { session } = context.switchToHttp().getRequest<RequestWithSession>();
  if (session === undefined) throw new Error('@CurrentUser on a route without the session guard');
  return session;
});
