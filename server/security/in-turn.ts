import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Calls handlers in turn as one: Express takes longer to come from one of its layers to the next than most of ours work. */
export function inTurn(...handlers: RequestHandler[]): RequestHandler {
  return (request: Request, response: Response, done: NextFunction) => {
    let index = 0;
    const next = (error?: unknown): void => {
      const handler = error === undefined ? handlers[index++] : undefined;
      if (handler) void handler(request, response, next);
      else done(error);
    };
    next();
  };
}

/** Whether a path lies below /api, however it is spelled. */
export function isOfApi({ path }: Request): boolean {
  return /^\/api(\/|$)/i.test(path);
}

/** Calls a handler for the API's requests alone. */
export function forApi(handler: RequestHandler): RequestHandler {
  return (request, response, next) => (isOfApi(request) ? handler(request, response, next) : next());
}
