import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiPropertyOptional, type OpenAPIObject } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { frozen } from '../config/frozen.js';
import type { RouteMarks } from '../errors/api-errors.js';
import { WORKSPACE_HEADER } from '../security/headers.js';
import { isOfWorkspace } from './roles.js';

/** The parameter that says the same as the header, in addresses that a browser opens by itself. */
export const WORKSPACE_PARAMETER = 'workspace';

/** The longest id of a workspace: that of a Firebase uid. */
export const MAX_WORKSPACE_ID = 128;

/** The metadata that `WorkspaceInQuery` sets and the guard reads. */
export const WORKSPACE_IN_QUERY = 'shingle:workspace-in-query';

const SCHEMA = { type: 'string', minLength: 1, maxLength: MAX_WORKSPACE_ID } as const;

/** The header in the API document. */
const HEADER_PARAMETER = frozen({
  in: 'header',
  name: WORKSPACE_HEADER,
  required: false,
  description: 'The workspace that the request is about; without it, one’s own.',
  schema: { ...SCHEMA },
} as const);

/**
 * For downloads and pictures, whose addresses a browser opens without headers: the route takes the workspace in its query
 * as well, whose DTO needs the field `WorkspaceName`.
 */
export const WorkspaceInQuery = (): MethodDecorator => SetMetadata(WORKSPACE_IN_QUERY, true);

/** The workspace in a query. The guard has checked it before. */
export const WorkspaceName = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      ...SCHEMA,
      description: `The same as the header \`${WORKSPACE_HEADER}\`, for an address that a browser opens by itself.`,
    }),
    IsOptional(),
  );

/** A query of which the guard alone uses something. */
export class WorkspaceQueryDto {
  @WorkspaceName()
  workspace?: string;
}

/**
 * Documents how a request names its workspace, on each operation on the data of one, and that it is refused for another
 * than one's own. Call it before the errors are documented.
 */
export function documentWorkspace(document: OpenAPIObject): void {
  for (const { get, post, put, patch, delete: remove } of Object.values(document.paths))
    for (const operation of [get, post, put, patch, remove])
      if (operation && isOfWorkspace(operation.operationId ?? '')) {
        const { 'x-errors': own = [], parameters = [] }: typeof operation & RouteMarks = operation;
        Object.assign(operation, { 'x-errors': [...own, 'not_found'] } satisfies RouteMarks);
        operation.parameters = [...parameters, HEADER_PARAMETER];
      }
}
