import { describe, expect, it } from '@jest/globals';
import { fromCursor, toCursor } from '../../../../dist/server/posts/post-filter.js';

const POSITION = {
  publishAt: new Date('2027-03-01T09:00:00.123Z'),
  id: '0d3e8f52-7d3a-4a52-9c2d-5f5b6c0c9a11',
};

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url');
}

describe('a cursor', () => {
  it('leads back to the position it was made from', () => {
    expect(fromCursor(toCursor(POSITION))).toEqual(POSITION);
  });

  it('is safe in an address', () => {
    expect(toCursor(POSITION)).toMatch(/^[A-Za-z0-9_-]{1,120}$/);
  });

  it.each([
    ['noise', 'aGVsbG8'],
    ['an instant alone', encoded('2027-03-01T09:00:00.123Z')],
    ['an id that is none', encoded("2027-03-01T09:00:00.123Z ' or 1=1")],
    ['a day that does not exist', encoded(`2027-02-30T09:00:00.123Z ${POSITION.id}`)],
    ['a year beyond the database', encoded(`9999-12-31T23:59:59-23:59 ${POSITION.id}`)],
  ])('is refused when it is %s', (_name, cursor) => {
    expect(() => fromCursor(cursor)).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        errors: [{ field: 'cursor', message: 'Cursor must be one that this list gave' }],
      }),
    );
  });
});
