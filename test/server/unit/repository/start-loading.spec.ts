import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const DIST = new URL('../../../../dist/', import.meta.url);
const SERVER = new URL('server/', DIST);

/** The files that a program loads, each with its format, in a process of their own. */
function loaded(...files: string[]): string[] {
  const program = `
    import { writeSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({
      load(url, context, next) {
        const result = next(url, context);
        if (url.startsWith('file:')) loaded.push(\`\${result.format} \${url}\`);
        return result;
      },
    });
    // A program may end by itself.
    process.on('exit', () => writeSync(1, JSON.stringify(loaded)));
    for (const file of ${JSON.stringify(files.map((file) => new URL(file, SERVER).href))}) await import(file);`;
  const args = ['--input-type=module', '--eval', program];
  const output = execFileSync(process.execPath, args, {
    cwd: fileURLToPath(SERVER),
    encoding: 'utf8',
    maxBuffer: 10 ** 7,
  });
  return JSON.parse(output) as string[];
}

/** The package of a loaded file, if any. */
const packageOf = (line: string): string | undefined =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(line)?.[1];

describe('what a start loads', () => {
  const server = loaded('database/postgres.js', 'app.process.js');
  const packages = server.map(packageOf);

  it.each([
    'firebase-admin',
    'google-auth-library',
    'passport',
    'nodemailer',
    'prom-client',
    '@electric-sql/pglite',
    'date-holidays',
  ])(
    'is not %s, which is needed when a person signs in, mail is sent or holidays are shown, or not by every server',
    (name) => {
      expect(packages).toContain('@nestjs/core');
      expect(packages).not.toContain(name);
    },
  );

  it('has nothing of what the embedded start alone adds, neither its files nor the practice address of webhooks', () => {
    expect(server.filter((line) => line.includes('/embedded/'))).toEqual([]);
    // The pages of documents name the address for developers.
    const built = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(server|client(?!\/documents))\/.*\.(js|html|json)$/.test(file))
      .filter((file) => readFileSync(new URL(file, DIST), 'utf8').includes('webhooks.practice.invalid'));
    expect(built).toEqual(['server/embedded/webhooks/practice-webhooks.js']);
  });

  it('of the Auth emulator’s process has no part of the database but the lock of its folder', () => {
    const files = loaded('embedded/auth-emulator-process.js');
    expect(
      files
        .filter((line) => line.includes('/database/'))
        .map((line) => line.replace(/.*\//, ''))
        .sort(),
    ).toEqual(['data-folder-lock.js', 'database-open-error.js']);
    expect(files.map(packageOf)).not.toContain('drizzle-orm');
  });
});
