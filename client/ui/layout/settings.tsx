import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { cx } from '../basics/cx';
import { Switch } from '../form/switch';
import common from './common.module.css';
import { Panel } from './panel';
import styles from './settings.module.css';

interface SettingsSectionProps {
  /** What the address names it by, after `#`: it then has the focus and is scrolled to. */
  id: string;
  title: string;
  /** At the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A section of the settings: lines below a title. */
export function SettingsSection({ id, title, actions, children }: SettingsSectionProps) {
  const { hash, key } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hash !== `#${id}`) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView();
  }, [hash, id, key]);
  return (
    <div ref={box} id={id} tabIndex={-1} className={cx(common.noRing, styles.section)}>
      <Panel title={title} actions={actions} flush>
        <div className={common.ruled}>{children}</div>
      </Panel>
    </div>
  );
}

interface SettingsLineProps {
  title: ReactNode;
  /** What it means, in one line. */
  children?: ReactNode;
  /** The control at the end of the line. */
  action?: ReactNode;
}

/** What a setting is, and its control. */
export function SettingsLine({ title, children, action }: SettingsLineProps) {
  return (
    <div className={styles.line}>
      <div className={styles.words}>
        <p className={common.breaks}>{title}</p>
        {children && <p className={cx(common.small, common.breaks)}>{children}</p>}
      </div>
      {action && <div className={cx(common.wrap, styles.action)}>{action}</div>}
    </div>
  );
}

type SwitchLineProps = Omit<SettingsLineProps, 'action' | 'title'> &
  Omit<ComponentProps<typeof Switch>, 'children' | 'inRow'> & { title: string };

/** A setting that is on or off. It counts at once. */
export function SwitchLine({ title, children, ...attributes }: SwitchLineProps) {
  const id = useId();
  return (
    <div className={styles.line}>
      <div className={styles.words}>
        <label htmlFor={id}>{title}</label>
        {children && (
          <p id={`${id}-text`} className={cx(common.small, common.breaks)}>
            {children}
          </p>
        )}
      </div>
      <Switch {...attributes} inRow id={id} aria-describedby={children ? `${id}-text` : undefined}>
        {null}
      </Switch>
    </div>
  );
}
