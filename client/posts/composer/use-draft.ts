import { useRef, useState } from 'react';
import { useKeptName } from '../../auth/workspace';
import { addDays } from '../../lib/calendar-days';
import { readTabItem, writeTabItem } from '../../lib/browser-storage';
import type { WholePost } from '../../posting/post-words';
import type { CampaignAgain } from '../../campaigns/use-campaigns';
import { draftAgain, draftFrom, draftOf } from './post-body';
import {
  emptyDraft,
  isSameTime,
  withChange,
  withPreset,
  type PostDraft,
  type Preset,
  type PublishTime,
} from './post-draft';

/** In a tab from before there were workspaces, a draft may still be kept under the name alone, and with a `uid`. */
const NAME = 'shingle.draft';

/** The source of a new draft. */
export interface DraftSource {
  /** The post to edit. */
  post: WholePost | undefined;
  /** The post whose content a new draft gets. */
  from: WholePost | undefined;
  /** The campaign that a new one begins with. */
  again: CampaignAgain | undefined;
  /** For an empty draft, or one that was kept. */
  preset: Preset;
}

/**
 * The draft of the open composer. The draft of a new post is kept in this tab, so that closing the composer or reloading
 * loses nothing. The draft of an edited post is not kept.
 */
export function useDraft({ post, from, again, preset }: DraftSource, timeZone: string) {
  const key = useKeptName(NAME);
  const [{ initial, stored }] = useState(() => {
    const now = new Date();
    if (post) return { initial: draftOf(post, now, timeZone), stored: undefined };
    if (from) return { initial: draftFrom(from, now, timeZone), stored: undefined };
    if (again) return { initial: draftAgain(again, now, timeZone), stored: undefined };
    const inOneHour = emptyDraft(now, timeZone);
    const empty = preset.choice
      ? { ...inOneHour, publishDate: addDays(inOneHour.publishDate, DAYS_UNTIL_MANY) }
      : inOneHour;
    const found = readDraft(key, empty);
    return {
      initial: withPreset(empty, preset, now, timeZone),
      stored: found && withPreset(found, preset, now, timeZone),
    };
  });
  const [draft, setDraft] = useState(stored ?? initial);
  // A photo or a plan arrives later: it changes what has been written by then.
  const latest = useRef(draft);
  const [isRestored, setIsRestored] = useState(stored !== undefined);
  const keep = (kept: PostDraft | undefined) => post === undefined && writeDraft(key, kept);
  // A time that the user chose stays.
  const suggested = suggestedTimes(initial);
  const set = (next: PostDraft) => {
    latest.current = next;
    setDraft(next);
  };

  return {
    draft,
    /** Whether it was found in this tab. */
    isRestored,
    isChanged: !isSame(draft, initial),
    change(change: Partial<PostDraft>): void {
      const { current } = latest;
      const { audience = current.audience } = change;
      const isOurTime = !preset.date && isSameTime(current, suggested[current.audience]);
      const moved = audience !== current.audience && isOurTime && suggested[audience];
      // The dates of a stored event or offer do not follow its publish time.
      const changed = post?.postBody.event
        ? { ...current, ...change }
        : withChange(current, { ...change, ...moved });
      set(changed);
      keep(isSame(changed, initial) ? undefined : changed);
    },
    /** Goes back to the initial draft. */
    discard(): void {
      set(initial);
      setIsRestored(false);
      keep(undefined);
    },
    /** Removes the kept draft after it was sent, unless the user has started another one since. */
    forget(sent: PostDraft): void {
      const kept = readDraft(key, initial);
      if (kept && isSame(kept, sent)) keep(undefined);
    },
  };
}

/** In an hour from here, many locations are past that time of their day. */
const DAYS_UNTIL_MANY = 1;

/** The suggested time for each audience. */
function suggestedTimes({ audience, publishDate, publishTime, occurrence }: PostDraft) {
  const moved = (days: number) => ({ publishDate: addDays(publishDate, days), publishTime, occurrence });
  return {
    one: moved(audience === 'one' ? 0 : -DAYS_UNTIL_MANY),
    many: moved(audience === 'one' ? DAYS_UNTIL_MANY : 0),
  } satisfies Record<PostDraft['audience'], PublishTime>;
}

/** The text of the unfinished draft in this tab; undefined without one. */
export function useKeptText(): string | undefined {
  const key = useKeptName(NAME);
  const [text] = useState(() => readDraft(key, emptyDraft(new Date(), 'UTC'))?.summary);
  return text;
}

function isSame(one: PostDraft, other: PostDraft): boolean {
  return JSON.stringify(one) === JSON.stringify({ ...one, ...other });
}

/** The draft that is kept in this tab under a key. A field that cannot be read is taken from `empty`. */
function readDraft(key: string, empty: PostDraft): PostDraft | undefined {
  const draft = readTabItem(key) ?? earlierDraft(key);
  if (!isObject(draft)) return undefined;
  const known = Object.keys(empty).filter((field) => typeof draft[field] === 'string');
  return { ...empty, ...Object.fromEntries(known.map((field) => [field, draft[field]])) };
}

/** Keeps a draft in this tab; undefined removes it. */
function writeDraft(key: string, draft: PostDraft | undefined): void {
  writeTabItem(key, draft);
  if (earlierDraft(key) !== undefined) writeTabItem(NAME, undefined);
}

/** The draft for a key that was kept before there were workspaces, when everybody had only their own. */
function earlierDraft(key: string): unknown {
  const stored = readTabItem(NAME);
  return isObject(stored) && key === `${NAME}.${String(stored['uid'])}` ? stored['draft'] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
