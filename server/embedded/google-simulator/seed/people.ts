import { frozen } from '../../../config/frozen.js';
import type { Person } from '../model.js';

/** Everybody who has a Google account here. All of them are invented. */
export const PEOPLE = frozen([
  {
    sub: '104200000000000000001',
    email: 'tamsin.okonjo@example.com',
    name: 'Tamsin Okonjo',
    givenName: 'Tamsin',
    familyName: 'Okonjo',
    about: '3 business accounts with 8 places',
  },
  {
    sub: '104200000000000000002',
    email: 'idris.vantongeren@example.com',
    name: 'Idris van Tongeren',
    givenName: 'Idris',
    familyName: 'van Tongeren',
    about: '3 business accounts with 5 places; one is in two of them',
  },
  {
    sub: '104200000000000000003',
    email: 'wilhelmina.draycott@example.com',
    name: 'Wilhelmina Draycott',
    givenName: 'Wilhelmina',
    familyName: 'Draycott',
    about: 'A Google account without any business',
  },
  {
    sub: '104200000000000000004',
    email: 'casimir.underhay@example.com',
    name: 'Casimir Underhay',
    givenName: 'Casimir',
    familyName: 'Underhay',
    about: '3 location groups with 1,000 places each',
  },
  {
    sub: '104200000000000000005',
    email: 'ottoline.brackenbury@example.com',
    name: 'Ottoline Brackenbury',
    givenName: 'Ottoline',
    familyName: 'Brackenbury',
    about: 'An agency: 5 places in accounts below its own, and one as its manager',
  },
] as const satisfies Person[]);

const [tamsin, idris, wilhelmina, casimir, ottoline] = PEOPLE;

export const TAMSIN = tamsin.sub;
export const IDRIS = idris.sub;
export const WILHELMINA = wilhelmina.sub;
export const CASIMIR = casimir.sub;
export const OTTOLINE = ottoline.sub;
