import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Role } from '../database/people.schema.js';
import { AppError } from '../errors/app-error.js';
import { WORKSPACE_HEADER } from '../security/headers.js';
import { ownWorkspaceOf } from '../users/own-workspace.js';
import type { RequestWithOwner } from './current-owner.js';
import { MembershipsService } from './memberships.service.js';
import { isOfWorkspace, mayDo, PERSONAL_OPERATIONS } from './roles.js';
import { WORKSPACE_IN_QUERY, WORKSPACE_PARAMETER } from './workspace-name.js';

const HEADER = WORKSPACE_HEADER.toLowerCase();

/**
 * Finds the workspace that a request is about, and refuses what the person's role there may not do. What a request names
 * only chooses among the workspaces of the person whom the session guard has found: it is never an identity. Runs after
 * that guard.
 */
@Injectable()
export class WorkspaceGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly memberships: MembershipsService,
  ) {}

  /**
   * Answers at once where the session has brought the membership, as for every request on one's own workspace. Errors:
   * `not_found` for a workspace of which the person is no member, `validation_failed` for two different ones, `forbidden` for
   * what the role may not do.
   */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<RequestWithOwner>();
    const { session } = request;
    const handler = context.getHandler();
    // A public route, or one on what is the person's own.
    if (!session || PERSONAL_OPERATIONS.includes(handler.name)) return true;
    if (!isOfWorkspace(handler.name)) throw AppError.of('forbidden');
    const named = this.reflector.get<true | undefined>(WORKSPACE_IN_QUERY, handler)
      ? inHeaderOrQuery(request)
      : inHeader(request);
    const workspaceId = named ?? ownWorkspaceOf(session.uid);
    const admit = (role: Role | undefined): true => {
      if (role === undefined) throw AppError.of('not_found');
      if (!mayDo(role, handler.name)) throw AppError.of('forbidden');
      request.owner = { workspaceId, actor: session.uid };
      return true;
    };
    const known = session.roles.get(workspaceId);
    return known === undefined
      ? this.memberships.findRole(session.uid, workspaceId).then(admit)
      : admit(known);
  }
}

function inHeader({ headers }: Request): string | undefined {
  const value = headers[HEADER];
  return Array.isArray(value) ? value.join() : value;
}

function inHeaderOrQuery(request: Request): string | undefined {
  const header = inHeader(request);
  const { [WORKSPACE_PARAMETER]: parameter } = request.query;
  if (parameter === undefined) return header;
  if (typeof parameter !== 'string') throw refused('Workspace must be given once');
  if (header !== undefined && header !== parameter)
    throw refused(`Workspace must be the one in ${WORKSPACE_HEADER}`);
  return parameter;
}

function refused(message: string): AppError {
  return AppError.invalid([{ field: WORKSPACE_PARAMETER, message }]);
}
