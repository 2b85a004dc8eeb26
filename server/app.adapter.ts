import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter.js';
import type { Express } from 'express';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';

/**
 * Express gives each request and answer another prototype when it gets them, which is a tenth of what a quick answer
 * takes, and makes slower what is done with them afterwards. Here they are made with it.
 */
export class ServerAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    this.httpServer = createServer(
      {
        IncomingMessage: madeAs(IncomingMessage, app.request),
        ServerResponse: madeAs(ServerResponse, app.response),
      },
      app,
    );
  }
}

/** A constructor that does what another one does, for objects of another prototype. */
function madeAs<Made extends typeof IncomingMessage | typeof ServerResponse>(
  original: Made,
  prototype: object,
): Made {
  function make(...given: unknown[]): object {
    return Reflect.construct(original, given, make) as object;
  }
  make.prototype = prototype;
  return make as unknown as Made;
}
