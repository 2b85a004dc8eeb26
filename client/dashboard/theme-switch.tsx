import { Monitor, Moon, Sun } from 'lucide-react';
import { startTransition, useId, useOptimistic } from 'react';
import { useSession } from '../auth/session';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { getTheme } from '../ui/theme';
import { VisuallyHidden } from '../ui/visually-hidden';
import styles from './theme-switch.module.css';

const THEMES = [
  { theme: 'light', name: 'Light', icon: Sun },
  { theme: 'dark', name: 'Dark', icon: Moon },
  { theme: 'system', name: 'System', icon: Monitor },
] as const;

/** Light, dark, or as the device has it; kept in the person's profile. */
export function ThemeSwitch({ vertical }: { vertical?: boolean }) {
  const session = useSession();
  const saved = session.status === 'signed-in' ? session.user.preferences.theme : getTheme();
  const [shown, show] = useOptimistic(saved);
  const name = useId();

  const choose = (theme: typeof shown) =>
    startTransition(async () => {
      show(theme);
      await session.chooseTheme(theme);
    });

  return (
    <fieldset className={cx(styles.switch, vertical && styles.vertical)}>
      <legend>
        <VisuallyHidden>Theme</VisuallyHidden>
      </legend>
      {THEMES.map(({ theme, name: label, icon }) => (
        <label key={theme} className={styles.choice} title={label}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={theme === shown}
            onChange={() => choose(theme)}
          />
          <Icon of={icon} />
          <VisuallyHidden>{label}</VisuallyHidden>
        </label>
      ))}
    </fieldset>
  );
}
