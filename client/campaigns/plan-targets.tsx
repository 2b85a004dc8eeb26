import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { afterTries } from '../api/swr';
import { figure } from '../lib/count-of';
import { focusAfter } from '../lib/draw-first';
import { viewUrl } from '../lib/views';
import { actionErrorMessage } from '../posting/action-errors';
import { cx } from '../ui/basics/cx';
import prose from '../ui/basics/prose.module.css';
import common from '../ui/layout/common.module.css';
import { ErrorState } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import { Plate } from '../ui/basics/labels';
import { Loading, SkeletonRows } from '../ui/messages/loading';
import { announce, VisuallyHidden } from '../ui/basics/screen-reader';
import { SearchBox } from '../ui/form/search-box';
import { useDebouncedValue } from '../lib/use-search';
import { type Column, ScrolledTable } from '../ui/layout/table';
import type { Campaign, Target } from './campaign-words';
import { OwnText } from './own-text';
import styles from './plan-dialog.module.css';
import { localTimeWords, splitByVariables } from './plan-words';
import { useCampaignActions, useTargets } from './use-campaigns';

/** From this number of locations on there is a search. */
const MANY = 10;

interface PlanTargetsProps {
  campaign: Campaign;
  /** The rule whose locations are shown; undefined: all locations that get a post. */
  rule: Campaign['plan']['leftOut'][number] | undefined;
  /** Whether a person opened the list, so that its heading takes the focus. */
  isAsked: boolean;
  onShowAll: () => void;
  /** The locations whose texts are being written. */
  edited: readonly Target[];
  onEdited: Dispatch<SetStateAction<readonly Target[]>>;
  /** Undefined removes the last failure. */
  onFailure: (words: string | undefined) => void;
}

/** The posts as customers of each location will read them, or the locations that a rule concerns. */
export function PlanTargets({
  campaign,
  rule,
  isAsked,
  onShowAll,
  edited,
  onEdited,
  onFailure,
}: PlanTargetsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [search, setSearch] = useState('');
  const [pages, setPages] = useState(1);
  const { changeTargets } = useCampaignActions();
  const wanted = useDebouncedValue(search.trim());
  const {
    data,
    error: failed,
    isValidating,
    mutate,
  } = useTargets(
    campaign.id,
    {
      ...(rule ? { rule: rule.rule } : { state: 'waiting' as const }),
      ...(wanted && { search: wanted }),
    },
    pages,
  );
  const { error, isTrying } = afterTries(failed);
  const takeFocus = useEffectEvent(() => isAsked && heading.current?.focus());
  useEffect(() => void takeFocus(), []);
  const plannedDay = campaign.wallTime?.slice(0, 10);

  /** Whether it was changed. */
  async function change(target: Target, changed: { summary?: string | null; isLeftOut?: boolean }) {
    onFailure(undefined);
    try {
      await changeTargets(campaign, [{ locationId: target.locationId, ...changed }]);
      return true;
    } catch (failure) {
      onFailure(actionErrorMessage(failure, 'The plan couldn’t be changed. Please try again.'));
      return false;
    }
  }

  async function leaveOut(target: Target, isLeftOut: boolean): Promise<void> {
    if (!(await change(target, { isLeftOut }))) return;
    announce(`${target.locationName} ${isLeftOut ? 'left out' : 'included again'}.`);
    // The row of the button is gone.
    heading.current?.focus();
  }

  function closeText({ locationId }: Target): void {
    onFailure(undefined);
    // Others may have been opened while this one was being saved.
    focusAfter(
      () => onEdited((open) => open.filter((other) => other.locationId !== locationId)),
      () => document.getElementById(changeButtonId(locationId)),
    );
  }

  const isEdited = ({ locationId }: Target) => edited.some((other) => other.locationId === locationId);

  const columns: Column<Target>[] = [
    {
      header: 'Location',
      className: styles.place,
      cardLine: 1,
      cell: ({ storeCode, locationName }) => (
        <>
          {storeCode !== null && <Plate>{storeCode}</Plate>}
          <span className={cx(common.small, styles.name)}>{locationName}</span>
        </>
      ),
    },
    {
      header: 'Text',
      cell: (target) =>
        isEdited(target) ? (
          <OwnText
            target={target}
            onSave={(summary) => change(target, { summary })}
            onClose={() => closeText(target)}
          />
        ) : (
          <TargetText target={target} template={campaign.summary} rule={rule?.rule} />
        ),
    },
    {
      header: 'At the location',
      numeric: true,
      className: styles.time,
      cell: ({ publishAt, timeZone }) =>
        publishAt && timeZone ? localTimeWords(publishAt, timeZone, plannedDay) : '--',
    },
    {
      header: 'Actions',
      actions: true,
      cell: (target) => (
        <TargetButtons
          target={target}
          isEdited={isEdited(target)}
          onEdit={() => onEdited((open) => [...open, target])}
          onLeaveOut={(isLeftOut) => void leaveOut(target, isLeftOut)}
        />
      ),
    },
  ];

  const matched = data?.matched ?? 0;
  const isLong = matched > MANY || search !== '';
  return (
    <>
      <div className={cx(common.line, styles.head)}>
        <h3 ref={heading} tabIndex={-1} className={prose.minorTitle}>
          {rule ? rule.title : 'What customers will see'}{' '}
          <span className={common.small}>
            {rule ? figure(matched) : `(${figure(matched)}, problems first)`}
          </span>
        </h3>
        {rule && (
          <Button size="small" onClick={onShowAll}>
            Show all posts
          </Button>
        )}
        {isLong && <SearchBox label="Search by name or store code" value={search} onChange={setSearch} />}
      </div>
      {rule && <p className={styles.why}>{[rule.reason, rule.cure].filter(Boolean).join(' ')}</p>}
      {error !== undefined && (
        <ErrorState
          message="Failed to load the locations. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      {data === undefined && error === undefined && (
        <Loading busy isTrying={isTrying} skeleton={<SkeletonRows rows={3} />}>
          {null}
        </Loading>
      )}
      {data && data.items.length > 0 && (
        <ScrolledTable
          caption={rule?.title ?? 'Posts by location'}
          columns={columns}
          rows={data.items}
          rowKey={({ locationId }) => locationId}
        />
      )}
      {data && data.items.length === 0 && <p className={common.small}>{noneWords(search)}</p>}
      {data && data.nextCursor !== null && (
        <div className={styles.more}>
          <Button size="small" busyText={isValidating && 'Loading...'} onClick={() => setPages(pages + 1)}>
            Show more
          </Button>
          <span className={common.small}>
            {figure(data.items.length)} of {figure(matched)}
          </span>
        </div>
      )}
    </>
  );
}

