import type { Conflict } from '../api/api-error';
import type { Schemas } from '../api/client';
import { useConnection } from '../business-profile/use-connection';
import { FIELD_NAMES, type ChangeField, valueLines } from '../listings/field-values';
import { cx } from '../ui/basics/cx';
import prose from '../ui/basics/prose.module.css';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { Counter } from '../ui/form/counter';
import { Field } from '../ui/form/field';
import { TextArea } from '../ui/form/inputs';
import { type ChangeValue, MAX_REASON } from './change-words';
import { ComparedValues } from './compared-values';
import styles from './undo-parts.module.css';

type UndoneField = Schemas['UndoneFieldDto'];

/** Why nothing can be sent to Google at present, as a sentence; undefined if it can. With `isFollowed` the end is seen soon. */
export function useWhyNotNow({ isFollowed = false } = {}): string | undefined {
  const { connection } = useConnection({ isFollowed });
  if (connection?.state === 'connected') return undefined;
  return connection?.state === 'no_quota'
    ? 'Google hasn’t approved this app yet, so nothing can be changed.'
    : 'Shingle no longer has access to Google. Reconnect first.';
}

interface UndoneFieldsProps {
  items: readonly UndoneField[];
  /** Whether they are of several locations. */
  namesLocations?: boolean;
}

/** The fields that go back, each as it is now and as it will be, and those that stay, with the reason. */
export function UndoneFields({ items, namesLocations = false }: UndoneFieldsProps) {
  const [going, staying] = [items.filter(({ whyNot }) => !whyNot), items.filter(({ whyNot }) => whyNot)];
  const nameOf = ({ field, locationName }: UndoneField) =>
    namesLocations ? `${FIELD_NAMES[field]}, ${locationName}` : FIELD_NAMES[field];
  const keyOf = ({ changeId, locationId, field }: UndoneField) => changeId ?? `${locationId} ${field}`;
  return (
    <>
      {going.length > 0 && (
        <section className={common.stack2}>
          <h3 className={prose.minorTitle}>Will change back</h3>
          <ul className={cx(common.ruled, styles.list)}>
            {going.map((item) => (
              <li key={keyOf(item)}>
                <p className={styles.name}>{nameOf(item)}</p>
                <ComparedValues field={item.field} before={item.current} after={item.goesBackTo} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {staying.length > 0 && (
        <section className={common.stack2}>
          <h3 className={prose.minorTitle}>Will stay as it is</h3>
          <ul className={cx(common.ruled, styles.list)}>
            {staying.map((item) => (
              <li key={keyOf(item)}>
                <p className={styles.name}>{nameOf(item)}</p>
                <p className={common.muted}>{item.whyNot}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface ThreeValuesProps {
  field: ChangeField;
  /** The value after the change; undefined if it is not known. */
  then: ChangeValue | undefined;
  conflict: Pick<Conflict, 'current' | 'wanted'>;
}

/** A field that has changed since: its value then, its value now, and the value to which it should have gone back. */
export function ThreeValues({ field, then, conflict: { current, wanted } }: ThreeValuesProps) {
  const values = [
    ['Then', then],
    ['Now', current],
    ['You wanted', wanted],
  ] as const;
  return (
    <dl className={styles.values}>
      {values.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <PlainValue field={field} value={value} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** A value without any marks. */
export function PlainValue({ field, value }: { field: ChangeField; value: ChangeValue }) {
  const lines = valueLines(field, value);
  return lines.length === 0 ? 'Not set' : lines.map((line) => <p key={line}>{line}</p>);
}

interface ReasonFieldProps {
  value: string;
  onChange: (reason: string) => void;
}

/** Why something is done, for the change log. */
export function ReasonField({ value, onChange }: ReasonFieldProps) {
  return (
    <Field
      label="Why"
      optional
      hint="Shown in the change log."
      error={faultOfReason(value)}
      counter={<Counter value={value.length} max={MAX_REASON} steps={[250, 290, MAX_REASON]} />}
    >
      <TextArea rows={2} value={value} onChange={({ target }) => onChange(target.value)} />
    </Field>
  );
}

/** The error of a reason; undefined if it can be sent. */
export function faultOfReason(reason: string): string | undefined {
  return reason.trim().length > MAX_REASON ? `At most ${MAX_REASON} characters.` : undefined;
}

/** Asks once more before a far-reaching undo. */
export function SecondQuestion({ fields }: { fields: readonly ChangeField[] }) {
  const isOpening = fields.includes('openStatus');
  return (
    <Banner tone="warning">
      {fields.includes('name') && <p>Google may verify a location again when its name changes.</p>}
      {isOpening && <p>This changes whether customers see the location as open or closed.</p>}
      <p>Do you want to continue?</p>
    </Banner>
  );
}
