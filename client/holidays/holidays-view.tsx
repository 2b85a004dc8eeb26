import { Copy } from 'lucide-react';
import { useState } from 'react';
import { isDay } from '../lib/calendar-days';
import { countOf, figure } from '../lib/count-of';
import { countryName } from '../lib/country-names';
import { choicePart, textPart, useAddress } from '../lib/use-address';
import { useDebouncedValue, useSearchText } from '../lib/use-search';
import { ApiError } from '../api/api-error';
import { afterTries } from '../api/swr';
import { AccountSelect } from '../listings/choice/account-select';
import { LabelSelect } from '../listings/choice/label-select';
import { LocationTabs } from '../listings/location-tabs';
import shared from '../listings/view.module.css';
import { Button } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { Select } from '../ui/form/inputs';
import { SearchBox } from '../ui/form/search-box';
import { FailedLoad } from '../ui/layout/board';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { Loading, Skeleton } from '../ui/messages/loading';
import { AddedDates } from './added-dates';
import { AnswersTable } from './answers-table';
import styles from './holidays.module.css';
import { useKeptAnswers } from './kept-answers';
import { useHolidayDates, useHolidayRows } from './use-holidays';

const ADDRESS = {
  // As in the list of all locations.
  accountId: textPart('of'),
  sort: choicePart('sort', ['storeCode']),
  country: textPart('country'),
  label: textPart('label'),
  /** Only the locations of this selection. */
  selectionId: textPart('selection'),
  /** The date that is marked at first. */
  mark: textPart('mark', isDay),
  dates: textPart('dates', (text) => /^\d{4}-\d{2}-\d{2}(,\d{4}-\d{2}-\d{2}){0,11}$/.test(text)),
};
const FAILURE = 'Failed to load the holidays. Please try again.';
/** How many pages of 100 locations are loaded at first, and by each further step. */
const PAGES = 5;

/** What locations say of the public holidays ahead, and a table to fill in what is missing. */
export function HolidaysView() {
  const { address, change } = useAddress(ADDRESS);
  const { text, setText } = useSearchText();
  const search = useDebouncedValue(text.trim());
  const [pages, setPages] = useState(PAGES);
  const { sort, mark, ...filters } = address;
  const scope = { ...filters, search };
  const dates = useHolidayDates(scope);
  const rows = useHolidayRows({ ...scope, sort }, pages);
  const kept = useKeptAnswers();
  const [isCopying, setIsCopying] = useState(false);
  const { error, isTrying } = afterTries(dates.error ?? rows.error);
  const found = dates.data && rows.data && { dates: dates.data, rows: rows.data };
  const isGone = address.selectionId !== undefined && error instanceof ApiError && error.status === 404;
  const added = address.dates?.split(',') ?? [];
  return (
    <div className={cx(common.stack4, shared.view)}>
      <div className={common.spread}>
        <h1 tabIndex={-1}>Locations</h1>
        <div className={common.wrap}>
          <AddedDates dates={added} onChange={(next) => change({ dates: next.join() || undefined })} />
          <Button
            icon={Copy}
            disabled={!found || found.dates.notSaid === 0}
            onClick={() => setIsCopying(true)}
          >
            Copy last year
          </Button>
        </div>
      </div>
      <LocationTabs value="holidays" notSaid={dates.data?.notSaid} />
      <div className={common.line}>
        <div className={styles.search}>
          <SearchBox label="Name, code or address" value={text} onChange={setText} />
        </div>
        <div>
          <Select
            aria-label="Filter by country"
            value={address.country ?? ''}
            onChange={({ target }) => change({ country: target.value || undefined })}
          >
            <option value="">All countries</option>
            {dates.data?.countries.flatMap(({ code, locations }) =>
              code === null ? (
                []
              ) : (
                <option key={code} value={code}>
                  {countryName(code)} ({figure(locations)})
                </option>
              ),
            )}
          </Select>
        </div>
        <div>
          <Select
            aria-label="Sort by"
            value={sort ?? ''}
            onChange={({ target }) =>
              change({ sort: target.value === 'storeCode' ? 'storeCode' : undefined })
            }
          >
            <option value="">By name</option>
            <option value="storeCode">By store code</option>
          </Select>
        </div>
        <div className={styles.filter}>
          <LabelSelect
            value={address.label ?? ''}
            onChange={(label) => change({ label: label || undefined })}
          />
        </div>
        <div className={styles.filter}>
          <AccountSelect
            value={address.accountId ?? ''}
            onChange={(accountId) => change({ accountId: accountId || undefined })}
          />
        </div>
        <p className={common.small} role="status">
          {found &&
            `${countOf(found.dates.locations, 'location')}, ${countOf(found.dates.items.length, 'date')}`}
        </p>
      </div>
      {address.selectionId !== undefined && (
        <Banner
          tone="info"
          action={
            <Button size="small" onClick={() => change({ selectionId: undefined, mark: undefined })}>
              Show all locations
            </Button>
          }
        >
          {isGone
            ? 'This choice of locations is no longer kept. It’s kept for a day.'
            : `Only the ${found ? countOf(found.dates.locations, 'location') : 'locations'} of a task.`}
        </Banner>
      )}
      {error !== undefined && !found && !isGone && (
        <FailedLoad
          message={FAILURE}
          onRetry={() => void Promise.all([dates.mutate(), rows.mutate()])}
          retrying={dates.isValidating || rows.isValidating}
        />
      )}
      <Loading busy={!found && error === undefined} isTrying={isTrying} skeleton={<Skeleton shape="card" />}>
        {found && (
          <AnswersTable
            key={address.selectionId}
            start={mark}
            scope={{ ...scope, sort }}
            kept={kept}
            isCopying={isCopying}
            onCopied={() => setIsCopying(false)}
            rows={found.rows.items}
            dates={found.dates.items}
            total={found.dates.locations}
            regionUnknown={found.dates.regionUnknown}
            onMore={found.rows.nextCursor === null ? undefined : () => setPages(pages + PAGES)}
          />
        )}
      </Loading>
    </div>
  );
}
