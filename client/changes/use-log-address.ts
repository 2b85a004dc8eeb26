import { useSearchParams } from 'react-router-dom';
import { isDay } from '../lib/calendar-days';
import { type ChangeField, FIELD_NAMES } from '../listings/field-values';
import { CHANGE_STATES, type ChangeState, type GoogleEdit } from './change-words';

const TABS = ['all', 'here', 'elsewhere', 'google', 'google-edits'] as const;

export type LogTab = (typeof TABS)[number];

const ANSWERS = ['OPEN', 'REJECTED', 'ACCEPTED', 'GONE'] as const satisfies readonly GoogleEdit['state'][];

/** The parts of the change log's address. */
export interface LogAddress {
  tab: LogTab;
  locationId: string | undefined;
  field: ChangeField | undefined;
  state: ChangeState | undefined;
  /** `yyyy-mm-dd`, the first day. */
  from: string | undefined;
  /** `yyyy-mm-dd`, the last day. */
  to: string | undefined;
  /** Which of Google's edits are shown. */
  answer: (typeof ANSWERS)[number];
}

const PARAMETERS = {
  tab: 'tab',
  locationId: 'location',
  field: 'field',
  state: 'state',
  from: 'from',
  to: 'to',
  answer: 'answer',
} as const;

/** Keeps the change log's tab and filters in the address, so that Reload, Back and links restore them. */
export function useLogAddress() {
  const [query, setQuery] = useSearchParams();
  const [field, state] = [query.get(PARAMETERS.field) ?? '', query.get(PARAMETERS.state) ?? ''];
  const [from, to] = [query.get(PARAMETERS.from), query.get(PARAMETERS.to)];
  const address: LogAddress = {
    tab: TABS.find((tab) => tab === query.get(PARAMETERS.tab)) ?? 'all',
    locationId: query.get(PARAMETERS.locationId) || undefined,
    field: Object.hasOwn(FIELD_NAMES, field) ? (field as ChangeField) : undefined,
    state: Object.hasOwn(CHANGE_STATES, state) ? (state as ChangeState) : undefined,
    from: isDay(from) ? from : undefined,
    to: isDay(to) ? to : undefined,
    answer: ANSWERS.find((answer) => answer === query.get(PARAMETERS.answer)?.toUpperCase()) ?? 'OPEN',
  };

  function change(next: Partial<LogAddress>): void {
    const wanted = { ...address, ...next };
    const values = {
      ...wanted,
      tab: wanted.tab === 'all' ? undefined : wanted.tab,
      answer: wanted.answer === 'OPEN' ? undefined : wanted.answer.toLowerCase(),
    };
    setQuery(
      (current) => {
        for (const [key, parameter] of Object.entries(PARAMETERS)) {
          const value = values[key as keyof LogAddress];
          if (value === undefined) current.delete(parameter);
          else current.set(parameter, value);
        }
        return current;
      },
      // `flushSync`: otherwise a chosen option jumps back until the view is drawn.
      { replace: true, preventScrollReset: true, flushSync: true },
    );
  }

  return { address, change };
}
