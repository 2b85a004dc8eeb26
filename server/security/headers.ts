import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { Env } from '../config/env.js';

/** The default for responses. The handler of the client's files sets another value. */
const NEVER_STORED = 'no-store';

/**
 * Security headers of every answer. The content policy allows this origin's files alone, and no inline script or
 * style; pictures may also come from Google, which serves profile photos.
 */
export function securityHeaders(env: Env): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", 'https://*.googleusercontent.com', ...simulatedGoogle(env)],
          fontSrc: ["'self'"],
          connectSrc: ["'self'"],
          manifestSrc: ["'self'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
          baseUri: ["'none'"],
          objectSrc: ["'none'"],
        },
      },
      // A sign-in popup must reach its opener; `same-origin` would separate them.
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      frameguard: { action: 'deny' },
      referrerPolicy: { policy: 'no-referrer' },
      strictTransportSecurity: env.isHttps && { maxAge: 63_072_000, includeSubDomains: true },
    }),
    furtherHeaders,
  ];
}

/** The header by which a request names the workspace that it is about (`people/workspace-name.ts`). */
export const WORKSPACE_HEADER = 'Shingle-Workspace';

/**
 * Headers that helmet does not set: device permissions, `Vary`, and caching. What the server makes depends on who asks, for
 * which workspace, and from where. The handler of the client's files says what those depend on.
 */
function furtherHeaders(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  response.setHeader('Vary', `Cookie, ${WORKSPACE_HEADER}, Sec-Fetch-Site, Origin`);
  neverStored(response);
  next();
}

/** The origin of profile photos when a simulator replaces Google. */
function simulatedGoogle(env: Env): string[] {
  const { origin, protocol } = new URL(env.GOOGLE_USERINFO_URL);
  // Only addresses of this machine may be plain http.
  return protocol === 'http:' ? [origin] : [];
}

/** Forbids caches to store this response. */
export function neverStored(response: Response): void {
  response.setHeader('Cache-Control', NEVER_STORED);
}
