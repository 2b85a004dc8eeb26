import type { OpenAPIObject } from '@nestjs/swagger';
import type { RouteMarks } from '../errors/api-errors.js';
import { isOfWorkspace } from './roles.js';
import { HEADER_PARAMETER } from './workspace-name.js';

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
