import { frozen } from './place.js';
import type { Person, Account, AccountRole } from '../model.js';

/** The addresses of the people with a Google account. All of them are invented. */
export const PEOPLE = Object.freeze({
  /** 3 accounts with 8 locations, each special in one way. */
  tamsin: 'tamsin.okonjo@example.com',
  /** 3 accounts with 5 locations, one of them in two accounts. */
  idris: 'idris.vantongeren@example.com',
  /** A Google account without any business. */
  wilhelmina: 'wilhelmina.draycott@example.com',
  /** 3 groups of 1,000 locations each. */
  casimir: 'casimir.underhay@example.com',
  /** An agency: 7 locations in accounts below its own, and one that she manages without its account. */
  ottoline: 'ottoline.brackenbury@example.com',
  /** A group of 500 locations in 20 countries. */
  mirela: 'mirela.fairlead@example.com',
} as const);

export const SEED_PEOPLE = frozen([
  {
    sub: '104200000000000000001',
    email: PEOPLE.tamsin,
    name: 'Tamsin Okonjo',
    givenName: 'Tamsin',
    familyName: 'Okonjo',
    about: '3 business accounts with 8 places',
  },
  {
    sub: '104200000000000000002',
    email: PEOPLE.idris,
    name: 'Idris van Tongeren',
    givenName: 'Idris',
    familyName: 'van Tongeren',
    about: '3 business accounts with 5 places; one is in two of them',
  },
  {
    sub: '104200000000000000003',
    email: PEOPLE.wilhelmina,
    name: 'Wilhelmina Draycott',
    givenName: 'Wilhelmina',
    familyName: 'Draycott',
    about: 'A Google account without any business',
  },
  {
    sub: '104200000000000000004',
    email: PEOPLE.casimir,
    name: 'Casimir Underhay',
    givenName: 'Casimir',
    familyName: 'Underhay',
    about: '3 location groups with 1,000 places each',
  },
  {
    sub: '104200000000000000005',
    email: PEOPLE.ottoline,
    name: 'Ottoline Brackenbury',
    givenName: 'Ottoline',
    familyName: 'Brackenbury',
    about: 'An agency: 7 places in accounts below its own, and one as its manager',
  },
  {
    sub: '104200000000000000006',
    email: PEOPLE.mirela,
    name: 'Mirela Fairlead',
    givenName: 'Mirela',
    familyName: 'Fairlead',
    about: 'A location group with 500 places in 20 countries',
  },
] as const satisfies Person[]);

const [tamsin, idris, wilhelmina, casimir, ottoline, mirela] = SEED_PEOPLE;

export const TAMSIN = tamsin.sub;
export const IDRIS = idris.sub;
export const WILHELMINA = wilhelmina.sub;
export const CASIMIR = casimir.sub;
export const OTTOLINE = ottoline.sub;
export const MIRELA = mirela.sub;

/** Ids of the accounts, for the seeds of their locations. */
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
  mirela: '106000000000000000001',
  desks: '106000000000000000002',
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
    // No person here is a member: one of its locations has a manager from outside.
    shared('framers', 'Lantern & Loom', 'LOCATION_GROUP', {}),
    personal('mirela', 'Mirela Fairlead', MIRELA),
    shared('desks', 'Fairlead Travel', 'LOCATION_GROUP', { [MIRELA]: 'PRIMARY_OWNER' }),
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
