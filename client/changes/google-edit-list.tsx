import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Skeleton } from '../ui/messages/loading';
import { spacerStyle, usePageList } from '../ui/layout/use-virtual-list';
import type { GoogleEdit } from './change-words';
import styles from './google-edit-list.module.css';
import { GoogleEditRow } from './google-edit-row';

/** The estimated height of an edit (px). */
const EDIT_HEIGHT = 132;
/** More edits are loaded when so few remain below the screen. */
const FEW = 20;

interface GoogleEditListProps {
  /** Identifies the list that is shown: its filters. */
  name: string;
  /** The edits that are loaded. */
  edits: readonly GoogleEdit[];
  /** How many there are, loaded or not. */
  total: number;
  chosen: ReadonlySet<string>;
  onChoose: (ids: string[]) => void;
  /** The edits that are being answered in the background. */
  answering: ReadonlySet<string>;
  canAnswer: boolean;
  timeZone: string;
  onOpenChange: (id: string) => void;
  /** Called when the reader comes near the end of the loaded edits; undefined while no more can be loaded. */
  onEndNear: (() => void) | undefined;
}

/**
 * Google's edits, one below the other. Of a long list only the edits near the screen are rendered, and edits that were
 * answered here, which may have a message.
 */
export function GoogleEditList({
  name,
  edits,
  total,
  chosen,
  onChoose,
  answering,
  onEndNear,
  ...rest
}: GoogleEditListProps) {
  const box = useRef<HTMLUListElement>(null);
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const { pieces, measure, onFocus } = usePageList({
    box,
    sizes: edits.map(() => 1),
    itemHeight: EDIT_HEIGHT,
    name,
    pinned: edits.flatMap(({ id }, index) => (answered.has(id) ? [index] : [])),
  });
  const last = pieces.findLast(({ spacer }) => spacer === undefined)?.index ?? 0;
  const wantsMore = onEndNear !== undefined && last >= edits.length - FEW;
  const endIsNear = useEffectEvent(() => onEndNear?.());
  useEffect(() => {
    if (wantsMore) endIsNear();
  }, [wantsMore]);

  return (
    <ul ref={box} className={styles.list} onFocus={onFocus}>
      {pieces.map(({ index, spacer }) => {
        if (spacer !== undefined)
          return <li key={`spacer ${index}`} aria-hidden="true" style={spacerStyle(spacer)} />;
        const edit = edits[index];
        return (
          edit && (
            <li
              key={edit.id}
              ref={measure}
              data-block={index}
              aria-posinset={index + 1}
              aria-setsize={total}
              className={styles.item}
            >
              <GoogleEditRow
                edit={edit}
                isChosen={chosen.has(edit.id)}
                onChoose={(isChosen) =>
                  onChoose(isChosen ? [...chosen, edit.id] : [...chosen].filter((id) => id !== edit.id))
                }
                isAnswering={answering.has(edit.id)}
                onAnswer={() => setAnswered(new Set(answered).add(edit.id))}
                {...rest}
              />
            </li>
          )
        );
      })}
      {edits.length < total && (
        <li aria-hidden="true" className={styles.item}>
          <Skeleton shape="row" />
        </li>
      )}
    </ul>
  );
}
