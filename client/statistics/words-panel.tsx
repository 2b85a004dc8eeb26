import { Search } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '../api/client';
import { addMonths } from '../lib/calendar-days';
import { countOf, figure } from '../lib/count-of';
import { monthName } from '../lib/time-words';
import { useDebouncedValue } from '../lib/use-search';
import { Button } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { Field } from '../ui/form/field';
import { Select } from '../ui/form/inputs';
import { SearchBox } from '../ui/form/search-box';
import common from '../ui/layout/common.module.css';
import { HeadSelect, StatisticsPanel } from './statistics-panel';
import { Signed } from './statistics-sum';
import { StatisticsTable } from './statistics-table';
import { changeWords, numberWords, shortMonth } from './statistics-words';
import {
  type StatisticsScope,
  MAX_LISTED,
  useSearchWords,
  type WordChange,
  type WordChoice,
} from './use-statistics';
import styles from './words-panel.module.css';

type Word = Schemas['KeywordDto'];
type Count = NonNullable<Word['figure']>;

const CHANGES = { new: 'New words', lost: 'Lost words', rising: 'Rising words' } as const satisfies Record<
  WordChange,
  string
>;
const FIRST_SHOWN = 10;

interface WordsPanelProps {
  scope: StatisticsScope;
  /** Which words are wanted, as they are typed. */
  words: WordChoice;
  onChange: (words: WordChoice) => void;
}

/**
 * What people searched for when they found the locations. Small numbers are bounds, and in no sum; what they mean stands
 * below the panel, over the whole width of the grid that it is in.
 */
export function WordsPanel({ scope, words, onChange }: WordsPanelProps) {
  const [limit, setLimit] = useState(FIRST_SHOWN);
  const { change, search } = words;
  const [isFinding, setIsFinding] = useState(change !== undefined || search !== '');
  const asked = { ...words, search: useDebouncedValue(search.trim()) };
  const loaded = useSearchWords(scope, asked, limit);
  const { data } = loaded;
  const isFiltered = asked.search !== '' || change !== undefined;
  const explanation = data && boundWords(data.items);
  return (
    <>
      <StatisticsPanel
        title="Search words"
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
        picks={
          data &&
          data.months.length > 0 && (
            <>
              <Button
                size="row"
                variant="quiet"
                icon={Search}
                aria-expanded={isFinding}
                onClick={() => {
                  if (isFinding) onChange({ ...words, search: '', change: undefined });
                  setIsFinding(!isFinding);
                }}
              >
                Find
              </Button>
              <HeadSelect
                label="Month"
                value={data.month ?? ''}
                options={data.months.map((month) => [
                  month,
                  `${shortMonth(month)}${data.month === month && data.isOpen ? ', still open' : ''}`,
                ])}
                onChange={(month) => onChange({ ...words, month })}
              />
            </>
          )
        }
        tools={
          isFinding && (
            <>
              <Field label="Which words" hideLabel>
                <Select
                  value={change ?? ''}
                  onChange={({ target }) =>
                    onChange({
                      ...words,
                      change: target.value ? (target.value as WordChange) : undefined,
                    })
                  }
                >
                  <option value="">All words</option>
                  {Object.entries(CHANGES).map(([name, each]) => (
                    <option key={name} value={name}>
                      {each}
                    </option>
                  ))}
                </Select>
              </Field>
              <div className={styles.search}>
                <SearchBox
                  label="Search words"
                  placeholder="Find a word"
                  value={search}
                  onChange={(text) => onChange({ ...words, search: text })}
                />
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
              { header: 'Searches', cell: (word: Word) => figureWords(word.figure), numeric: true },
              {
                header: data.month === null ? 'Month before' : monthName(addMonths(data.month, -1)),
                cell: ({ before }: Word) => <span className={common.muted}>{figureWords(before)}</span>,
                numeric: true,
                room: 'regular',
              },
              { header: 'Change', cell: (word: Word) => <Change {...word} />, numeric: true },
            ]}
            rows={data.items}
            rowKey={({ word }) => word}
          />
        )}
      </StatisticsPanel>
      {explanation && <p className={cx(common.small, styles.explanation)}>{explanation}</p>}
    </>
  );
}

/** At how many locations the words were read. */
function coverageWords({ items, locations, locationsToRead }: Schemas['KeywordListDto']): string {
  if (locationsToRead === 0) return `${countOf(locations, 'location')} read`;
  const isCompared = items.some(({ before, change }) => before !== null || change !== null);
  const read = `${figure(locations - locationsToRead)} of ${countOf(locations, 'location')} read so far.`;
  return `${read} Until all are, numbers grow${isCompared ? '.' : ', and nothing is compared with the month before.'}`;
}

/** A percentage where both months are known to the last search, else what is sure of the change: bounds have no difference. */
function Change({ figure: now, before, change }: Word) {
  const isExact = isKnown(now) && isKnown(before);
  const words = isExact ? changeWords(now.value, before.value) : undefined;
  if (words !== undefined) return <Signed>{words}</Signed>;
  return change && <span className={styles[change]}>{change}</span>;
}

function isKnown(count: Count | null): count is Count {
  return count !== null && count.fewerThan === null;
}

/** `2,310`, `40+` where some locations have only a bound, `under 15` where nothing else is known. */
function figureWords(searches: Count | null): string {
  if (!searches) return '–';
  const { value, fewerThan, locationsBelow } = searches;
  if (fewerThan === null) return numberWords(value);
  if (value !== null) return `${numberWords(value)}+`;
  return `under ${fewerThan}${locationsBelow > 1 ? ' each' : ''}`;
}

/** What the numbers with a bound mean, by the first of them; undefined where all are exact. */
function boundWords(items: readonly Word[]): string | undefined {
  const bounds = items
    .flatMap(({ figure: now, before }) => [now, before])
    .filter((count) => count !== null)
    .filter(({ fewerThan }) => fewerThan !== null);
  const [first] = bounds;
  if (!first) return undefined;
  const reason = `here a location has fewer than ${first.fewerThan} searches for a word, Google doesn’t say how many.`;
  const example = bounds.find(({ value }) => value !== null);
  if (!example) return `W${reason}`;
  return `${figureWords(example)} means at least ${numberWords(example.value)}: w${reason}`;
}
