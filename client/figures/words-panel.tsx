import { useState } from 'react';
import type { Schemas } from '../api/client';
import { countOf } from '../lib/count-of';
import { ErrorState } from '../ui/banner';
import { Field } from '../ui/field';
import { Select } from '../ui/inputs';
import { Loading, SkeletonRows } from '../ui/loading';
import { Panel } from '../ui/panel';
import { Table } from '../ui/table';
import { monthName, numberWords } from './figure-words';
import { useSearchWords } from './use-statistics';

type Figure = Schemas['KeywordFigureDto'] | null;

/** What people searched for when they found the locations. Small numbers are bounds, and in no sum. */
export function WordsPanel({ locationId }: { locationId: string | undefined }) {
  const [month, setMonth] = useState<string>();
  const { data, error, isValidating, mutate } = useSearchWords(locationId, month);
  return (
    <Panel title="Search words">
      {data && data.months.length > 0 && (
        <Field label="Month" hideLabel>
          <Select value={data.month ?? ''} onChange={({ target }) => setMonth(target.value)}>
            {data.months.map((each, index) => (
              <option key={each} value={each}>
                {monthName(each)}
                {index === 0 && data.month === each && data.isOpen ? ', still open' : ''}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {error !== undefined && (
        <ErrorState
          message="Failed to load the search words. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Loading busy={!data && error === undefined} skeleton={<SkeletonRows rows={5} />}>
        {data?.items.length === 0 && <p>Google has no search words for this month yet.</p>}
        {data && data.items.length > 0 && (
          <Table
            caption="Search words"
            columns={[
              { header: 'Word', cell: ({ word }) => word },
              { header: 'Searches', cell: ({ figure }) => figureWords(figure), numeric: true },
              { header: 'Change', cell: ({ change }) => change ?? '' },
            ]}
            rows={data.items}
            rowKey={({ word }) => word}
          />
        )}
      </Loading>
    </Panel>
  );
}

/** `2,310`, `fewer than 15`, or both where locations differ. */
function figureWords(figure: Figure): string {
  if (!figure) return 'none';
  const { value, fewerThan, locationsBelow } = figure;
  if (fewerThan === null) return numberWords(value);
  if (value === null)
    return `fewer than ${fewerThan}${locationsBelow > 1 ? ` at each of ${locationsBelow}` : ''}`;
  return `${numberWords(value)}, and fewer than ${fewerThan} at ${countOf(locationsBelow, 'location')}`;
}
