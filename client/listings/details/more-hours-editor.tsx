import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { RequestFault } from '../../business-profile/connect';
import { drawFirst } from '../../lib/draw-first';
import { Button } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import prose from '../../ui/basics/prose.module.css';
import { Field } from '../../ui/form/field';
import { Select } from '../../ui/form/inputs';
import { announce } from '../../ui/basics/screen-reader';
import common from '../../ui/layout/common.module.css';
import { useMoreHoursTypes } from '../use-listings';
import { HoursEditor } from './hours-editor';
import styles from './hours-editor.module.css';
import type { Week } from './hours-model';
import type { MoreHoursDraft } from './location-draft';
import type { FieldErrors } from './location-faults';

interface MoreHoursEditorProps {
  locationId: string;
  value: MoreHoursDraft[];
  /** The business hours, with which added hours begin. */
  week: Week;
  errors: FieldErrors;
  onChange: (value: MoreHoursDraft[]) => void;
}

/** Edits the hours of what is not open all the time, such as delivery, one week for each. */
export function MoreHoursEditor({ locationId, value, week, errors, onChange }: MoreHoursEditorProps) {
  const { data: types, error, isValidating, mutate } = useMoreHoursTypes(locationId);
  const [chosen, setChosen] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const free = types?.filter(({ id }) => value.every(({ hoursTypeId }) => hoursTypeId !== id));
  const toAdd = free?.find(({ id }) => id === chosen);

  function add() {
    if (!toAdd) return box.current?.querySelector('select')?.focus();
    drawFirst(() => onChange([...value, { hoursTypeId: toAdd.id, name: toAdd.name, week }]));
    setChosen('');
    announce(`${toAdd.name} added with the business hours`);
    [...(box.current?.querySelectorAll<HTMLElement>('section') ?? [])]
      .at(-1)
      ?.querySelector('input')
      ?.focus();
  }

  function remove(removed: MoreHoursDraft) {
    drawFirst(() => onChange(value.filter((hours) => hours !== removed)));
    announce(`${removed.name} removed`);
    box.current?.querySelector<HTMLElement>('select, button')?.focus();
  }

  return (
    <div ref={box} className={styles.kinds}>
      {value.map((hours, index) => (
        <section key={hours.hoursTypeId} className={styles.kind} aria-label={hours.name}>
          <div className={cx(common.spread, styles.kindHead)}>
            <h3 className={prose.minorTitle}>{hours.name}</h3>
            <Button size="row" variant="quiet" icon={Trash2} onClick={() => remove(hours)}>
              Remove {hours.name}
            </Button>
          </div>
          <HoursEditor
            name={hours.name}
            path={`moreHours.${index}`}
            week={hours.week}
            errors={errors}
            onChange={(changed) => onChange(value.with(index, { ...hours, week: changed }))}
          />
        </section>
      ))}
      {error !== undefined && (
        <RequestFault
          error={error}
          message="Failed to load the kinds of hours. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      {types?.length === 0 && value.length === 0 && (
        <p className={styles.none}>
          Google has no further kinds of hours for the categories of this location.
        </p>
      )}
      {(free === undefined ? error === undefined : free.length > 0) && (
        <div className={styles.add}>
          <Field label="Kind of hours" error={errors.moreHours}>
            <Select value={toAdd ? chosen : ''} onChange={({ target }) => setChosen(target.value)}>
              <option value="">{free ? 'Choose a kind' : 'Loading...'}</option>
              {free?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Button icon={Plus} onClick={add}>
            Add hours
          </Button>
        </div>
      )}
    </div>
  );
}
