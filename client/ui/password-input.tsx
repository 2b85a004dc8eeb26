import { useState, type ComponentProps } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { IconButton } from './icon-button';
import { TextInput } from './text-input';
import styles from './password-input.module.css';

/** A password box with a show/hide toggle. Pasting and password managers work; set `autoComplete`. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.box}>
      <TextInput
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        className={styles.input}
      />
      <IconButton
        icon={shown ? EyeOff : Eye}
        label="Show password"
        aria-pressed={shown}
        className={styles.toggle}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}
