import { randomBytes } from 'node:crypto';

/** Where people would find it. */
export const PUBLIC_HOST = 'shop.example';

/** A configuration for others, as compose.yaml demands it; nothing of it is asked before somebody signs in. */
export function productionSettings(port: number): Record<string, string> {
  return {
    PORT: String(port),
    PUBLIC_ORIGIN: `https://${PUBLIC_HOST}`,
    FIREBASE_PROJECT_ID: 'shingle-container',
    FIREBASE_WEB_API_KEY: randomBytes(16).toString('hex'),
    GOOGLE_CLIENT_ID: 'container.apps.googleusercontent.com',
    GOOGLE_CLIENT_SECRET: randomBytes(16).toString('hex'),
    TOKEN_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  };
}
