import { Lock } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { afterTries } from '../api/swr';
import { RequestFault } from '../business-profile/connect';
import { countOf, figure } from '../lib/count-of';
import { FIELD_NAMES, type ProfileField } from '../listings/field-values';
import { viewUrl } from '../lib/views';
import { useLocks } from '../listings/use-locks';
import { LocationFilter } from '../posting/location-filter';
import { cx } from '../ui/basics/cx';
import { Icon } from '../ui/basics/icon';
import prose from '../ui/basics/prose.module.css';
import { EmptyState } from '../ui/layout/board';
import { Field } from '../ui/form/field';
import { Checkbox, Select } from '../ui/form/inputs';
import common from '../ui/layout/common.module.css';
import { Loading, Skeleton } from '../ui/messages/loading';
import { Panel } from '../ui/layout/panel';
import { GoogleEditList } from './google-edit-list';
import styles from './google-edits.module.css';
import { BulkDecision, MOST_AT_ONCE } from './bulk-decision';
import { useWhyNotNow } from './undo-parts';
import { PAGE_SIZE, useGoogleEdits } from '../listings/use-google-edits';
import type { LogAddress } from './use-log-address';

const ANSWERS = [
  { id: 'OPEN', label: 'Waiting for you', count: 'open' },
  { id: 'REJECTED', label: 'Yours kept', count: 'rejected' },
  { id: 'ACCEPTED', label: 'Google’s used', count: 'accepted' },
  { id: 'GONE', label: 'Closed without an answer', count: 'gone' },
] as const;

interface GoogleEditsProps {
  address: LogAddress;
  onFilter: (next: Partial<LogAddress>) => void;
  /** The edits that are being answered in the background. */
  answering: ReadonlySet<string>;
  timeZone: string;
  /** Called when many edits are being answered. */
  onStarted: (setId: string, ids: string[]) => void;
  onOpenChange: (id: string) => void;
}

