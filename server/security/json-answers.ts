import type { Express, Response } from 'express';

const TYPE = 'application/json; charset=utf-8';

/**
 * Answers JSON without what Express does for every kind of body: no ETag, since nothing of the API is stored, and no
 * settings for how it is written.
 */
export function answerPlainJson(app: Express): void {
  app.response.json = function (this: Response, body: unknown): Response {
    const text = JSON.stringify(body);
    const bytes = Buffer.byteLength(text);
    this.setHeader('Content-Type', TYPE);
    this.setHeader('Content-Length', bytes);
    return end(this, text, bytes);
  };
}

/**
 * Answers 200 and JSON in one go.
 * @param headers names and values in turn
 */
export function answerAtOnce(response: Response, headers: readonly string[], body: unknown): void {
  const text = JSON.stringify(body);
  const bytes = Buffer.byteLength(text);
  response.writeHead(200, [...headers, 'Content-Type', TYPE, 'Content-Length', String(bytes)]);
  end(response, text, bytes);
}

function end(response: Response, text: string, bytes: number): Response {
  // ASCII is the same in both, and Node writes Latin-1 in half the time, head and body.
  return response.end(text, bytes === text.length ? 'latin1' : 'utf8');
}
