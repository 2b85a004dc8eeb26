import { Switch } from '../ui/switch';
import { useNoticesSwitch } from './use-notices';

/** Switches notices on or off for the person. */
export function NoticesSwitch() {
  const { isOn, isSaving, change } = useNoticesSwitch();
  return (
    <Switch inRow checked={isOn} aria-busy={isSaving} onChange={() => !isSaving && void change(!isOn)}>
      List new notices
    </Switch>
  );
}
