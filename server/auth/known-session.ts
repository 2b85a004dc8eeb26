import type { RequestHandler } from 'express';
import type { UsualHeaders } from '../security/headers.js';
import { answerAtOnce } from '../security/json-answers.js';
import type { AuthService } from './auth.service.js';

const ROUTE = '/api/auth/session';

/**
 * Answers who is signed in where that is known in this process: every page begins with this question, and nothing that
 * stands between here and its controller has anything to say about it. All else goes there.
 */
export function knownSession(auth: AuthService, headers: UsualHeaders): RequestHandler {
  return (request, response, next) => {
    const known = request.method === 'GET' && request.originalUrl === ROUTE && auth.recallSession(request);
    if (!known) return next();
    // As the router would say it, for the log and the figures.
    request.route = { path: ROUTE };
    answerAtOnce(response, headers.inTurn(response), known);
  };
}
