import { isDay } from '../lib/calendar-days';
import { useAddress } from '../lib/use-address';
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

/** Keeps the change log's tab and filters in the address, so that Reload, Back and links restore them. */
export function useLogAddress() {
  const { query, change } = useAddress();
  const [field, state] = [query.get('field') ?? '', query.get('state') ?? ''];
  const [from, to] = [query.get('from'), query.get('to')];
  const address: LogAddress = {
    tab: TABS.find((tab) => tab === query.get('tab')) ?? 'all',
    locationId: query.get('location') || undefined,
    field: Object.hasOwn(FIELD_NAMES, field) ? (field as ChangeField) : undefined,
    state: Object.hasOwn(CHANGE_STATES, state) ? (state as ChangeState) : undefined,
    from: isDay(from) ? from : undefined,
    to: isDay(to) ? to : undefined,
    answer: ANSWERS.find((answer) => answer === query.get('answer')?.toUpperCase()) ?? 'OPEN',
  };

  return {
    address,
    change(next: Partial<LogAddress>): void {
      const { tab, locationId, field, state, from, to, answer } = { ...address, ...next };
      change({
        tab: tab === 'all' ? undefined : tab,
        location: locationId,
        field,
        state,
        from,
        to,
        answer: answer === 'OPEN' ? undefined : answer.toLowerCase(),
      });
    },
  };
}
