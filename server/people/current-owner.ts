import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { RequestWithSession } from '../auth/session.js';

/** Whose data a request is about, and who makes it. */
export interface RequestOwner {
  /** The workspace whose data it reads or changes. */
  workspaceId: string;
  /** Who acts: the uid of the person. */
  actor: string;
}

export interface RequestWithOwner extends RequestWithSession {
  /** Set by the workspace guard on routes on the data of a workspace. */
  owner?: RequestOwner;
}

/** The owner of the request; only on routes that `WORKSPACE_OPERATIONS` names. */
export const CurrentOwner = createParamDecorator((_: unknown, context: ExecutionContext): RequestOwner => {
  const { owner } = context.switchToHttp().getRequest<RequestWithOwner>();
  if (owner === undefined) throw new Error('@CurrentOwner on a route that is on no workspace');
  return owner;
});
