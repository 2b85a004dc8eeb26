import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SERVER = new URL('../../../../dist/server/', import.meta.url);

/** The files that a program loads, each with its format, in a process of their own. */
function loaded(...files: string[]): string[] {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({
      load(url, context, next) {
        const result = next(url, context);
        if (url.startsWith('file:')) loaded.push(\`\${result.format} \${url}\`);
        return result;
      },
    });
    for (const file of ${JSON.stringify(files.map((file) => new URL(file, SERVER).href))}) await import(file);
    console.log(JSON.stringify(loaded));`;
  const args = ['--input-type=module', '--eval', program];
  const output = execFileSync(process.execPath, args, {
    cwd: fileURLToPath(SERVER),
    encoding: 'utf8',
    maxBuffer: 10 ** 7,
  });
  return JSON.parse(output) as string[];
}

describe('what a start loads', () => {
  it('is not what is needed only when a user signs in, or where metrics are served', () => {
    const packages = loaded('database/postgres.js', 'app.process.js').map(
      (line) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(line)?.[1],
    );
    expect(packages).toContain('@nestjs/core');
    const later = ['firebase-admin', 'google-auth-library', 'prom-client', '@electric-sql/pglite'];
    for (const name of later) expect(packages).not.toContain(name);
  });
});
