import { ChartColumn, ChevronDown, ListChecks, Table2 } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '../lib/count-of';
import { useNarrowScreen } from '../lib/use-narrow-screen';
import { LocationFilter } from '../posting/location-filter';
import { Button, IconButton } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { Icon } from '../ui/basics/icon';
import prose from '../ui/basics/prose.module.css';
import { DateRangeFields } from '../ui/form/date-range-fields';
import { Field } from '../ui/form/field';
import { Select } from '../ui/form/inputs';
import { Segmented } from '../ui/form/radio-group';
import { Dialog } from '../ui/layers/dialog';
import common from '../ui/layout/common.module.css';
import styles from './statistics-toolbar.module.css';
import { ScopeField, useLocationsChooser } from './scope-fields';
import { type StatisticsAddress, lengthOf, type PeriodName, PERIODS } from './use-statistics-address';
import { EVERYWHERE, type StatisticsScope } from './use-statistics';

interface StatisticsToolbarProps {
  address: StatisticsAddress;
  /** The name of the locations that are shown. */
  place: string;
  /** The days that are shown, `yyyy-mm-dd`. */
  days: { from: string; to: string };
  onChange: (next: Partial<StatisticsAddress>) => void;
}

const BY_WORDS = { day: 'By day', week: 'By week', month: 'By month' } as const satisfies Record<
  StatisticsAddress['by'],
  string
>;

/** Which locations and days are shown, and how: one row, on a phone two buttons that open the choices. */
export function StatisticsToolbar({ address, place, days, onChange }: StatisticsToolbarProps) {
  const isNarrow = useNarrowScreen();
  const [sheet, setSheet] = useState<'place' | 'period'>();
  const chooser = useLocationsChooser(address, onChange);
  const close = () => setSheet(undefined);
  const fields = { address, days, onChange };
  return (
    <div className={cx(common.line, styles.toolbar)} role="group" aria-label="What is shown">
      {isNarrow ? (
        <>
          {(['place', 'period'] as const).map((each) => (
            <Button
              key={each}
              className={styles.opener}
              aria-haspopup="dialog"
              aria-busy={each === 'place' && chooser.isBusy}
              onClick={() => setSheet(each)}
            >
              <span className={prose.clip}>{each === 'place' ? place : periodWords(address)}</span>
              <Icon of={ChevronDown} />
            </Button>
          ))}
          <Dialog
            open={sheet !== undefined}
            title={sheet === 'place' ? 'Which locations' : 'Which days'}
            onClose={close}
            footer={
              <Button variant="primary" onClick={close}>
                Done
              </Button>
            }
          >
            <div className={common.stack4}>
              {sheet === 'place' ? (
                <>
                  <PlaceFields address={address} onChange={onChange} hideLabels={false} />
                  <Button
                    icon={ListChecks}
                    onClick={() => {
                      close();
                      chooser.open();
                    }}
                  >
                    Select locations
                  </Button>
                </>
              ) : (
                <PeriodFields {...fields} hideLabels={false} />
              )}
            </div>
          </Dialog>
        </>
      ) : (
        <>
          <PlaceFields address={address} onChange={onChange} hideLabels />
          <IconButton
            icon={ListChecks}
            label="Select locations"
            className={styles.several}
            aria-busy={chooser.isBusy}
            onClick={() => {
              if (!chooser.isBusy) chooser.open();
            }}
          />
          <PeriodFields {...fields} hideLabels />
        </>
      )}
      {chooser.dialog}
    </div>
  );
}

interface PlaceFieldsProps {
  address: StatisticsScope;
  onChange: (next: StatisticsScope) => void;
  hideLabels: boolean;
}

function PlaceFields({ address, onChange, hideLabels }: PlaceFieldsProps) {
  return (
    <>
      <div className={styles.location}>
        <LocationFilter
          label="Location"
          locationId={address.locationId}
          onChange={(id) => onChange({ ...EVERYWHERE, locationId: id })}
        />
      </div>
      <div className={styles.scope}>
        <ScopeField address={address} onChange={onChange} hideLabel={hideLabels} />
      </div>
    </>
  );
}

interface PeriodFieldsProps extends Pick<StatisticsToolbarProps, 'address' | 'days' | 'onChange'> {
  hideLabels: boolean;
}

function PeriodFields({ address, days, onChange, hideLabels }: PeriodFieldsProps) {
  const { period, by, compare, look } = address;
  return (
    <>
      <Field label="Period" hideLabel={hideLabels}>
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
      {period === 'own' && <DateRangeFields range={days} onChange={onChange} />}
      <Field label="By" hideLabel={hideLabels}>
        <Select
          value={by}
          onChange={({ target }) => onChange({ by: target.value as StatisticsAddress['by'] })}
        >
          {Object.entries(BY_WORDS).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Compared with" hideLabel={hideLabels}>
        <Select
          value={compare}
          onChange={({ target }) => onChange({ compare: target.value as StatisticsAddress['compare'] })}
        >
          <option value="before">Against the {countOf(lengthOf(days), 'day')} before</option>
          <option value="year">Against a year before</option>
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
    </>
  );
}

/** `28 days, by day` */
function periodWords({ period, by }: StatisticsAddress): string {
  return `${PERIODS[period].replace('Last ', '')}, ${BY_WORDS[by].toLowerCase()}`;
}
