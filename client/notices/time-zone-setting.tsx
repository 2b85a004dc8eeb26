import { viewerTimeZone } from '../lib/wall-time';
import { Field } from '../ui/form/field';
import { Select } from '../ui/form/inputs';
import { SettingsLine } from '../ui/layout/settings';
import { type NoticeSettings, useNoticeActions } from './use-notice-settings';

/** The person's zone. Without one they are about to get the browser's. */
export function TimeZoneSetting({ settings: { timeZone } }: { settings: NoticeSettings }) {
  const { updateSettings } = useNoticeActions();
  const chosen = timeZone ?? viewerTimeZone();
  return (
    <SettingsLine
      title="Time zone"
      action={
        <Field label="Time zone" hideLabel>
          <Select value={chosen} onChange={({ target }) => void updateSettings({ timeZone: target.value })}>
            {[...new Set([chosen, ...Intl.supportedValuesOf('timeZone')])].map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        </Field>
      }
    >
      Email and quiet hours use it. Posts keep the time of their location.
    </SettingsLine>
  );
}
