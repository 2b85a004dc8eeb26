import type { Account, AccountRole } from '../model.js';
import { CASIMIR, IDRIS, OTTOLINE, TAMSIN, WILHELMINA } from './people.js';

/** Ids of the accounts, for the seeds of their places. */
export const ACCOUNT_IDS = Object.freeze({
  tamsin: '101000000000000000001',
  bakeries: '101000000000000000002',
  halcyon: '101000000000000000003',
  idris: '102000000000000000001',
  cycles: '102000000000000000002',
  traders: '102000000000000000003',
  wilhelmina: '103000000000000000001',
  casimir: '104000000000000000001',
  parcelsNorth: '104000000000000000002',
  parcelsSouth: '104000000000000000003',
  parcelsWest: '104000000000000000004',
  ottoline: '105000000000000000001',
  agency: '105000000000000000002',
  estates: '105000000000000000003',
  cottages: '105000000000000000004',
  chandlers: '105000000000000000005',
  framers: '105000000000000000006',
} as const);

/** The business accounts, each person's own first. */
export function seedAccounts(): Account[] {
  return [
    personal('tamsin', 'Tamsin Okonjo', TAMSIN),
    shared('bakeries', 'Marlowe & Finch Bakeries', 'LOCATION_GROUP', { [TAMSIN]: 'PRIMARY_OWNER' }),
    shared('halcyon', 'Halcyon Leisure', 'ORGANIZATION', { [TAMSIN]: 'OWNER' }),
    personal('idris', 'Idris van Tongeren', IDRIS),
    shared('cycles', 'Van Tongeren Cycles', 'LOCATION_GROUP', { [IDRIS]: 'PRIMARY_OWNER' }),
    { ...shared('traders', 'Riverside Traders', 'USER_GROUP', { [IDRIS]: 'MANAGER' }), ...UNVERIFIED },
    { ...personal('wilhelmina', 'Wilhelmina Draycott', WILHELMINA), ...UNVERIFIED },
    personal('casimir', 'Casimir Underhay', CASIMIR),
    shared('parcelsNorth', 'Underhay Parcels North', 'LOCATION_GROUP', { [CASIMIR]: 'PRIMARY_OWNER' }),
    shared('parcelsSouth', 'Underhay Parcels South', 'LOCATION_GROUP', { [CASIMIR]: 'OWNER' }),
    shared('parcelsWest', 'Underhay Parcels West', 'LOCATION_GROUP', { [CASIMIR]: 'MANAGER' }),
    personal('ottoline', 'Ottoline Brackenbury', OTTOLINE),
    shared('agency', 'Brackenbury Local Marketing', 'USER_GROUP', { [OTTOLINE]: 'OWNER' }),
    below(['agency'], shared('estates', 'Saltmere Estates', 'ORGANIZATION', {})),
    below(['estates'], shared('cottages', 'Saltmere Cottages', 'LOCATION_GROUP', {})),
    below(['agency', 'estates'], shared('chandlers', 'Harbour Chandlers', 'LOCATION_GROUP', {})),
    // Nobody's account here: one of its places has a manager from outside.
    shared('framers', 'Lantern & Loom', 'LOCATION_GROUP', {}),
  ];
}

const UNVERIFIED = { verificationState: 'UNVERIFIED', vettedState: 'NOT_VETTED' } as const;

function personal(key: keyof typeof ACCOUNT_IDS, accountName: string, sub: string): Account {
  return shared(key, accountName, 'PERSONAL', { [sub]: 'PRIMARY_OWNER' });
}

function shared(
  key: keyof typeof ACCOUNT_IDS,
  accountName: string,
  type: Account['type'],
  members: Record<string, AccountRole>,
): Account {
  const id = ACCOUNT_IDS[key];
  return { id, accountName, type, verificationState: 'VERIFIED', vettedState: 'NOT_VETTED', members };
}

function below(parents: (keyof typeof ACCOUNT_IDS)[], account: Account): Account {
  return { ...account, parentIds: parents.map((key) => ACCOUNT_IDS[key]) };
}
