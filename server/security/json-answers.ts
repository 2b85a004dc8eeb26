import type { Express, Response } from 'express';

/**
 * Answers JSON without what Express does for every kind of body: no ETag, since nothing of the API is stored, and no
 * settings for how it is written.
 */
export function answerPlainJson(app: Express): void {
  app.response.json = function (this: Response, body: unknown): Response {
    const text = JSON.stringify(body);
    this.setHeader('Content-Type', 'application/json; charset=utf-8');
    this.setHeader('Content-Length', Buffer.byteLength(text));
    this.end(text);
    return this;
  };
}
