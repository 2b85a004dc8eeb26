import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { countOf, figure } from '../lib/count-of';
import { viewUrl } from '../lib/views';
import { FIELD_NAMES } from '../listings/field-values';
import { Button, ButtonLink } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { Icon } from '../ui/basics/icon';
import { Badge, Plate } from '../ui/basics/labels';
import { OneLine } from '../ui/basics/one-line';
import prose from '../ui/basics/prose.module.css';
import common from '../ui/layout/common.module.css';
import {
  type Change,
  CHANGE_STATES,
  lookOf,
  setWords,
  type StateLook,
  stateNote,
  whenWords,
} from './change-words';
import styles from './change-cells.module.css';
import { ComparedValues } from './compared-values';

/** A change, or the head of several that were made together. */
export type Row =
  | { kind: 'change'; change: Change; isMember: boolean }
  | { kind: 'set'; id: string; lines: [Change, ...Change[]]; isOpen: boolean };

/** What the buttons of a row open. */
export type LogAction =
  { kind: 'change'; id: string } | { kind: 'set'; id: string } | { kind: 'restore'; change: Change };

/** The change of a row: of a set the first. */
export function firstOf(row: Row): Change {
  return row.kind === 'set' ? row.lines[0] : row.change;
}

export function WhenCell({ row, timeZone }: { row: Row; timeZone: string }) {
  const isMember = row.kind === 'change' && row.isMember;
  return (
    <time dateTime={firstOf(row).at} className={cx(styles.time, isMember && styles.member)}>
      {whenWords(firstOf(row), timeZone)}
    </time>
  );
}

export function LocationCell({ row }: { row: Row }) {
  const { accountId, locationId, locationName, storeCode, setSize } = firstOf(row);
  if (row.kind === 'set' && setSize && setSize.locations > 1) return countOf(setSize.locations, 'location');
  return (
    <div className={styles.where}>
      {storeCode && <Plate>{storeCode}</Plate>}
      <Link
        to={viewUrl('location-details', { account: accountId, location: locationId })}
        className={prose.plainLink}
      >
        {locationName}
      </Link>
    </div>
  );
}

export function FieldNameCell({ row }: { row: Row }) {
  if (row.kind === 'change') return FIELD_NAMES[row.change.field];
  const fields = new Set(row.lines.map(({ field }) => field));
  return fields.size === 1 ? FIELD_NAMES[row.lines[0].field] : countOf(fields.size, 'field');
}

/** The id of the text that says what a row is about. */
function rowTextId(row: Row): string {
  return `change-${row.kind === 'set' ? row.id : row.change.id}`;
}

interface SetHeadProps {
  row: Extract<Row, { kind: 'set' }>;
  onToggle: (id: string, isOpen: boolean) => void;
}

/** A set as a button that shows or hides its changes. */
export function SetHeadCell({ row: { id, lines, isOpen }, onToggle }: SetHeadProps) {
  const [{ reason, setSize }] = lines;
  const hidden = (setSize?.changes ?? 0) - lines.length;
  return (
    <div className={styles.values}>
      <button
        type="button"
        id={`change-${id}`}
        className={styles.toggle}
        aria-expanded={isOpen}
        onClick={() => onToggle(id, isOpen)}
      >
        <Icon of={ChevronRight} />
        {setWords(lines)}
      </button>
      {hidden > 0 && <p className={cx(prose.meta, common.breaks)}>{lines.length} of them shown</p>}
      {reason && <p className={cx(prose.meta, common.breaks)}>“{reason}”</p>}
    </div>
  );
}

export function ValuesCell({ row: { change, isMember } }: { row: Extract<Row, { kind: 'change' }> }) {
  const { field, before, after, areValuesDropped, reason, isPublicOnly, origin, undoes, undoneBy } = change;
  const marks = [
    isPublicOnly && origin === 'google' && 'Changed only what customers see. Your own value stayed.',
    isPublicOnly && origin === 'here' && 'Kept your own value.',
    undoes && 'Undoes an earlier change.',
    undoneBy && 'Undone later.',
    !isMember && reason && `“${reason}”`,
  ].filter(Boolean);
  return (
    <div className={styles.values} id={`change-${change.id}`}>
      {areValuesDropped ? (
        <p className={cx(prose.meta, common.breaks)}>
          The values were Google’s, so Shingle hasn’t kept them.
        </p>
      ) : (
        <ComparedValues field={field} before={before} after={after} isShort />
      )}
      {marks.length > 0 && <p className={cx(prose.meta, common.breaks)}>{marks.join(' ')}</p>}
    </div>
  );
}

export function StateCell({ row, timeZone }: { row: Row; timeZone: string }) {
  if (row.kind === 'change') {
    const note = stateNote(row.change, timeZone);
    return (
      <div className={styles.values}>
        <ChangeStateBadge look={lookOf(row.change)} />
        {note && <OneLine className={prose.meta}>{note}</OneLine>}
      </div>
    );
  }
  const states = [...Map.groupBy(row.lines, ({ state }) => state)];
  return (
    <div className={styles.badges}>
      {states.map(([state, lines]) => (
        <ChangeStateBadge
          key={state}
          look={CHANGE_STATES[state]}
          count={states.length > 1 ? lines.length : undefined}
        />
      ))}
    </div>
  );
}

/** The state of a change, or of several, as icon, words and colour. */
export function ChangeStateBadge({ look, count }: { look: StateLook; count?: number | undefined }) {
  const { label, icon, tone } = look;
  return (
    <Badge icon={icon} tone={tone}>
      {count === undefined ? label : `${figure(count)} ${label.toLowerCase()}`}
    </Badge>
  );
}

interface ActionsProps {
  row: Row;
  /** Whether all changes of the list are of one location. */
  ofLocation: boolean;
  onAction: (action: LogAction) => void;
}

export function ActionsCell({ row, ofLocation, onAction }: ActionsProps) {
  const describedBy = rowTextId(row);
  // By its id a button gets the focus back when the log has moved its row.
  const id = `${describedBy}-button`;
  if (row.kind === 'set')
    return (
      <>
        <ButtonLink
          size="row"
          variant="quiet"
          aria-describedby={describedBy}
          to={viewUrl('change-log', { set: row.id })}
        >
          Details
        </ButtonLink>
        {row.lines.some(({ whyNoUndo }) => whyNoUndo === null) && (
          <Button
            id={id}
            size="row"
            variant="quiet"
            aria-haspopup="dialog"
            aria-describedby={describedBy}
            onClick={() => onAction({ kind: 'set', id: row.id })}
          >
            Undo all
          </Button>
        )}
      </>
    );
  const { change } = row;
  const isAccepted = change.state === 'public' || change.state === 'in_review';
  return (
    <>
      <Button
        id={id}
        size="row"
        variant="quiet"
        aria-describedby={describedBy}
        onClick={() => onAction({ kind: 'change', id: change.id })}
      >
        {change.whyNoUndo === null ? 'Undo' : 'Details'}
      </Button>
      {ofLocation && isAccepted && change.field !== 'presence' && (
        <Button
          id={`${id}-restore`}
          size="row"
          variant="quiet"
          aria-describedby={describedBy}
          onClick={() => onAction({ kind: 'restore', change })}
        >
          Restore profile
        </Button>
      )}
    </>
  );
}
