// The product without the lock of its data folder: a second process opens the same embedded database.
import { registerHooks } from 'node:module';

const WITHOUT_LOCK = `
import { mkdirSync } from 'node:fs';
export function lockDataFolder(folder) {
  mkdirSync(folder, { recursive: true });
  return () => undefined;
}`;

registerHooks({
  load: (url, context, next) =>
    url.endsWith('/database/data-folder-lock.js')
      ? {
          format: 'module',
          shortCircuit: true,
          source: WITHOUT_LOCK,
        }
      : next(url, context),
});
