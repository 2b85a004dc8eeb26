import { useEffect, useEffectEvent, useState } from 'react';
import { viewerTimeZone } from '../lib/wall-time';
import { Field, FieldGroup } from '../ui/form/field';
import { Select, TextInput } from '../ui/form/inputs';
import { Switch } from '../ui/form/switch';
import styles from './settings-dialog.module.css';
import { type NoticeSettings, useNoticeActions } from './use-notice-settings';

type QuietHours = NonNullable<NoticeSettings['quietHours']>;

const USUAL_QUIET_HOURS: QuietHours = Object.freeze({ from: '22:00', until: '07:00' });

/** The zone and the quiet hours. A person without a zone gets the browser's. */
export function TimeSettings({ settings: { timeZone, quietHours } }: { settings: NoticeSettings }) {
  const { updateSettings } = useNoticeActions();
  const takeBrowserZone = useEffectEvent(() => void updateSettings({ timeZone: viewerTimeZone() }));
  useEffect(() => {
    if (timeZone === null) takeBrowserZone();
  }, [timeZone]);
  const chosen = timeZone ?? viewerTimeZone();
  return (
    <section className={styles.section} aria-label="Times">
      <h3>Times</h3>
      <Field label="Time zone">
        <Select value={chosen} onChange={({ target }) => void updateSettings({ timeZone: target.value })}>
          {[...new Set([chosen, ...Intl.supportedValuesOf('timeZone')])].map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </Field>
      <Switch
        inRow
        checked={quietHours !== null}
        onChange={() => void updateSettings({ quietHours: quietHours ? null : USUAL_QUIET_HOURS })}
      >
        Quiet hours
      </Switch>
      {quietHours && <QuietHoursFields saved={quietHours} />}
    </section>
  );
}

/** Both times. A complete time is saved when its field is left or closed. */
function QuietHoursFields({ saved }: { saved: QuietHours }) {
  const { updateSettings } = useNoticeActions();
  const [typed, setTyped] = useState(saved);
  const isEmpty = typed.from === typed.until;
  const save = async (): Promise<void> => {
    if (typed.from === '' || typed.until === '') return setTyped(saved);
    if (isEmpty || (typed.from === saved.from && typed.until === saved.until)) return;
    if (!(await updateSettings({ quietHours: typed }))) setTyped(saved);
  };
  // Esc closes the settings while a field has the focus, and it is never left.
  const saveAtTheEnd = useEffectEvent(() => void save());
  useEffect(() => () => saveAtTheEnd(), []);
  return (
    <FieldGroup
      legend="No email in these hours, unless it’s urgent"
      error={isEmpty ? 'From and Until must be different times' : undefined}
    >
      <div className={styles.hours}>
        {(['from', 'until'] as const).map((end) => (
          <Field key={end} label={end === 'from' ? 'From' : 'Until'}>
            <TextInput
              type="time"
              value={typed[end]}
              onChange={({ target }) => setTyped({ ...typed, [end]: target.value })}
              onBlur={() => void save()}
            />
          </Field>
        ))}
      </div>
    </FieldGroup>
  );
}
