import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../.github/workflows', import.meta.url));

interface Workflow {
  permissions: unknown;
  jobs: Record<
    string,
    { permissions?: unknown; 'timeout-minutes'?: number; steps: { uses?: string; run?: string }[] }
  >;
}

// The parser that comes along with Nest's OpenAPI support.
const yaml = createRequire(createRequire(import.meta.url).resolve('@nestjs/swagger'))('js-yaml') as {
  load(text: string): unknown;
};
const workflows = readdirSync(folder).map((name): [string, Workflow] => [
  name,
  yaml.load(readFileSync(join(folder, name), 'utf8')) as Workflow,
]);

describe.each(workflows)('the workflow %s', (_name, { permissions, jobs }) => {
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('may read this repository and nothing more', () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) expect(job).not.toHaveProperty('permissions');
  });

  it('ends, whatever hangs', () => {
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(30);
  });

  it('uses actions that nobody can change behind its back', () => {
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });
});

describe('every change', () => {
  const commands = workflows.flatMap(([, { jobs }]) =>
    Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? [])),
  );

  it('is tested, and its packages and the history are checked', () => {
    const checks = ['secrets', 'licences', 'sbom'].map((name) => `npm run ${name}`);
    expect(commands).toEqual(
      expect.arrayContaining([
        'npm test',
        'npm run test:long',
        'npm run production-install',
        ...checks,
        'npm audit --omit=dev --audit-level=high',
        'npm audit --audit-level=critical',
      ]),
    );
  });

  it('is built as an image, which runs read-only and without capabilities until its health check passes', () => {
    expect(commands).toContain('docker build --tag shingle .');
    const run = commands.find((command) => command.startsWith('docker run --detach'));
    expect(run).toMatch(/--read-only --cap-drop ALL --security-opt no-new-privileges/);
    expect(commands).toContainEqual(expect.stringContaining('.State.Health.Status'));
  });
});
