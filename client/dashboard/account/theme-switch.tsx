import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../auth/session';
import { getTheme } from '../../lib/theme';
import { Segmented } from '../../ui/form/radio-group';

const THEMES = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
] as const;

/** Light, dark or the device's theme; stored in the user's profile. */
export function ThemeSwitch({ labelled, vertical }: { labelled?: boolean; vertical?: boolean }) {
  const session = useSession();
  const saved = session.status === 'signed-in' ? session.user.preferences.theme : getTheme();
  // Shown until it is saved. A transition would delay navigation until then.
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
      iconsOnly={!labelled}
      vertical={vertical ?? false}
    />
  );
}
