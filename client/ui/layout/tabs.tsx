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

/** A panel with tabs above it. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children }: TabsProps<Id>) {
  const id = useId();
  return (
    <div className={styles.tabs}>
      <TabList
        id={id}
        label={label}
        tabs={tabs.map((tab) => ({
          id: tab.id,
          content: (
            <>
              {tab.mark}
              {tab.label}{' '}
              {'count' in tab && (
                <span className={styles.count}>{tab.count !== undefined && figure(tab.count)}</span>
              )}
            </>
          ),
        }))}
        value={value}
        onChange={onChange}
        className={styles.list}
        tabClassName={styles.tab}
      />
      <TabPanel id={id} value={value} className={styles.panel}>
        {children}
      </TabPanel>
    </div>
  );
}

interface TabListProps<Id extends string> {
  /** Of the tabs and their panel together. */
  id: string;
  /** Names the list of tabs. */
  label: string;
  tabs: readonly { id: Id; content: ReactNode }[];
  value: Id;
  onChange: (id: Id) => void;
  className: string | undefined;
  tabClassName: string | undefined;
}

/** Tabs as in the ARIA Authoring Practices: one tab stop; arrow keys, Home and End move and choose at once. */
export function TabList<Id extends string>({
  id,
  label,
  tabs,
  value,
  onChange,
  className,
  tabClassName,
}: TabListProps<Id>) {
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
    <div ref={list} role="tablist" aria-label={label} className={className}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${id}-${tab.id}`}
          data-tab={tab.id}
          className={tabClassName}
          aria-selected={tab.id === value}
          aria-controls={tab.id === value ? `${id}-panel` : undefined}
          tabIndex={tab.id === value ? 0 : -1}
          onClick={() => onChange(tab.id)}
          onKeyDown={onKeyDown}
        >
          {tab.content}
        </button>
      ))}
    </div>
  );
}

interface TabPanelProps {
  /** That of the list. */
  id: string;
  value: string;
  className: string | undefined;
  children: ReactNode;
}

/** What the chosen tab of a `TabList` shows. */
export function TabPanel({ id, value, className, children }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={`${id}-panel`}
      aria-labelledby={`${id}-${value}`}
      tabIndex={0}
      className={className}
    >
      {children}
    </div>
  );
}
