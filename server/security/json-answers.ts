import type { Express, Response } from 'express';

/**
 * Answers JSON without what Express does for every kind of body: no ETag, since nothing of the API is stored, and no
 * settings for how it is written.
 */
export function answerPlainJson(app: Express): void {
  app.response.json = function (this: Response, body: unknown): Response {
    const text = JSON.stringify(body);
    this.setHeader('Content-Type', 'application/json; charset=utf-8');
    const bytes = Buffer.byteLength(text);
    this.setHeader('Content-Length', bytes);
    // ASCII is the same in both, and Node writes Latin-1 in half the time, head and body.
    this.end(text, bytes === text.length ? 'latin1' : 'utf8');
    return this;
  };
}
