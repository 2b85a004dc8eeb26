import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from '../../../../server/errors/app-error.js';

interface Answer {
  $ref?: string;
  description?: string;
}

const document = JSON.parse(readFileSync(join(process.cwd(), 'client/api/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, { responses: Record<string, Answer> }>>;
  components: { responses: Record<string, Answer> };
};
const answers = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ responses }) => Object.entries(responses))
  .filter(([status]) => Number(status) >= 400)
  .map(([, answer]) => answer);

describe('the errors in the API document', () => {
  it('are described once: in their operation, or by name for several operations', () => {
    const own = answers.flatMap(({ description }) => description ?? []);
    const shared = Object.values(document.components.responses).map(({ description }) => description);
    const all = [...own, ...shared];
    expect(all.filter((description, index) => all.indexOf(description) !== index)).toEqual([]);
    const uses = (name: string) => answers.filter(({ $ref }) => $ref?.endsWith(`/${name}`)).length;
    const rare = Object.keys(document.components.responses).filter((name) => uses(name) < 2);
    expect(rare).toEqual([]);
  });

  it('say when each comes and what the caller does then', () => {
    const words = [...answers, ...Object.values(document.components.responses)]
      .flatMap(({ description }) => description?.split('\n\n') ?? [])
      .filter((line) => !line.startsWith('`auth/…`'));
    const codes = words.map((line) => /^`([^`]+)`: (.+) When: (.+[.?].*)\.$/s.exec(line)?.[1]);
    expect(codes.filter((code) => code === undefined || !(code in ERRORS))).toEqual([]);
    const sentences = Object.values(ERRORS).map(([, , when]) => when);
    expect(sentences.filter((when) => !/^(\p{Ll}|Google|Firebase)[^]*\.$/u.test(when))).toEqual([]);
  });
});
