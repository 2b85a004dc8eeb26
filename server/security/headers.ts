import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { Env } from '../config/env.js';

/**
 * Security headers of every answer. The content policy allows this origin's files alone, and no inline script or
 * style; pictures may also come from Google, where profile photos lie.
 */
export function securityHeaders(env: Env): RequestHandler {
  return helmet({
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
    // A popup for signing in must be able to reach its opener; `same-origin` would cut the tie.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: env.isHttps && { maxAge: 63_072_000, includeSubDomains: true },
  });
}

/** Where a simulator of Google on this machine has its profile photos. */
function simulatedGoogle(env: Env): string[] {
  const { origin, protocol } = new URL(env.GOOGLE_USERINFO_URL);
  // Only addresses of this machine may be plain http.
  return protocol === 'http:' ? [origin] : [];
}

/** What helmet does not set: device permissions, and which request headers an answer depends on. */
export function furtherHeaders(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  response.vary('Sec-Fetch-Site, Origin');
  next();
}

/** Nothing is stored anywhere, unless what answers says otherwise, as the files of the client do. */
export function neverStored(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
