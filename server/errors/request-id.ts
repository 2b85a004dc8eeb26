import type { NextFunction, Request, Response } from 'express';
import { randomUUID } from 'node:crypto';

/** Gives each request an id of our own making; one sent from outside is not believed. */
export function requestId(_request: Request, response: Response, next: NextFunction): void {
  response.locals.requestId = randomUUID();
  next();
}

/** The id of the request that is answered. */
export function requestIdOf({ locals }: Response): string {
  return locals.requestId as string;
}