function noneWords(search: string): string {
  return search === '' ? 'No locations.' : 'No location matches your search.';
}

interface TargetTextProps {
  target: Target;
  template: string;
  /** The rule that is said above all rows. */
  rule: string | undefined;
}

function TargetText({ target, template, rule }: TargetTextProps) {
  const { summary, hasOwnText, findings } = target;
  const parts = hasOwnText ? [{ part: summary, isValue: false }] : splitByVariables(summary, template);
  return (
    <>
      <span className={cx(common.written, styles.summary)}>
        {parts.map(({ part, isValue }, index) => (isValue ? <b key={index}>{part}</b> : part))}
      </span>
      {hasOwnText && <span className={cx(common.small, styles.own)}>Text for this location only</span>}
      {findings
        .filter(({ id }) => id !== rule)
        .map(({ id, reason }) => (
          <span key={id} className={styles.finding}>
            {reason}
          </span>
        ))}
    </>
  );
}

/** The rule by which a person left a location out. */
const BY_HAND = 'left-out';

function changeButtonId(locationId: string): string {
  return `change-text-${locationId}`;
}

interface TargetButtonsProps {
  target: Target;
  isEdited: boolean;
  onEdit: () => void;
  onLeaveOut: (isLeftOut: boolean) => void;
}

function TargetButtons({ target, isEdited, onEdit, onLeaveOut }: TargetButtonsProps) {
  const { locationId, locationName, state, findings } = target;
  const ofLocation = <VisuallyHidden> {locationName}</VisuallyHidden>;
  if (findings.some(({ id }) => id === BY_HAND))
    return (
      <Button size="row" variant="quiet" onClick={() => onLeaveOut(false)}>
        <span>Include{ofLocation}</span>
      </Button>
    );
  return (
    <>
      {state === 'left_out' && (
        <Link className={styles.link} to={viewUrl('location-details', { location: locationId })}>
          Location details{ofLocation}
        </Link>
      )}
      {!isEdited && (
        <Button id={changeButtonId(locationId)} size="row" variant="quiet" onClick={onEdit}>
          <span>
            Change text<VisuallyHidden> for {locationName}</VisuallyHidden>
          </span>
        </Button>
      )}
      {state !== 'left_out' && (
        <Button size="row" variant="quiet" onClick={() => onLeaveOut(true)}>
          <span>Leave out{ofLocation}</span>
        </Button>
      )}
    </>
  );
}
