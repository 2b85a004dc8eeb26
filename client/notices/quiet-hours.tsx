import { useEffect, useEffectEvent, useState } from 'react';
import { Field, FieldGroup } from '../ui/form/field';
import { TextInput } from '../ui/form/inputs';
import { SwitchLine } from '../ui/layout/settings';
import styles from './notice-settings.module.css';
import { type NoticeSettings, useNoticeActions } from './use-notice-settings';

type QuietHours = NonNullable<NoticeSettings['quietHours']>;

const USUAL_QUIET_HOURS: QuietHours = Object.freeze({ from: '22:00', until: '07:00' });

/** The hours without email. */
export function QuietHoursSettings({ settings: { quietHours } }: { settings: NoticeSettings }) {
  const { updateSettings } = useNoticeActions();
  return (
    <>
      <SwitchLine
        title="Quiet hours"
        checked={quietHours !== null}
        onChange={() => void updateSettings({ quietHours: quietHours ? null : USUAL_QUIET_HOURS })}
      >
        Email waits until they end. What is marked “even in quiet hours” comes anyway.
      </SwitchLine>
      {quietHours && <QuietHoursFields saved={quietHours} />}
    </>
  );
}

/** Both times. A complete time is saved when its field is left, or the page. */
function QuietHoursFields({ saved }: { saved: QuietHours }) {
  const { updateSettings } = useNoticeActions();
  const [typed, setTyped] = useState(saved);
  const isEmpty = typed.from === typed.until;
  const save = async (): Promise<void> => {
    if (typed.from === '' || typed.until === '') return setTyped(saved);
    if (isEmpty || (typed.from === saved.from && typed.until === saved.until)) return;
    if (!(await updateSettings({ quietHours: typed }))) setTyped(saved);
  };
  // Another view may open while a field has the focus, and it is never left.
  const saveAtTheEnd = useEffectEvent(() => void save());
  useEffect(() => () => saveAtTheEnd(), []);
  return (
    <div className={styles.inset}>
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
    </div>
  );
}
