import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { RequestFault } from '../business-profile/connect';
import { useConnection } from '../business-profile/use-connection';
import { useFirstReading } from '../business-profile/use-mirror';
import { useWhyNotNow } from '../changes/undo-parts';
import { countOf } from '../lib/count-of';
import { choicePart, textPart, useAddress } from '../lib/use-address';
import { useNow } from '../lib/use-now';
import { viewerTimeZone } from '../lib/wall-time';
import { NothingRead } from '../listings/nothing-read';
import { cx } from '../ui/basics/cx';
import prose from '../ui/basics/prose.module.css';
import { EmptyState } from '../ui/layout/board';
import common from '../ui/layout/common.module.css';
import { Panel } from '../ui/layout/panel';
import { LoadMore } from '../ui/layout/table';
import { Tabs } from '../ui/layout/tabs';
import { Banner } from '../ui/messages/banner';
import { Loading, SkeletonRows } from '../ui/messages/loading';
import { DismissDialog } from './dismiss-dialog';
import { NoTasks } from './no-tasks';
import { TaskRow } from './task-row';
import { checkWords } from './task-words';
import styles from './tasks-view.module.css';
import { type ChosenFindings, type TaskList, type TaskState, useTasks } from './use-tasks';

const STATES = ['open', 'waiting', 'dismissed', 'done'] as const satisfies readonly TaskState[];
const LABELS: Readonly<Record<TaskState, string>> = Object.freeze({
  open: 'To do',
  waiting: 'Waiting for Google',
  dismissed: 'Dismissed',
  done: 'Done',
});
const ADDRESS = {
  state: choicePart('tab', STATES, 'open'),
  /** The task that is pointed at. */
  task: textPart('task'),
};
const MINUTE = 60_000;

/** What to do next at all locations, grouped by what cures it. */
export function TasksView() {
  const { connection } = useConnection();
  const reading = useFirstReading();
  if (connection?.state === 'no_quota')
    return (
      <NoView>
        <EmptyState title="Nothing can be checked yet">
          Your tasks show up here once Google lets Shingle read your locations.
        </EmptyState>
      </NoView>
    );
  if (reading === 'stuck')
    return (
      <NoView>
        <NothingRead />
      </NoView>
    );
  if (reading === 'pending')
    return (
      <NoView>
        <EmptyState title="Your locations are being read from Google">
          They’re checked as soon as they’re here.
        </EmptyState>
      </NoView>
    );
  return <Tasks />;
}

function NoView({ children }: { children: ReactNode }) {
  return (
    <div className={common.stack3}>
      <h1 tabIndex={-1}>Tasks</h1>
      {children}
    </div>
  );
}

/** What is to be dismissed. */
interface Asked {
  title: string;
  chosen: ChosenFindings;
}

function Tasks() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [timeZone] = useState(viewerTimeZone);
  const now = useNow(MINUTE);
  const { address, change } = useAddress(ADDRESS);
  const { state } = address;
  const [loaded, setLoaded] = useState({ of: state, pages: 1 });
  const pages = loaded.of === state ? loaded.pages : 1;
  const { known, list, error, isTrying, isValidating, mutate } = useTasks(state, pages);
  const [asked, setAsked] = useState<Asked>();
  const whyNotNow = useWhyNotNow();
  const loadMore = () => setLoaded({ of: state, pages: pages + 1 });
  useTaskInAddress(address.task, list, loadMore);
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const main = list?.items.findIndex(({ cure }) => cure.kind !== 'google');
  const title = list && countOf(list.counts[state], 'task');

  return (
    <div className={common.stack3}>
      <div className={common.stack1}>
        <h1 ref={heading} tabIndex={-1}>
          Tasks
        </h1>
        {known && <Check list={known} now={now} timeZone={timeZone} />}
      </div>
      {whyNotNow && <Banner tone="info">{whyNotNow} Until then, tasks can only be read.</Banner>}
      {error !== undefined && (
        <RequestFault
          error={error}
          message="Failed to load the tasks. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Tabs
        label="Tasks"
        tabs={STATES.map((id) => ({ id, label: LABELS[id], count: known?.counts[id] }))}
        value={state}
        onChange={(next) => change({ state: next, task: undefined })}
      >
        <Loading
          busy={!list && error === undefined}
          isTrying={isTrying}
          skeleton={<SkeletonRows rows={4} />}
          loadedMessage={title}
        >
          {list?.items.length === 0 && (
            <NoTasks state={state} list={list} onShow={(next) => change({ state: next })} />
          )}
          {list && title && list.items.length > 0 && (
            <Panel
              flush
              title={title}
              note={
                state === 'open' ? `${countOf(list.findings, 'finding')}, one task for each cure` : undefined
              }
              actions={
                state === 'open' && (
                  <span className={cx(prose.meta, styles.how)}>
                    Order: how grave × how many people see it
                  </span>
                )
              }
            >
              <ul className={common.ruled}>
                {list.items.map((task, index) => (
                  <TaskRow
                    key={task.key}
                    {...{ task, state, now, timeZone }}
                    isMain={index === main}
                    isCurrent={task.key === address.task}
                    onDismiss={(finding) =>
                      setAsked({
                        title: finding ? `${finding.title}: ${finding.locationName}` : task.title,
                        chosen: finding ? { ids: [finding.findingId] } : { task: task.key },
                      })
                    }
                    onGone={focusHeading}
                  />
                ))}
              </ul>
              {list.nextCursor !== null && <LoadMore isLoading={isValidating} onClick={loadMore} />}
            </Panel>
          )}
        </Loading>
      </Tabs>
      {asked && (
        <DismissDialog
          {...asked}
          onDismissed={() => {
            setAsked(undefined);
            queueMicrotask(focusHeading);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

/** Brings the task that the address names into view, with the focus, once it is loaded. */
function useTaskInAddress(task: string | undefined, list: TaskList | undefined, loadMore: () => void): void {
  const shown = useRef<string>(undefined);
  const isListed = list?.items.some(({ key }) => key === task);
  const isOnLaterPage = list !== undefined && !isListed && list.nextCursor !== null;
  const seek = useEffectEvent(loadMore);
  useEffect(() => {
    if (task === undefined || shown.current === task) return;
    if (isOnLaterPage) return seek();
    if (!isListed) return;
    shown.current = task;
    // After the heading, which gets the focus of a new view.
    queueMicrotask(() => {
      const headings = [...document.querySelectorAll<HTMLElement>('[data-task]')];
      const heading = headings.find(({ dataset }) => dataset['task'] === task);
      heading?.focus({ preventScroll: true });
      heading?.scrollIntoView({ block: 'center' });
    });
  }, [task, isListed, isOnLaterPage]);
}

interface CheckProps {
  list: TaskList;
  now: Date;
  timeZone: string;
}

/** What was checked and when, and what couldn’t be. */
function Check({ list: { check }, now, timeZone }: CheckProps) {
  const { unknown } = check;
  return (
    <>
      <p className={common.muted} role="status">
        {checkWords(check, now, timeZone)}
      </p>
      {unknown.length > 0 && (
        <details className={prose.fold}>
          <summary>{countOf(unknown.length, 'rule')} couldn’t be checked everywhere</summary>
          <ul className={styles.unknown}>
            {unknown.map(({ ruleId, title, locations }) => (
              <li key={ruleId}>
                {title}: not read at {countOf(locations, 'location')}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
