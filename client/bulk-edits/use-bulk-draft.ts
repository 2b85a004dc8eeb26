import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../api/api-error';
import { type BulkForm, changeOf, faultsOfForm, formOf } from './bulk-form';
import { fieldsWords } from './bulk-words';
import type { BulkEdit, LocationChoice } from './bulk-types';
import type { KeptEdit } from './kept-edit';
import { type BulkWish, useBulkActions } from './use-bulk-edits';

/** The draft has another version by now than the one that is kept here. */
class ChangedElsewhere extends Error {}

/** How long nothing is changed before the draft is saved, in ms. */
const PAUSE = 1200;

/** Why a draft is not saved: it was changed or confirmed in another tab or by another person, or what the request met. */
type Problem = { kind: 'changed' } | { kind: 'confirmed'; id: string } | { kind: 'failed'; error: unknown };

const wishOf = ({ choice, form }: Pick<KeptEdit, 'choice' | 'form'>): BulkWish => ({
  choice,
  change: changeOf(form),
  name: form.name.trim() || fieldsWords(changeOf(form)),
});

interface Kept {
  keep: (edit: KeptEdit) => void;
}

/**
 * The draft of an edit while it is written. It is kept in this tab with each change, and by the server whenever it is
 * whole and nothing was changed for a moment.
 * @param start what was kept, or what the server has
 * @param known the server's draft of exactly that, if it is known already
 */
export function useBulkDraft(start: KeptEdit, known: BulkEdit | undefined, kept: Kept) {
  const actions = useBulkActions();
  const [{ choice, form }, setEdited] = useState(start);
  const [answered, setAnswered] = useState(() => known && { edit: known, of: JSON.stringify(wishOf(start)) });
  const [problem, setProblem] = useState<Problem>();
  const [isSaving, setIsSaving] = useState(false);
  const latest = useRef(start);
  /** What the server has, and in which version. */
  const saved = useRef(start.saved);
  const running = useRef<Promise<unknown>>(undefined);

  const text = JSON.stringify(wishOf({ choice, form }));
  const isSound = Object.keys(faultsOfForm(form)).length === 0;

  function set(next: Pick<KeptEdit, 'choice' | 'form'>): void {
    latest.current = { ...next, saved: saved.current };
    kept.keep(latest.current);
    setEdited(latest.current);
  }

  function accept(edit: BulkEdit, sent: string): BulkEdit {
    saved.current = { id: edit.id, version: edit.version, text: sent };
    kept.keep({ ...latest.current, saved: saved.current });
    setAnswered({ edit, of: sent });
    return edit;
  }

  async function send(): Promise<BulkEdit> {
    const wish = wishOf(latest.current);
    const sent = JSON.stringify(wish);
    const draft = saved.current;
    if (!draft) return accept(await actions.create(wish), sent);
    try {
      if (draft.text !== sent) return accept(await actions.change(draft, wish), sent);
      const current = await actions.read(draft.id);
      if (current.version !== draft.version) throw new ChangedElsewhere();
      return accept(current, sent);
    } catch (error) {
      // A draft is kept for a day. What was typed is still here.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      return accept(await actions.create(wish), sent);
    }
  }

  /**
   * Saves the draft as it is now.
   * @throws ApiError
   */
  async function save(): Promise<BulkEdit> {
    await running.current;
    setProblem(undefined);
    setIsSaving(true);
    const sending = send();
    running.current = sending.catch(() => undefined);
    try {
      return await sending;
    } catch (error) {
      setProblem(problemOf(error, saved.current?.id));
      throw error;
    } finally {
      setIsSaving(false);
    }
  }

  const saveQuietly = useEffectEvent(() => {
    if (text !== answered?.of) save().catch(() => undefined);
  });
  const waits = isSound && (problem === undefined || problem.kind === 'failed');
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(saveQuietly, PAUSE);
    return () => clearTimeout(timer);
  }, [text, waits]);

  /** Reads the draft as it is elsewhere, before the person's answer counts. */
  async function settle(answer: (current: BulkEdit) => void): Promise<void> {
    if (!saved.current) return;
    try {
      answer(await actions.read(saved.current.id));
    } catch (error) {
      return setProblem({ kind: 'failed', error });
    }
    setProblem(undefined);
  }

  return {
    choice,
    form,
    /** The server's draft: figures of what was saved last. */
    answered: answered?.edit,
    /** Whether `answered` is about what is on the screen. */
    isSaved: answered?.of === text && !isSaving,
    isSaving,
    problem,
    edit: (part: Partial<BulkForm>) =>
      set({ choice: latest.current.choice, form: { ...latest.current.form, ...part } }),
    choose: (next: LocationChoice) => set({ choice: next, form: latest.current.form }),
    save,
    /** After it was changed elsewhere: what is here replaces that. */
    keepMine: () =>
      settle(({ id, version }) => {
        saved.current = { id, version, text: '' };
        save().catch(() => undefined);
      }),
    /** After it was confirmed elsewhere: what is here becomes a draft of its own. */
    beginAnew: () => {
      saved.current = undefined;
      save().catch(() => undefined);
    },
    /** After it was changed elsewhere: that replaces what is here. */
    takeOther: () =>
      settle((current) => {
        const other = startOf(current);
        set(other);
        accept(current, JSON.stringify(wishOf(other)));
      }),
  };
}

function problemOf(error: unknown, draft: string | undefined): Problem {
  const code = error instanceof ApiError ? error.code : undefined;
  if (error instanceof ChangedElsewhere || code === 'changed_since') return { kind: 'changed' };
  if (code === 'bulk_edit_confirmed' && draft !== undefined) return { kind: 'confirmed', id: draft };
  return { kind: 'failed', error };
}

/** The edit that a draft of the server stands for. */
export function startOf({ id, version, choice, change, name }: BulkEdit): KeptEdit {
  const form = formOf(change, name === fieldsWords(change) ? null : name);
  const edit = { choice, form };
  return { ...edit, saved: { id, version, text: JSON.stringify(wishOf(edit)) } };
}

/** Whether an edit has more than the server's draft of it. */
export function isUnsaved(edit: KeptEdit): boolean {
  return edit.saved?.text !== JSON.stringify(wishOf(edit));
}

export type BulkDraft = ReturnType<typeof useBulkDraft>;
