import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PERSONAL_OPERATIONS, WORKSPACE_OPERATIONS } from '../../../../server/people/roles.js';
import { type ApiDocument, operationsIn } from '../../../support/api/api-document.js';

/** Of a start on a person's own machine alone, which the document does not describe. */
const UNDOCUMENTED = ['beginPractice'];

const document = JSON.parse(
  readFileSync(join(process.cwd(), 'client/api/openapi.json'), 'utf8'),
) as ApiDocument;
const operations = operationsIn(document);

describe('the table of operations and roles', () => {
  it('has a row for each operation of the API document that needs a session, and none for another', () => {
    const rows = [...Object.keys(WORKSPACE_OPERATIONS), ...PERSONAL_OPERATIONS];
    const wanted = operations.flatMap(({ id, isPublic }) => (isPublic ? [] : id));
    expect(wanted.length).toBeGreaterThan(90);
    expect(rows.sort()).toEqual([...wanted, ...UNDOCUMENTED].sort());
  });

  it('lets the owner do everything', () => {
    const cells = Object.values(WORKSPACE_OPERATIONS);
    expect(cells.filter(({ owner }) => !owner)).toEqual([]);
  });
});