/** Edits by Google or the public, each beside the owner's value, to be answered one by one or many at once. */
export function GoogleEdits({
  address,
  onFilter,
  answering,
  timeZone,
  onStarted,
  onOpenChange,
}: GoogleEditsProps) {
  const { locationId, answer: state } = address;
  // Google’s edits are always about fields.
  const field = address.field === 'presence' ? undefined : address.field;
  const question = JSON.stringify([state, field, locationId]);
  const [loaded, setLoaded] = useState({ of: question, pages: 1 });
  const pages = loaded.of === question ? loaded.pages : 1;
  // Twice as many each time, since all pages are read again together.
  const loadMore = () => setLoaded({ of: question, pages: pages * 2 });
  const { data, error: failed, isValidating, mutate } = useGoogleEdits({ state, field, locationId }, pages);
  const { error, isTrying } = afterTries(failed);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // The list whose edits are all chosen as soon as they are loaded.
  const [allOf, setAllOf] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const whyNotNow = useWhyNotNow();

  const edits = data?.items.filter((edit) => edit.state === state && (!field || edit.field === field));
  const answerable = edits?.filter(({ id, whyNoAnswer }) => !whyNoAnswer && !answering.has(id)) ?? [];
  const picked = answerable.filter(({ id }) => chosen.has(id));
  const choose = (ids: string[]) => {
    setAllOf(undefined);
    setChosen(new Set(ids));
  };
  const isWhole = data?.nextCursor === null;
  const isChoosingAll = allOf === question;
  const mostChosen = answerable.slice(0, MOST_AT_ONCE).map(({ id }) => id);
  const areLoaded = isWhole || (data !== undefined && data.items.length >= MOST_AT_ONCE);
  if (isChoosingAll && areLoaded) choose(mostChosen);
  const chooseAll = () => {
    setAllOf(question);
    if (!isWhole) setLoaded({ of: question, pages: Math.max(pages, MOST_AT_ONCE / PAGE_SIZE) });
  };
  const openCount = data?.counts.open ?? 0;
  const stateCount = data?.counts[ANSWERS.find(({ id }) => id === state)?.count ?? 'open'] ?? 0;
  const total = isWhole ? answerable.length : stateCount;
  const title =
    state === 'OPEN'
      ? `${countOf(openCount, 'edit')} ${openCount === 1 ? 'waits' : 'wait'} for you`
      : 'Earlier edits';

  return (
    <div className={common.stack3}>
      <div className={cx(common.wrap, styles.filters)}>
        <LocationFilter
          label="Filter edits by location"
          locationId={locationId}
          onChange={(id) => onFilter({ locationId: id })}
        />
        <Field label="Filter edits by answer" hideLabel>
          <Select
            value={state}
            onChange={({ target }) => onFilter({ answer: target.value as LogAddress['answer'] })}
          >
            {ANSWERS.map(({ id, label, count }) => (
              <option key={id} value={id}>
                {data ? `${label} (${figure(data.counts[count])})` : label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Filter edits by field" hideLabel>
          <Select
            value={field ?? ''}
            onChange={({ target }) =>
              onFilter({ field: target.value ? (target.value as ProfileField) : undefined })
            }
          >
            <option value="">All fields</option>
            {fieldChoices(data?.openFields ?? [], field).map((choice) => (
              <option key={choice.field} value={choice.field}>
                {choice.count > 0
                  ? `${FIELD_NAMES[choice.field]} (${figure(choice.count)})`
                  : FIELD_NAMES[choice.field]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {error !== undefined && (
        <RequestFault
          error={error}
          message="Failed to load Google’s edits. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Loading
        busy={!data && error === undefined}
        isTrying={isTrying}
        skeleton={Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} shape="row" />
        ))}
        loadedMessage={data && title}
      >
        {edits?.length === 0 && <NoEdits hasFilter={state !== 'OPEN' || Boolean(field ?? locationId)} />}
        {edits && edits.length > 0 && (
          <Panel
            flush
            title={title}
            actions={
              answerable.length > 1 && (
                <Checkbox
                  checked={isChoosingAll || (areLoaded && picked.length >= mostChosen.length)}
                  onChange={({ target }) => (target.checked ? chooseAll() : choose([]))}
                >
                  {total > MOST_AT_ONCE ? `Choose the first ${MOST_AT_ONCE}` : `Choose all ${figure(total)}`}
                </Checkbox>
              )
            }
          >
            {state === 'OPEN' && (
              <p className={cx(common.small, styles.consequence)}>
                {whyNotNow ?? 'If you keep yours, Google may change it again. You’ll see it here.'}
              </p>
            )}
            {isChoosingAll && error === undefined && (
              <p className={cx(common.small, styles.consequence)}>Loading the other edits...</p>
            )}
            {picked.length > 0 && !isChoosingAll && !whyNotNow && (
              <BulkDecision
                edits={picked}
                onStarted={(setId) => {
                  onStarted(
                    setId,
                    picked.map(({ id }) => id),
                  );
                  choose([]);
                  list.current?.focus();
                }}
              />
            )}
            <div ref={list} tabIndex={-1} role="group" aria-label={title} className={common.noRing}>
              <GoogleEditList
                name={question}
                edits={edits}
                total={isWhole ? edits.length : stateCount}
                chosen={chosen}
                onChoose={choose}
                answering={answering}
                canAnswer={!whyNotNow}
                timeZone={timeZone}
                onOpenChange={onOpenChange}
                onEndNear={isWhole || isValidating || failed !== undefined ? undefined : loadMore}
              />
            </div>
          </Panel>
        )}
        {state === 'OPEN' && edits && edits.length > 0 && <KeepNote locationId={locationId} />}
      </Loading>
    </div>
  );
}

/** Says what “and keep it so” does, and leads to the locks. */
function KeepNote({ locationId }: { locationId: string | undefined }) {
  const { data: locks } = useLocks({ locationId });
  const all = locks?.counts.all ?? 0;
  return (
    <div className={cx(common.small, styles.note)}>
      <Icon of={Lock} />
      <p>
        <span className={prose.strong}>“And keep it so”</span> locks the field: if Google or the public
        changes it again, Shingle puts yours back and lets you know.{' '}
        <Link to={viewUrl('change-log', { location: locationId, tab: 'locks' })}>
          {all > 0 ? countOf(all, 'lock') : 'Locks'}
        </Link>
      </p>
    </div>
  );
}

/** The fields with open edits, and the chosen field even if it has none. */
function fieldChoices(
  open: readonly { field: ProfileField; count: number }[],
  field: ProfileField | undefined,
) {
  return !field || open.some((each) => each.field === field) ? open : [...open, { field, count: 0 }];
}

function NoEdits({ hasFilter }: { hasFilter: boolean }) {
  if (hasFilter) return <EmptyState title="No edits found" />;
  return (
    <EmptyState title="No edits by Google">
      If Google or the public changes one of your profiles, you decide here which value to keep.
    </EmptyState>
  );
}
