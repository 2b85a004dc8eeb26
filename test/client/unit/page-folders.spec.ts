import { describe, expect, it } from '@jest/globals';
import { bySpec, grouped, PAGE_FOLDERS } from '../../support/runner/page-folders.mjs';
import { specsOf } from '../../support/runner/specs.mjs';

const pages = specsOf('page');
const inFolder = (name: string) => pages.filter((path) => path.includes(`/test/client/${name}/`));

describe('Page tests', () => {
  it('are run once each, and a group is of one folder', () => {
    const groups = grouped(pages);
    expect(groups.flat().sort()).toEqual([...pages].sort());
    const folders = groups.map((files) => new Set(files.map((file) => file.slice(0, file.lastIndexOf('/')))));
    expect(folders.filter(({ size }) => size !== 1)).toEqual([]);
    expect(groups.length).toBeLessThan(pages.length / 3);
  });

  it('are run by themselves where only a part of their folder is asked for', () => {
    const bell = inFolder('notices').filter((path) => path.includes('bell'));
    expect(bell).toHaveLength(1);
    expect(grouped([...bell, ...inFolder('auth')])).toEqual(
      expect.arrayContaining([bell, inFolder('auth').sort()]),
    );
    expect(grouped([...bell, ...inFolder('auth')])).toHaveLength(2);
  });

  it('are reported under their own file', () => {
    const test = (status: string, ancestorTitles: string[], title: string) => {
      const fullName = [...ancestorTitles, title].join(' ');
      return { status, ancestorTitles, title, fullName, duration: 1500, failureMessages: [] };
    };
    const [first, second] = ['test/client/notices/bell.spec.tsx', 'test/client/notices/settings.spec.tsx'];
    const name = PAGE_FOLDERS.replace('*', 'notices-bell-to-settings');
    const assertionResults = [
      test('failed', [first, 'The bell'], 'rings'),
      test('passed', [second], 'Email'),
    ];
    const results = bySpec([{ name, message: 'rings', startTime: 0, endTime: 5000, assertionResults }]);
    expect(
      results.map((file) => [
        file.name,
        file.endTime,
        file.message,
        file.assertionResults.map((each) => each.fullName),
      ]),
    ).toEqual([
      [name, 2000, '', []],
      [expect.stringMatching(/\/test\/client\/notices\/bell\.spec\.tsx$/), 1500, '', ['The bell rings']],
      [expect.stringMatching(/\/test\/client\/notices\/settings\.spec\.tsx$/), 1500, '', ['Email']],
    ]);
  });
});
