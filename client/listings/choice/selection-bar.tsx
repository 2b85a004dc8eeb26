import { type ComponentType, type ReactNode, useState } from 'react';
import { useConnection } from '../../business-profile/use-connection';
import { countOf, figure } from '../../lib/count-of';
import { Button } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import prose from '../../ui/basics/prose.module.css';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import common from '../../ui/layout/common.module.css';
import { useOnDemand } from '../../ui/messages/load-code';
import { notify } from '../../ui/messages/notify';
import styles from './selection-bar.module.css';
import type { LockFieldsProps } from '../use-locks';
import type { Chosen } from './use-chosen';
import type { LocationChoice, SaveSelectionProps } from './use-selections';

const FAILURE = 'The chosen locations couldn’t be loaded. Please try again.';

/** What can be done with chosen locations, in other parts of the product. */
export interface ChoiceActions {
  /** The dialog that keeps them under a name. */
  loadSave: () => Promise<ComponentType<SaveSelectionProps>>;
  onSchedulePost: (choice: LocationChoice) => void;
  /** The dialog that locks fields of them. */
  loadLock: () => Promise<ComponentType<LockFieldsProps>>;
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
export function SelectionBar({
  chosen,
  matched,
  total,
  onClear,
  loadSave,
  loadLock,
  ...actions
}: SelectionBarProps) {
  const { count } = chosen;
  const { connection } = useConnection();
  const canLock = connection?.state === 'connected';
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
            <OpensDialog chosen={chosen} label="Save selection" load={loadSave}>
              {(SaveSelection, choice, close) => (
                <SaveSelection
                  choice={choice}
                  count={count}
                  canBeLive={chosen.canBeLive}
                  onSaved={close}
                  onClose={close}
                />
              )}
            </OpensDialog>
            {canLock && (
              <OpensDialog chosen={chosen} label="Lock a field" load={loadLock}>
                {(LockFields, choice, close) => (
                  <LockFields choice={choice} onLocked={close} onClose={close} />
                )}
              </OpensDialog>
            )}
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

type UseChoice = (act: (choice: LocationChoice) => void) => Promise<void>;

/** Does something with what is chosen, or says that this failed. */
function useChoice(chosen: Chosen): UseChoice {
  return async (act) => {
    try {
      const choice = await chosen.toChoice();
      if (choice) act(choice);
    } catch {
      notify.error(FAILURE);
    }
  };
}

interface OnDemandProps<Props> {
  chosen: Chosen;
  label: string;
  load: () => Promise<ComponentType<Props>>;
  /** The dialog with what is chosen. */
  children: (Part: ComponentType<Props>, choice: LocationChoice, close: () => void) => ReactNode;
}

/** A button that opens a dialog about what is chosen. */
function OpensDialog<Props>({ chosen, label, load, children }: OnDemandProps<Props>) {
  const use = useChoice(chosen);
  /** What the open dialog is about. */
  const [choice, setChoice] = useState<LocationChoice>();
  const { Part, ...dialog } = useOnDemand(load, 'The form couldn’t be loaded. Please try again.');
  const close = () => {
    setChoice(undefined);
    dialog.close();
  };
  return (
    <>
      <Button
        size="row"
        variant="quiet"
        aria-haspopup="dialog"
        onClick={() =>
          void use((wanted) => {
            setChoice(wanted);
            dialog.open();
          })
        }
      >
        {label}
      </Button>
      {Part && choice && children(Part, choice, close)}
    </>
  );
}

function Actions({
  chosen,
  onSchedulePost,
  onChangeMany,
}: Omit<ChoiceActions, 'loadSave' | 'loadLock'> & { chosen: Chosen }) {
  const use = useChoice(chosen);
  return (
    <div className={cx(common.wrap, styles.actions)}>
      <Button
        variant={onChangeMany ? 'secondary' : 'primary'}
        aria-haspopup="dialog"
        data-ahead="composer"
        onClick={() => void use(onSchedulePost)}
      >
        <span>
          Schedule Post<VisuallyHidden> for {countOf(chosen.count, 'location')}</VisuallyHidden>
        </span>
      </Button>
      {onChangeMany && (
        <Button variant="primary" onClick={() => void use(onChangeMany)}>
          Change many
        </Button>
      )}
    </div>
  );
}
