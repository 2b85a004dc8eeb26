import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
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
  // Shown until it is saved. No transition: that would keep the person on this page until then.
  const [chosen, setChosen] = useState<typeof saved>();

  const choose = (theme: typeof saved) => {
    setChosen(theme);
    void session.chooseTheme(theme).finally(() => setChosen((last) => (last === theme ? undefined : last)));
  };

  return (
    <Segmented
      legend="Theme"
      options={THEMES}
      value={chosen ?? saved}
      onChange={choose}
      iconsOnly
      vertical={vertical}
    />
  );
}
