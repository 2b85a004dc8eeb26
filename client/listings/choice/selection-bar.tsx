import { type ComponentType, useState } from 'react';
import { countOf, figure } from '../../lib/count-of';
import { Button } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import prose from '../../ui/basics/prose.module.css';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import common from '../../ui/layout/common.module.css';
import { useOnDemand } from '../../ui/messages/load-code';
import { notify } from '../../ui/messages/notify';
import styles from './selection-bar.module.css';
import type { Chosen } from './use-chosen';
import type { LocationChoice, SaveSelectionProps } from './use-selections';

const FAILURE = 'The chosen locations couldn’t be loaded. Please try again.';

/** What can be done with chosen locations, in other parts of the product. */
export interface ChoiceActions {
  /** The dialog that keeps them under a name. */
  loadSave: () => Promise<ComponentType<SaveSelectionProps>>;
  onSchedulePost: (choice: LocationChoice) => void;
  /** Undefined where many can't be changed at once. */
  onChangeMany: ((choice: LocationChoice) => void) | undefined;
}

interface SelectionBarProps extends ChoiceActions {
  chosen: Chosen;
  /** How many locations the list shows, and how many there are in all. */
  matched: number;
  total: number;
  onClear: () => void;
}

/** How many locations are chosen, over all pages and filters, and what can be done with them. */
export function SelectionBar({ chosen, matched, total, onClear, ...actions }: SelectionBarProps) {
  const { count } = chosen;
  const words = count > 0 ? `${figure(count)} of ${figure(total)} selected` : '';
  const more = count > 0 ? moreWords(chosen) : '';
  return (
    <>
      <VisuallyHidden>
        <span role="status">{[words, more].filter(Boolean).join(', ')}</span>
      </VisuallyHidden>
      {count > 0 && (
        <section aria-label="Selected locations" className={cx(common.box, styles.bar)}>
          <p className={styles.words}>
            <span className={prose.strong}>{words}</span>
            {more && <span className={common.muted}> · {more}</span>}
          </p>
          <div className={cx(common.line, styles.choice)}>
            {!chosen.areAllShown && matched > 0 && <SelectAll chosen={chosen} matched={matched} />}
            <Button size="row" variant="quiet" onClick={onClear}>
              Clear<VisuallyHidden> the selection</VisuallyHidden>
            </Button>
          </div>
          <Actions chosen={chosen} {...actions} />
        </section>
      )}
    </>
  );
}

function moreWords({ hidden, isTickable }: Chosen): string {
  if (!isTickable) return 'chosen with another filter';
  if (hidden === undefined || hidden <= 0) return '';
  return `${figure(hidden)} ${hidden === 1 ? 'isn’t' : 'aren’t'} in this list`;
}

/** Chooses all that match, not only what is loaded. */
function SelectAll({ chosen, matched }: { chosen: Chosen; matched: number }) {
  const [isBusy, setIsBusy] = useState(false);
  const addAll = async () => {
    setIsBusy(true);
    await chosen.addAll().catch(() => notify.error(FAILURE));
    setIsBusy(false);
  };
  return (
    <Button size="row" variant="quiet" busyText={isBusy && 'Selecting...'} onClick={() => void addAll()}>
      Select all {figure(matched)}
    </Button>
  );
}

function Actions({ chosen, loadSave, onSchedulePost, onChangeMany }: ChoiceActions & { chosen: Chosen }) {
  /** What the open dialog keeps. */
  const [saved, setSaved] = useState<LocationChoice>();
  const { Part: SaveSelection, ...save } = useOnDemand(
    loadSave,
    'The form couldn’t be loaded. Please try again.',
  );
  const close = () => {
    setSaved(undefined);
    save.close();
  };

  async function use(act: (choice: LocationChoice) => void): Promise<void> {
    try {
      const choice = await chosen.toChoice();
      if (choice) act(choice);
    } catch {
      notify.error(FAILURE);
    }
  }

  return (
    <div className={cx(common.wrap, styles.actions)}>
      <Button
        aria-haspopup="dialog"
        onClick={() =>
          void use((choice) => {
            setSaved(choice);
            save.open();
          })
        }
      >
        Save selection
      </Button>
      <Button
        variant={onChangeMany ? 'secondary' : 'primary'}
        aria-haspopup="dialog"
        data-ahead="composer"
        onClick={() => void use(onSchedulePost)}
      >
        Schedule Post<VisuallyHidden> for {countOf(chosen.count, 'location')}</VisuallyHidden>
      </Button>
      {onChangeMany && (
        <Button variant="primary" onClick={() => void use(onChangeMany)}>
          Change many
        </Button>
      )}
      {SaveSelection && saved && (
        <SaveSelection
          choice={saved}
          count={chosen.count}
          canBeLive={chosen.canBeLive}
          onSaved={close}
          onClose={close}
        />
      )}
    </div>
  );
}
