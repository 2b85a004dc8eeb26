import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Request } from 'express';
import { PhotoBodies } from '../../../../dist/server/photos/photo-bodies.js';

const MB = 1024 * 1024;
/** More than the longest body that is accepted needs to be known as not whole. */
const ALMOST = Buffer.alloc(5 * MB - 1);

let bodies: PhotoBodies;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
  bodies = new PhotoBodies();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A request whose body arrives as the test says. `outcome` is its length, or the code of the error. */
function arriving(owner: string) {
  const stream = new PassThrough({ highWaterMark: 16 * MB });
  const closed: string[] = [];
  const request = Object.assign(stream, {
    res: { setHeader: (name: string, value: string) => closed.push(`${name}: ${value}`) },
  }) as unknown as Request;
  let outcome: number | string | undefined;
  void bodies.read(owner, request).then(
    (body) => (outcome = body.length),
    ({ code }: { code: string }) => (outcome = code),
  );
  return {
    closed,
    write: async (bytes: Buffer) => {
      stream.write(bytes);
      await turn();
    },
    end: async (bytes: Buffer) => {
      stream.end(bytes);
      await turn();
      await turn();
    },
    outcome: async () => {
      await turn();
      return outcome;
    },
  };
}

describe('the body of a photo', () => {
  it('is read whole, two of a person at once', async () => {
    const [one, two, third] = [arriving('a'), arriving('a'), arriving('a')];
    expect(await third.outcome()).toBe('too_many_requests');
    await one.write(Buffer.alloc(10));
    await one.end(Buffer.alloc(5));
    expect([await one.outcome(), await two.outcome()]).toEqual([15, undefined]);
    const next = arriving('a');
    await next.end(Buffer.alloc(7));
    expect(await next.outcome()).toBe(7);
  });

  it('is ended when it pauses for 10 s, and in all after 28 s', async () => {
    const [silent, slow] = [arriving('a'), arriving('a')];
    for (let second = 0; second < 27; second += 9) {
      await slow.write(Buffer.alloc(100));
      await jest.advanceTimersByTimeAsync(9000);
    }
    expect([await silent.outcome(), silent.closed]).toEqual(['upload_timeout', ['Connection: close']]);
    expect(await slow.outcome()).toBeUndefined();
    await slow.write(Buffer.alloc(100));
    await jest.advanceTimersByTimeAsync(1000);
    expect(await slow.outcome()).toBe('upload_timeout');
    const next = arriving('a');
    await next.end(Buffer.alloc(7));
    expect(await next.outcome()).toBe(7);
  });

  it('that never ends takes no room from others: who has most gives it up', async () => {
    const held = [];
    for (const owner of ['a', 'b', 'c', 'd', 'e']) {
      for (let count = 0; count < 2; count += 1) {
        const body = arriving(owner);
        await body.write(ALMOST);
        held.push(body);
      }
    }
    const outcomes = await Promise.all(held.map((body) => body.outcome()));
    expect(outcomes.filter((outcome) => outcome === 'too_many_requests')).toHaveLength(1);
    const honest = arriving('f');
    await honest.write(Buffer.alloc(MB));
    await honest.end(Buffer.alloc(3 * MB));
    expect(await honest.outcome()).toBe(4 * MB);
  });

  it('whose client goes away is a bad request', async () => {
    const stream = new PassThrough();
    const read = bodies.read('a', stream as unknown as Request);
    stream.destroy(new Error('aborted'));
    await expect(read).rejects.toMatchObject({ code: 'bad_request' });
  });
});
