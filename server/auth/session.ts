import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';

/** Who is asking: what the session guard found in the cookie. */
export interface CurrentSession {
  uid: string;
  /** SHA-256 (hex) of the cookie's header and payload: the key of the `sessions` row. */
  id: string;
  /** When the person last showed who they are: the sign-in behind the cookie (`auth_time`). */
  signedInAt: Date;
}

export interface RequestWithSession extends Request {
  session?: CurrentSession;
}

const PUBLIC = 'shingle:public';

/** Opens a route, or a whole controller, to visitors without a session. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(PUBLIC, true);
export { PUBLIC as PUBLIC_METADATA };

/** The signed-in user's session; only on routes that need one. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): CurrentSession => {
  const { session } = context.switchToHttp().getRequest<RequestWithSession>();
  if (session === undefined) throw new Error('@CurrentUser on a route without the session guard');
  return session;
});
