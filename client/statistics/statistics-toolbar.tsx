import { ChartColumn, Table2 } from 'lucide-react';
import { LocationFilter } from '../posting/location-filter';
import { cx } from '../ui/basics/cx';
import { DateRangeFields } from '../ui/form/date-range-fields';
import { Field } from '../ui/form/field';
import { Select } from '../ui/form/inputs';
import { Segmented } from '../ui/form/radio-group';
import common from '../ui/layout/common.module.css';
import styles from './statistics-toolbar.module.css';
import { ScopeFields } from './scope-fields';
import { type StatisticsAddress, type PeriodName, PERIODS } from './use-statistics-address';
import { EVERYWHERE } from './use-statistics';

interface StatisticsToolbarProps {
  address: StatisticsAddress;
  /** The days that are shown, `yyyy-mm-dd`. */
  days: { from: string; to: string };
  onChange: (next: Partial<StatisticsAddress>) => void;
}

/** Which locations and days are shown, and how. */
export function StatisticsToolbar({ address, days, onChange }: StatisticsToolbarProps) {
  const { period, by, compare, look, locationId } = address;
  return (
    <div className={cx(common.line, styles.toolbar)} role="group" aria-label="What is shown">
      <div className={cx(common.line, styles.row)}>
        <div className={styles.wide}>
          <LocationFilter
            label="Location"
            locationId={locationId}
            onChange={(id) => onChange({ ...EVERYWHERE, locationId: id })}
          />
        </div>
        <ScopeFields address={address} onChange={onChange} />
      </div>
      <div className={cx(common.line, styles.row)}>
        <div className={styles.half}>
          <Field label="Period" hideLabel>
            <Select
              value={period}
              onChange={({ target }) => {
                const chosen = target.value as PeriodName;
                // Days of one’s own begin as those that were shown.
                onChange(
                  chosen === 'own'
                    ? { period: chosen, ...days }
                    : { period: chosen, from: undefined, to: undefined },
                );
              }}
            >
              {(['28', '91', '365', 'own'] as const).map((name) => (
                <option key={name} value={name}>
                  {PERIODS[name]}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        {period === 'own' && <DateRangeFields range={days} onChange={onChange} />}
        <div className={styles.half}>
          <Field label="By" hideLabel>
            <Select
              value={by}
              onChange={({ target }) => onChange({ by: target.value as StatisticsAddress['by'] })}
            >
              <option value="day">By day</option>
              <option value="week">By week</option>
              <option value="month">By month</option>
            </Select>
          </Field>
        </div>
        <Field label="Compared with" hideLabel>
          <Select
            value={compare}
            onChange={({ target }) => onChange({ compare: target.value as StatisticsAddress['compare'] })}
          >
            <option value="before">Compared with the days before</option>
            <option value="year">Compared with a year before</option>
            <option value="none">Not compared</option>
          </Select>
        </Field>
        <div className={styles.look}>
          <Segmented
            legend="Show as"
            options={[
              { value: 'chart', label: 'Chart', icon: ChartColumn },
              { value: 'table', label: 'Table', icon: Table2 },
            ]}
            value={look}
            onChange={(next) => onChange({ look: next })}
          />
        </div>
      </div>
    </div>
  );
}
