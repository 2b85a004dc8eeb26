import { afterAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../../../.github/workflows/release.yml', import.meta.url));
// The parser that comes along with Nest's OpenAPI support.
const yaml = createRequire(createRequire(import.meta.url).resolve('@nestjs/swagger'))('js-yaml') as {
  load(text: string): unknown;
};
const { jobs } = yaml.load(readFileSync(file, 'utf8')) as {
  jobs: Record<string, { steps?: { run?: string }[] }>;
};

const folder = mkdtempSync(join(tmpdir(), 'shingle-release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// They write down how they are called, and what the standard input of `docker login` is.
for (const program of ['docker', 'npm', 'gh', 'node']) {
  const path = join(folder, program);
  writeFileSync(
    path,
    `#!/bin/sh\necho "${program} $*" >>called\ncase "$*" in *stdin*) cat >given ;; *run.mjs*) echo notes ;; *'get registry') echo https://npm.example/ ;; esac\n`,
  );
  chmodSync(path, 0o755);
}

/** The programs that the steps of a job call for a tag, in their order. */
function called(job: string, tag: string): string[] {
  const log = join(folder, 'called');
  writeFileSync(log, '');
  for (const { run } of jobs[job]?.steps ?? [])
    if (run !== undefined)
      execFileSync('bash', ['--norc', '-e', '-c', run], {
        cwd: folder,
        env: {
          PATH: `${folder}:${process.env.PATH}`,
          GITHUB_REPOSITORY: 'Some-Owner/Shingle',
          GITHUB_SERVER_URL: 'https://github.com',
          GITHUB_ACTOR: 'someone',
          GITHUB_SHA: 'abc',
          GITHUB_REF_NAME: tag,
          ARCHITECTURE: 'arm64',
          TOKEN: 'a token',
        },
      });
  return readFileSync(log, 'utf8').trim().split('\n');
}

describe('the steps of a release', () => {
  const LOGIN = 'docker login ghcr.io --username someone --password-stdin';

  it('push the image of a kind of machine under the name of the repository, in lower case', () => {
    const image = 'ghcr.io/some-owner/shingle:1.2.0-arm64';
    expect(called('image', 'v1.2.0')).toEqual([
      `docker build --tag ${image} --platform linux/arm64 --label org.opencontainers.image.source=https://github.com/Some-Owner/Shingle --label org.opencontainers.image.revision=abc --label org.opencontainers.image.version=1.2.0 .`,
      LOGIN,
      `docker push ${image}`,
    ]);
    expect(readFileSync(join(folder, 'given'), 'utf8')).toBe('a token\n');
  });

  it('give both images one name, which is the latest unless the version has a suffix', () => {
    const create = (version: string, latest = '') =>
      `docker buildx imagetools create --tag ghcr.io/some-owner/shingle:${version}${latest} ghcr.io/some-owner/shingle:${version}-amd64 ghcr.io/some-owner/shingle:${version}-arm64`;
    expect(called('image-name', 'v1.2.0')).toEqual([
      LOGIN,
      create('1.2.0', ' --tag ghcr.io/some-owner/shingle:latest'),
    ]);
    expect(called('image-name', 'v1.2.0-beta.1')).toEqual([LOGIN, create('1.2.0-beta.1')]);
  });

  it('pack the simulator with the repository that its provenance will name, and publish that', () => {
    expect(called('package', 'v1.2.0')).toEqual([
      'npm ci --ignore-scripts',
      'npm pkg set --workspace=gbp-simulator repository.type=git repository.directory=simulator repository.url=git+https://github.com/Some-Owner/Shingle.git',
      'npm pack --workspace=gbp-simulator',
    ]);
    const publish = (version: string, name: string) => [
      'npm config get registry',
      'npm config set //npm.example/:_authToken=${NODE_AUTH_TOKEN}',
      `npm publish ./gbp-simulator-${version}.tgz --provenance --access public --tag ${name}`,
    ];
    expect(called('package-on-npm', 'v1.2.0')).toEqual(publish('1.2.0', 'latest'));
    expect(called('package-on-npm', 'v1.2.0-beta.1')).toEqual(publish('1.2.0-beta.1', 'next'));
  });

  it('write the notes of the changelog, and which image it is', () => {
    const release = (version: string, kind = '') => [
      `node test/release/run.mjs v${version}`,
      `gh release create v${version} --verify-tag --title ${version} --notes-file notes.md${kind}`,
    ];
    expect(called('notes', 'v1.2.0')).toEqual(release('1.2.0'));
    expect(readFileSync(join(folder, 'notes.md'), 'utf8')).toBe(
      'notes\n\nImage: `ghcr.io/some-owner/shingle:1.2.0`\n',
    );
    expect(called('notes', 'v1.2.0-beta.1')).toEqual(release('1.2.0-beta.1', ' --prerelease'));
  });
});
