import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { figure } from '../../lib/count-of';
import styles from './tabs.module.css';

interface TabsProps<Id extends string> {
  /** Names the list of tabs. */
  label: string;
  /** A count is undefined while it loads. Its space is reserved. A mark stands before the label, and only decorates it. */
  tabs: readonly { id: Id; label: string; count?: number | undefined; mark?: ReactNode }[];
  value: Id;
  onChange: (id: Id) => void;
  /** The panel of the chosen tab. */
  children: ReactNode;
}

/** Tabs as in the ARIA Authoring Practices: one tab stop; arrow keys, Home and End move and choose at once. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children }: TabsProps<Id>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const last = tabs.length - 1;
    const current = tabs.findIndex((tab) => tab.id === value);
    const target = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }[event.key];
    const tab = target === undefined ? undefined : tabs[target];
    if (tab === undefined) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus();
    onChange(tab.id);
  }

  return (
    <div className={styles.tabs}>
      <div ref={list} role="tablist" aria-label={label} className={styles.list}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            data-tab={tab.id}
            className={styles.tab}
            aria-selected={tab.id === value}
            aria-controls={tab.id === value ? `${id}-panel` : undefined}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
            onKeyDown={onKeyDown}
          >
            {tab.mark}
            {tab.label}{' '}
            {'count' in tab && (
              <span className={styles.count}>{tab.count !== undefined && figure(tab.count)}</span>
            )}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        tabIndex={0}
        className={styles.panel}
      >
        {children}
      </div>
    </div>
  );
}
