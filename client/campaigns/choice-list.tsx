import { useRef } from 'react';
import prose from '../ui/basics/prose.module.css';
import { Checkbox } from '../ui/form/inputs';
import { Plate, StatusBadge } from '../ui/basics/labels';
import common from '../ui/layout/common.module.css';
import { Skeleton } from '../ui/messages/loading';
import { spacerStyle, useScrolledList } from '../ui/layout/use-virtual-list';
import styles from './choice-list.module.css';
import {
  type ChosenLocation,
  type LocationChoice,
  MATCHES_PAGE,
  useMatches,
} from '../listings/choice/use-selections';

/** The rows that are rendered together. */
const BLOCK = 10;
/** The estimated height of a row (px). */
const ROW_HEIGHT = 49;

interface ChoiceListProps {
  /** Which locations are listed. */
  listed: LocationChoice;
  /** How many there are. */
  matched: number;
  isChosen: (id: string) => boolean;
  onTick: (id: string, isTicked: boolean) => void;
}

/** Locations with a box to tick each. Of a long list only what is on screen is rendered and loaded. */
export function ChoiceList({ listed, matched, isChosen, onTick }: ChoiceListProps) {
  const box = useRef<HTMLDivElement>(null);
  const sizes = Array.from({ length: Math.ceil(matched / BLOCK) }, (_, block) =>
    Math.min(BLOCK, matched - block * BLOCK),
  );
  const name = JSON.stringify(listed);
  const { pieces, measure, onFocus } = useScrolledList({ box, sizes, itemHeight: ROW_HEIGHT, name });
  return (
    <div className={styles.scroller}>
      <div ref={box} onFocus={onFocus} role="list" aria-label="Locations">
        {pieces.map(({ index, spacer }) =>
          spacer !== undefined ? (
            <div key={`spacer ${index}`} aria-hidden="true" style={spacerStyle(spacer)} />
          ) : (
            <div key={index} role="presentation" ref={measure} data-block={index}>
              {Array.from({ length: sizes[index] ?? 0 }, (_, offset) => (
                <div
                  key={offset}
                  role="listitem"
                  aria-posinset={index * BLOCK + offset + 1}
                  aria-setsize={matched}
                  className={styles.row}
                >
                  <ChoiceRow at={index * BLOCK + offset} {...{ listed, isChosen, onTick }} />
                </div>
              ))}
            </div>
          ),
        )}
      </div>
    </div>
  );
}

interface ChoiceRowProps extends Omit<ChoiceListProps, 'matched'> {
  /** The place in the list. */
  at: number;
}

function ChoiceRow({ at, listed, isChosen, onTick }: ChoiceRowProps) {
  const location = useMatchAt(listed, at);
  if (location === undefined) return <Skeleton />;
  const { locationId, locationName, address, storeCode, state } = location;
  return (
    <Checkbox checked={isChosen(locationId)} onChange={({ target }) => onTick(locationId, target.checked)}>
      <span className={styles.words}>
        <span className={common.breaks}>{locationName}</span>
        <span className={prose.meta}>{address}</span>
      </span>
      <span className={styles.tags}>
        {state !== 'VERIFIED' && <StatusBadge status={state} />}
        {storeCode !== null && <Plate>{storeCode}</Plate>}
      </span>
    </Checkbox>
  );
}

/** The location at a place of a list, from its page; undefined while that is loading. */
function useMatchAt(listed: LocationChoice, at: number): ChosenLocation | undefined {
  const skip = at - (at % MATCHES_PAGE);
  return useMatches(listed, skip).data?.items[at - skip];
}
