import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { RequestWithSession } from '../auth/session.js';

/** Whose data a request is about, and who makes it. */
export interface RequestOwner {
  /** The workspace whose data it reads or changes. */
  workspaceId: string;
  /** Who acts: the uid of the person. */
  actor: string;
}

/** The owner of the request; only on routes that need a session. */
export const CurrentOwner = createParamDecorator((_: unknown, context: ExecutionContext): RequestOwner => {
  const { session } = context.switchToHttp().getRequest<RequestWithSession>();
  if (session === undefined) throw new Error('@CurrentOwner on a route without the session guard');
  return { workspaceId: session.uid, actor: session.uid };
});
