import { Link } from 'react-router-dom';
import { viewUrl } from '../../lib/views';
import { FIELD_NAMES } from '../../listings/field-values';
import { Button, ButtonLink } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import { Plate } from '../../ui/basics/labels';
import prose from '../../ui/basics/prose.module.css';
import common from '../../ui/layout/common.module.css';
import { type Column, Table } from '../../ui/layout/table';
import { ChangeStateBadge, ValuesCell } from '../change-cells';
import { type Change, lookOf, momentWords, stateNote } from '../change-words';
import { FORM_PARTS } from '../form-parts';
import styles from './set-table.module.css';
import { LOCATION_STATES, PART_NAMES, type SetLocation, type SetPart } from './set-words';

interface SetTableProps {
  locations: readonly SetLocation[];
  part: SetPart;
  timeZone: string;
  /** Opens a change in full. */
  onOpen: (changeId: string) => void;
}

/** The locations of a set: what became of each field, with the reason and what helps. */
export function SetTable({ locations, part, timeZone, onOpen }: SetTableProps) {
  const columns: Column<SetLocation>[] = [
    {
      header: 'Location',
      className: styles.location,
      cell: ({ id, locationId, locationName, storeCode, changes: [first] }) => (
        <div className={styles.place}>
          <Link
            id={nameId(id)}
            className={prose.plainLink}
            to={viewUrl('location-details', {
              ...(first && { account: first.accountId }),
              location: locationId,
            })}
          >
            {locationName}
          </Link>
          {storeCode && <Plate>{storeCode}</Plate>}
        </div>
      ),
    },
    {
      header: 'State',
      className: styles.state,
      cardLine: 1,
      cell: ({ state }) => <ChangeStateBadge look={LOCATION_STATES[state]} />,
    },
    {
      header: 'Fields',
      cell: (location) => <Fields location={location} timeZone={timeZone} onOpen={onOpen} />,
    },
    {
      header: 'Actions',
      actions: true,
      className: styles.actions,
      cell: (location) => <Cure location={location} onOpen={onOpen} />,
    },
  ];
  return (
    <Table
      isPart
      caption={`Locations: ${PART_NAMES[part]}`}
      columns={columns}
      rows={locations}
      rowKey={({ id }) => id}
    />
  );
}

function nameId(id: string): string {
  return `set-location-${id}`;
}

/** Each field of a location before and after, and what became of it where that differs from the others or has a reason. */
function Fields({
  location: { changes, locationName, nextTryAt },
  timeZone,
  onOpen,
}: Pick<SetTableProps, 'timeZone' | 'onOpen'> & { location: SetLocation }) {
  const isMixed = new Set(changes.map(({ state }) => state)).size > 1;
  return (
    <ul className={cx(common.stack3, styles.fields)}>
      {changes.map((change) => {
        const note = stateNote(change, timeZone);
        return (
          <li key={change.id} className={common.stack1}>
            <p className={prose.row}>
              <button
                type="button"
                className={styles.field}
                aria-haspopup="dialog"
                aria-label={`${FIELD_NAMES[change.field]} of ${locationName}`}
                onClick={() => onOpen(change.id)}
              >
                {FIELD_NAMES[change.field]}
              </button>
              {isMixed && <ChangeStateBadge look={lookOf(change)} />}
            </p>
            <ValuesCell row={{ kind: 'change', change, isMember: true }} />
            {note && <p className={cx(prose.meta, isBad(change) && styles.failed)}>{note}</p>}
          </li>
        );
      })}
      {nextTryAt && <li className={prose.meta}>Next try {momentWords(nextTryAt, timeZone)}.</li>}
    </ul>
  );
}

function isBad({ state }: Change): boolean {
  return state === 'refused' || state === 'not_sent' || state === 'not_known';
}

/** What helps at a location: to compare the values, or to edit what Google refused. */
function Cure({ location, onOpen }: Pick<SetTableProps, 'onOpen'> & { location: SetLocation }) {
  const { id, locationId, changes } = location;
  const left = changes.find(({ state }) => state === 'conflict');
  const refused = changes.find(({ state, field }) => state === 'refused' && FORM_PARTS[field]);
  const part = refused && FORM_PARTS[refused.field];
  return (
    <>
      {part && (
        <ButtonLink
          size="row"
          variant="quiet"
          aria-describedby={nameId(id)}
          to={viewUrl('location-details', { account: refused.accountId, location: locationId, edit: part })}
        >
          Edit
        </ButtonLink>
      )}
      {left && (
        <Button
          size="row"
          variant="quiet"
          aria-haspopup="dialog"
          aria-describedby={nameId(id)}
          onClick={() => onOpen(left.id)}
        >
          Compare
        </Button>
      )}
    </>
  );
}
