import { describe, expect, it } from '@jest/globals';
import { readOptions as readBulk } from '../../../chaos/bulk/options.ts';
import { readOptions as readCampaigns } from '../../../chaos/campaigns/options.ts';
import { flag, oneOf, OptionFault, readTable, whole } from '../../../chaos/options.ts';
import { readOptions as readPublishing } from '../../../chaos/publishing/options.ts';
import { layOut, sentencesIn } from '../../../chaos/report.ts';

const TABLE = {
  store: oneOf(['pglite', 'postgres'], 'postgres'),
  databaseStops: whole(1, 20, 4),
  keepLogs: flag,
  control: oneOf(['no-lock'], undefined),
};

describe('the options of a chaos run', () => {
  it('are what was typed, or else their standards', () => {
    const standards = { store: 'postgres', databaseStops: 4, keepLogs: false, control: undefined };
    expect(readTable([], TABLE)).toEqual(standards);
    const typed = ['--store', 'pglite', '--database-stops=20', '--keep-logs', '--control', 'no-lock'];
    const options = { store: 'pglite', databaseStops: 20, keepLogs: true, control: 'no-lock' };
    expect(readTable(typed, TABLE)).toEqual(options);
  });

  it('are refused with what they may be', () => {
    const refused = (...typed: string[]) => expect(() => readTable(typed, TABLE));
    refused('--store', 'mysql').toThrow(new OptionFault('--store is one of pglite, postgres.'));
    for (const count of ['0', '21', '1.5', '-1', 'x'])
      refused(`--database-stops=${count}`).toThrow('--database-stops is a whole number from 1 to 20.');
    refused('--else').toThrow(OptionFault);
    refused('--keep-logs=yes').toThrow(OptionFault);
  });

  it('have other standards beside some of them, unless they are given', () => {
    const fencing = { store: 'postgres', replicas: 2, freezes: 4, kills: 0, revocations: 0 };
    expect(readPublishing(['--control=no-fencing'])).toMatchObject(fencing);
    expect(readPublishing(['--control=no-fencing', '--freezes=1'])).toMatchObject({
      replicas: 2,
      freezes: 1,
    });
    expect(readCampaigns(['--kills=0'])).toMatchObject({ locations: 100, faults: 'off', others: 120 });
    expect(readCampaigns(['--undo=3', '--kills=0'])).toMatchObject({
      locations: 40,
      faults: 'on',
      others: 0,
    });
    expect(readBulk(['--quota=on'])).toMatchObject({ locations: 400, kills: 0, faults: 'off', edits: 0 });
    expect(readBulk(['--edits=9'])).toMatchObject({ locations: 60, kills: 6, faults: 'on' });
    expect(readBulk(['--control=no-undo-compare', '--faults=off'])).toMatchObject({
      ...{ edits: 24, locations: 60, kills: 0, faults: 'off' },
    });
  });
});

describe('the report of a chaos run', () => {
  it('has lines, what is wrong by its kinds, and a row of a table', () => {
    const verdict = { lost: ['post 1', 'post 2'], early: [] };
    const row = ['pglite', 7];
    expect(layOut([['run', '3 posts']], verdict, [row]).split('\n')).toEqual([
      'run         3 posts',
      'verdict     lost 2, early 0',
      '',
      '| pglite | 7 |',
    ]);
    expect(sentencesIn(verdict)).toEqual(['lost: post 1', 'lost: post 2']);
  });
});
