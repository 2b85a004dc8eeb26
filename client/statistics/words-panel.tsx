import { useState } from 'react';
import type { Schemas } from '../api/client';
import { countOf, figure } from '../lib/count-of';
import { monthWords } from '../lib/time-words';
import { useDebouncedValue } from '../lib/use-search';
import { Button } from '../ui/basics/button';
import { Field } from '../ui/form/field';
import { Select } from '../ui/form/inputs';
import { SearchBox } from '../ui/form/search-box';
import { StatisticsPanel } from './statistics-panel';
import { StatisticsTable } from './statistics-table';
import { numberWords } from './statistics-words';
import { type StatisticsScope, FILES, MAX_LISTED, useSearchWords, type WordChange } from './use-statistics';
import styles from './words-panel.module.css';

type Word = Schemas['KeywordDto'];

const CHANGES = { new: 'New words', lost: 'Lost words', rising: 'Rising words' } as const satisfies Record<
  WordChange,
  string
>;
const FIRST_SHOWN = 10;

/** What people searched for when they found the locations. Small numbers are bounds, and in no sum. */
export function WordsPanel({ scope }: { scope: StatisticsScope }) {
  const [month, setMonth] = useState<string>();
  const [change, setChange] = useState<WordChange>();
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(FIRST_SHOWN);
  const asked = { month, change, search: useDebouncedValue(search.trim()) };
  const loaded = useSearchWords(scope, asked, limit);
  const { data } = loaded;
  const isFiltered = asked.search !== '' || change !== undefined;
  return (
    <StatisticsPanel
      title="Search words"
      note={data?.month ? `${monthWords(data.month)}${data.isOpen ? ', still open' : ''}` : undefined}
      file={{ words: 'Words as CSV', href: FILES.words(scope, asked) }}
      loaded={loaded}
      failure="Failed to load the search words. Please try again."
      rows={5}
      empty={
        data?.items.length === 0
          ? isFiltered
            ? 'No search words match.'
            : data.locationsToRead > 0
              ? 'No search words have been read for this month yet.'
              : 'Google has no search words for this month yet.'
          : undefined
      }
      tools={
        data &&
        data.months.length > 0 && (
          <>
            <Field label="Month" hideLabel>
              <Select value={data.month ?? ''} onChange={({ target }) => setMonth(target.value)}>
                {data.months.map((each) => (
                  <option key={each} value={each}>
                    {monthWords(each)}
                    {data.month === each && data.isOpen ? ', still open' : ''}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label="Which words" hideLabel>
              <Select
                value={change ?? ''}
                onChange={({ target }) => setChange(target.value ? (target.value as WordChange) : undefined)}
              >
                <option value="">All words</option>
                {Object.entries(CHANGES).map(([name, words]) => (
                  <option key={name} value={name}>
                    {words}
                  </option>
                ))}
              </Select>
            </Field>
            <div className={styles.search}>
              <SearchBox label="Search words" placeholder="Find a word" value={search} onChange={setSearch} />
            </div>
          </>
        )
      }
      foot={
        data && (
          <>
            {data.matched > data.items.length && (
              <>
                {`${figure(data.items.length)} of ${countOf(data.matched, 'word')}`}
                {limit < MAX_LISTED ? (
                  <Button size="small" onClick={() => setLimit(MAX_LISTED)}>
                    Show more words
                  </Button>
                ) : (
                  ' The file has all.'
                )}
              </>
            )}
            <span>{coverageWords(data)}</span>
          </>
        )
      }
    >
      {data && data.items.length > 0 && (
        <StatisticsTable
          caption="Search words"
          columns={[
            { header: 'Word', cell: ({ word }: Word) => word },
            { header: 'Searches', cell: ({ figure }: Word) => figureWords(figure), numeric: true },
            { header: 'Month before', cell: ({ before }: Word) => figureWords(before), numeric: true },
            {
              header: 'Change',
              hideHeader: true,
              cell: (word: Word) => word.change && <span className={styles[word.change]}>{word.change}</span>,
            },
          ]}
          rows={data.items}
          rowKey={({ word }) => word}
        />
      )}
    </StatisticsPanel>
  );
}

/** At how many locations the words were read. */
function coverageWords({ items, locations, locationsToRead }: Schemas['KeywordListDto']): string {
  if (locationsToRead === 0) return `${countOf(locations, 'location')} read`;
  const isCompared = items.some(({ before, change }) => before !== null || change !== null);
  const read = `${figure(locations - locationsToRead)} of ${countOf(locations, 'location')} read so far.`;
  return `${read} Until all are, numbers grow${isCompared ? '.' : ', and nothing is compared with the month before.'}`;
}

/** `2,310`, `fewer than 15`, or both where locations differ. */
function figureWords(searches: Word['figure']): string {
  if (!searches) return '–';
  const { value, fewerThan, locationsBelow } = searches;
  if (fewerThan === null) return numberWords(value);
  if (value === null)
    return `fewer than ${fewerThan}${locationsBelow > 1 ? ` at each of ${figure(locationsBelow)}` : ''}`;
  return `${numberWords(value)}, and fewer than ${fewerThan} at ${countOf(locationsBelow, 'location')}`;
}
