import { useState } from 'react';
import { useNarrowScreen } from '../lib/use-narrow-screen';
import { FIELD_NAMES, type ChangeField } from '../listings/field-values';
import { LocationFilter } from '../posting/location-filter';
import { cx } from '../ui/basics/cx';
import { DateRangeFields } from '../ui/form/date-range-fields';
import { Field } from '../ui/form/field';
import { FilterButton } from '../ui/form/filter-button';
import { Select } from '../ui/form/inputs';
import { SearchBox } from '../ui/form/search-box';
import common from '../ui/layout/common.module.css';
import { CHANGE_STATES, type ChangeState } from './change-words';
import styles from './log-toolbar.module.css';
import type { LogAddress } from './use-log-address';

interface LogToolbarProps {
  search: string;
  onSearch: (text: string) => void;
  address: LogAddress;
  onChange: (next: Partial<LogAddress>) => void;
}

/** The search and the filters of the change log. On a phone a button shows them. */
export function LogToolbar({ search, onSearch, address, onChange }: LogToolbarProps) {
  const { locationId, field, state, from, to } = address;
  const isNarrow = useNarrowScreen();
  const count = [search.trim(), locationId, field, state, from, to].filter(Boolean).length;
  const [isOpen, setIsOpen] = useState(count > 0);
  return (
    <div className={cx(common.stack2, styles.toolbar)}>
      {isNarrow && <FilterButton count={count} isOpen={isOpen} onChange={setIsOpen} />}
      {(!isNarrow || isOpen) && (
        <div className={styles.fields}>
          <div className={styles.wide}>
            <SearchBox
              label="Search changes"
              placeholder="Search by value or location"
              value={search}
              onChange={onSearch}
            />
          </div>
          <div className={styles.wide}>
            <LocationFilter locationId={locationId} onChange={(id) => onChange({ locationId: id })} />
          </div>
          <Field label="Filter by field" hideLabel>
            <Select
              value={field ?? ''}
              onChange={({ target }) =>
                onChange({ field: target.value ? (target.value as ChangeField) : undefined })
              }
            >
              <option value="">All fields</option>
              {Object.entries(FIELD_NAMES).map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Filter by state" hideLabel>
            <Select
              value={state ?? ''}
              onChange={({ target }) =>
                onChange({ state: target.value ? (target.value as ChangeState) : undefined })
              }
            >
              <option value="">All states</option>
              {Object.entries(CHANGE_STATES).map(([id, { label }]) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          <DateRangeFields range={address} onChange={onChange} />
        </div>
      )}
    </div>
  );
}
