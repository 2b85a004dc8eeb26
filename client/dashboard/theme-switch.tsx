import { Monitor, Moon, Sun } from 'lucide-react';
import { startTransition, useOptimistic } from 'react';
import { useSession } from '../auth/session';
import { Segmented } from '../ui/segmented';
import { getTheme } from '../ui/theme';

const THEMES = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
] as const;

/** Light, dark, or as the device has it; kept in the person's profile. */
export function ThemeSwitch({ vertical = false }: { vertical?: boolean }) {
  const session = useSession();
  const saved = session.status === 'signed-in' ? session.user.preferences.theme : getTheme();
  const [shown, show] = useOptimistic(saved);

  const choose = (theme: typeof shown) =>
    startTransition(async () => {
      show(theme);
      await session.chooseTheme(theme);
    });

  return (
    <Segmented
      legend="Theme"
      options={THEMES}
      value={shown}
      onChange={choose}
      iconsOnly
      vertical={vertical}
    />
  );
}
