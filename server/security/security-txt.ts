import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Clock } from '../config/clock.js';
import { DAY_MS } from '../config/durations.js';
import type { Env } from '../config/env.js';
import { readContacts } from '../config/env-rules.js';

/** The file says this long in advance when it is out of date: RFC 9116 (2.5.5) recommends less than a year. */
const HOLDS_DAYS = 180;

const SECURITY_TXT = '/.well-known/security.txt';

/**
 * Serves whom to tell of vulnerabilities of this installation (RFC 9116). There is no such file unless the operator has
 * named a contact: nobody else can say who answers. `Expires` moves on by itself, because the file is made of the
 * configuration that holds now.
 */
export function securityTxt(env: Env, clock: Clock): RequestHandler {
  const contacts = readContacts(env.SECURITY_CONTACT ?? '');
  return (request: Request, response: Response, next: NextFunction) => {
    if (request.path !== SECURITY_TXT || contacts.length === 0) return next();
    const day = Math.floor(clock.now().getTime() / DAY_MS) + HOLDS_DAYS;
    const expires = new Date(day * DAY_MS).toISOString().replace('.000Z', 'Z');
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires}`,
      ...(env.isHttps ? [`Canonical: ${env.publicOrigin}${SECURITY_TXT}`] : []),
    ];
    response.type('text/plain').send(`${lines.join('\n')}\n`);
  };
}
