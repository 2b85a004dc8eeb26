import { Dialog } from '../../ui/layers/dialog';
import { KeyCap } from '../../ui/basics/labels';
import { Switch } from '../../ui/form/switch';
import { PALETTE_KEYS, SINGLE_KEYS } from './shortcuts';
import styles from './shortcuts-dialog.module.css';

interface ShortcutsDialogProps {
  open: boolean;
  singleKeys: boolean;
  onChange: (singleKeys: boolean) => void;
  onClose: () => void;
}

/** The list of keyboard shortcuts, with a switch for those without a modifier key. */
export function ShortcutsDialog({ open, singleKeys, onChange, onClose }: ShortcutsDialogProps) {
  const shortcuts = [
    { keys: PALETTE_KEYS.caps, title: 'Search or jump to', works: true },
    ...SINGLE_KEYS.map(({ key, title }) => ({ keys: [key.toUpperCase()], title, works: singleKeys })),
  ];
  return (
    <Dialog open={open} size="small" title="Keyboard shortcuts" onClose={onClose}>
      <Switch checked={singleKeys} onChange={(event) => onChange(event.target.checked)}>
        Single-key shortcuts
      </Switch>
      <p className={styles.note}>
        They work whenever you aren’t typing. Turn them off if you use dictation or press keys by accident.
      </p>
      <dl>
        {shortcuts.map(({ keys, title, works }) => (
          <div key={title} className={styles.shortcut}>
            <dt>{title}</dt>
            <dd className={styles.keys}>{works ? <KeyCap keys={keys} /> : 'Off'}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
