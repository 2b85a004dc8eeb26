import { isDay } from '../lib/calendar-days';
import { type AddressOf, choicePart, inLowerCase, textPart, useAddress } from '../lib/use-address';
import { type ChangeField, FIELD_NAMES } from '../listings/field-values';
import { CHANGE_STATES, type ChangeState, type GoogleEdit } from './change-words';

const TABS = ['all', 'here', 'elsewhere', 'google', 'google-edits', 'locks'] as const;

export type LogTab = (typeof TABS)[number];

const ANSWERS = ['OPEN', 'REJECTED', 'ACCEPTED', 'GONE'] as const satisfies readonly GoogleEdit['state'][];

/** The change log's tab and filters. */
const LOG_ADDRESS = {
  tab: choicePart('tab', TABS, 'all'),
  locationId: textPart('location'),
  field: choicePart('field', Object.keys(FIELD_NAMES) as ChangeField[]),
  state: choicePart('state', Object.keys(CHANGE_STATES) as ChangeState[]),
  /** The first and the last day. */
  from: textPart('from', isDay),
  to: textPart('to', isDay),
  /** Which of Google's edits are shown. */
  answer: inLowerCase(choicePart('answer', ANSWERS, 'OPEN')),
};

export type LogAddress = AddressOf<typeof LOG_ADDRESS>;

/** The change log's tab and filters in the address. */
export const useLogAddress = () => useAddress(LOG_ADDRESS);

const SET_ADDRESS = { set: textPart('set') };

/** The set whose page the address opens; undefined: the log. */
export const useSetInAddress = () => useAddress(SET_ADDRESS).address.set;
