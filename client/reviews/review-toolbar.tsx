import { useState } from 'react';
import { useNarrowScreen } from '../lib/use-narrow-screen';
import { LocationFilter } from '../posting/location-filter';
import { cx } from '../ui/basics/cx';
import { DateRangeFields } from '../ui/form/date-range-fields';
import { Field } from '../ui/form/field';
import { FilterButton } from '../ui/form/filter-button';
import { Checkbox, Select } from '../ui/form/inputs';
import { SearchBox } from '../ui/form/search-box';
import common from '../ui/layout/common.module.css';
import styles from './review-toolbar.module.css';
import { type ReviewAddress, STAR_CHOICES, type StarChoice } from './use-review-address';

interface ReviewToolbarProps {
  search: string;
  onSearch: (text: string) => void;
  address: ReviewAddress;
  onChange: (next: Partial<ReviewAddress>) => void;
}

/** The search and the filters of the inbox. A button shows those that are needed seldom, and on a phone all of them. */
export function ReviewToolbar({ search, onSearch, address, onChange }: ReviewToolbarProps) {
  const { locationId, stars, withText, withPhoto, from, to } = address;
  const isNarrow = useNarrowScreen();
  const often = [search.trim(), locationId, stars].filter(Boolean).length;
  const seldom = [withText, withPhoto, from, to].filter(Boolean).length;
  const [isOpen, setIsOpen] = useState(seldom > 0);
  const count = isNarrow ? often + seldom : seldom;
  const button = <FilterButton count={count} isOpen={isOpen} onChange={setIsOpen} />;

  return (
    <div className={cx(common.stack2, styles.toolbar)}>
      {isNarrow && button}
      {(!isNarrow || isOpen) && (
        <div className={styles.often}>
          <SearchBox
            label="Search reviews"
            placeholder="Search by text or name"
            value={search}
            onChange={onSearch}
          />
          <LocationFilter locationId={locationId} onChange={(id) => onChange({ locationId: id })} />
          <Field label="Filter by stars" hideLabel>
            <Select
              value={stars ?? ''}
              onChange={({ target }) =>
                onChange({ stars: target.value ? (target.value as StarChoice) : undefined })
              }
            >
              <option value="">Any stars</option>
              {Object.entries(STAR_CHOICES).map(([choice, words]) => (
                <option key={choice} value={choice}>
                  {words}
                </option>
              ))}
            </Select>
          </Field>
          {!isNarrow && button}
        </div>
      )}
      {isOpen && (
        <div className={cx(common.line, styles.seldom)}>
          <Checkbox checked={withText} onChange={({ target }) => onChange({ withText: target.checked })}>
            With text
          </Checkbox>
          <Checkbox checked={withPhoto} onChange={({ target }) => onChange({ withPhoto: target.checked })}>
            With photo
          </Checkbox>
          <DateRangeFields range={address} onChange={onChange} />
        </div>
      )}
    </div>
  );
}
