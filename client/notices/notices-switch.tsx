import { Switch } from '../ui/form/switch';
import { useMainSwitch } from './use-notices';

/** Switches notices on or off for the person. */
export function NoticesSwitch() {
  const { isOn, isSaving, change } = useMainSwitch('notifications');
  return (
    <Switch inRow checked={isOn} aria-busy={isSaving} onChange={() => !isSaving && void change(!isOn)}>
      Get notices
    </Switch>
  );
}
