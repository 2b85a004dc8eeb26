import { readFileSync } from 'node:fs';

/** What may lie in a file, whose path stands in the variable of the same name with `_FILE`. */
const SECRETS = ['DATABASE_URL', 'FIREBASE_WEB_API_KEY', 'GOOGLE_CLIENT_SECRET', 'TOKEN_KEYS'];

/** Adds the secrets that lie in files to the given variables. @returns a sentence for each that cannot be had */
export function readSecretFiles(given: Record<string, string>): string[] {
  return SECRETS.flatMap((name) => {
    const file = `${name}_FILE`;
    const path = given[file];
    if (path === undefined) return [];
    if (given[name] !== undefined) return [`${name} and ${file} must not both be set`];
    try {
      const text = readFileSync(path, 'utf8').trim();
      if (text === '') return [`${file} names a file that is empty`];
      given[name] = text;
      return [];
    } catch (error) {
      return [`${file} names a file that cannot be read (${String((error as NodeJS.ErrnoException).code)})`];
    }
  });
}
