import { frozen } from '../frozen.js';
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

const tamsin = person('1', 'tamsin', ['Tamsin', 'Okonjo'], '3 business accounts with 8 locations');
const idris = person(
  '2',
  'idris',
  ['Idris', 'van Tongeren'],
  '3 business accounts with 5 locations; one is in two of them',
);
const wilhelmina = person(
  '3',
  'wilhelmina',
  ['Wilhelmina', 'Draycott'],
  'A Google account without any business',
);
const casimir = person(
  '4',
  'casimir',
  ['Casimir', 'Underhay'],
  '3 location groups with 1,000 locations each',
);
const ottoline = person(
  '5',
  'ottoline',
  ['Ottoline', 'Brackenbury'],
  'An agency: 7 locations in accounts below its own, and one as its manager',
);
const mirela = person(
  '6',
  'mirela',
  ['Mirela', 'Fairlead'],
  'A location group with 500 locations in 20 countries',
);

export const SEED_PEOPLE = frozen([tamsin, idris, wilhelmina, casimir, ottoline, mirela]);

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
    personal(tamsin, 'tamsin'),
    shared('bakeries', 'Marlowe & Finch Bakeries', 'LOCATION_GROUP', { [TAMSIN]: 'PRIMARY_OWNER' }),
    shared('halcyon', 'Halcyon Leisure', 'ORGANIZATION', { [TAMSIN]: 'OWNER' }),
    personal(idris, 'idris'),
    shared('cycles', 'Van Tongeren Cycles', 'LOCATION_GROUP', { [IDRIS]: 'PRIMARY_OWNER' }),
    { ...shared('traders', 'Riverside Traders', 'USER_GROUP', { [IDRIS]: 'MANAGER' }), ...UNVERIFIED },
    { ...personal(wilhelmina, 'wilhelmina'), ...UNVERIFIED },
    personal(casimir, 'casimir'),
    shared('parcelsNorth', 'Underhay Parcels North', 'LOCATION_GROUP', { [CASIMIR]: 'PRIMARY_OWNER' }),
    shared('parcelsSouth', 'Underhay Parcels South', 'LOCATION_GROUP', { [CASIMIR]: 'OWNER' }),
    shared('parcelsWest', 'Underhay Parcels West', 'LOCATION_GROUP', { [CASIMIR]: 'MANAGER' }),
    personal(ottoline, 'ottoline'),
    shared('agency', 'Brackenbury Local Marketing', 'USER_GROUP', { [OTTOLINE]: 'OWNER' }),
    below(['agency'], shared('estates', 'Saltmere Estates', 'ORGANIZATION', {})),
    below(['estates'], shared('cottages', 'Saltmere Cottages', 'LOCATION_GROUP', {})),
    below(['agency', 'estates'], shared('chandlers', 'Harbour Chandlers', 'LOCATION_GROUP', {})),
    // No person here is a member: one of its locations has a manager from outside.
    shared('framers', 'Lantern & Loom', 'LOCATION_GROUP', {}),
    personal(mirela, 'mirela'),
    shared('desks', 'Fairlead Travel', 'LOCATION_GROUP', { [MIRELA]: 'PRIMARY_OWNER' }),
  ];
}

const UNVERIFIED = { verificationState: 'UNVERIFIED', vettedState: 'NOT_VETTED' } as const;

function person(
  number: string,
  key: keyof typeof PEOPLE,
  [givenName, familyName]: [given: string, family: string],
  about: string,
): Person {
  const name = `${givenName} ${familyName}`;
  return { sub: `10420000000000000000${number}`, email: PEOPLE[key], name, givenName, familyName, about };
}

/** A person's own account has their name. */
function personal({ name, sub }: Person, key: keyof typeof PEOPLE): Account {
  return shared(key, name, 'PERSONAL', { [sub]: 'PRIMARY_OWNER' });
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
