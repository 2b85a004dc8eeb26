import { useKeptName } from '../auth/workspace';
import { readTabItem, writeTabItem } from '../lib/browser-storage';
import { type BulkForm, emptyForm } from './bulk-form';
import type { BulkEdit, LocationChoice } from './bulk-types';

const NAME = 'shingle.bulk-edit';
const NEW = 'new';

/** An edit of many locations as it stands in this tab. */
export interface KeptEdit {
  choice: LocationChoice;
  form: BulkForm;
  /** The draft of it that the server has, and the text of what was sent for it; undefined: none yet. */
  saved?: (Pick<BulkEdit, 'id' | 'version'> & { text: string }) | undefined;
}

/**
 * What this tab keeps of an edit, so that a reload or a lost connection loses nothing that was typed.
 * @param draft the id of the draft that was opened; undefined: a new edit
 */
export function useKeptEdit(draft: string | undefined) {
  const key = `${useKeptName(NAME)}.${draft ?? NEW}`;
  return {
    read(): KeptEdit | undefined {
      const kept = readTabItem(key) as Partial<KeptEdit> | undefined;
      // A release before this one may have kept a form with fewer fields.
      return (
        kept?.choice && kept.form && { ...kept, choice: kept.choice, form: { ...emptyForm(), ...kept.form } }
      );
    },
    keep: (edit: KeptEdit): void => writeTabItem(key, edit),
    drop: (): void => writeTabItem(key, undefined),
  };
}
