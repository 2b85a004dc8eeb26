import { fileURLToPath } from 'node:url';
import { startGoogleSimulator, type GoogleSimulator } from 'gbp-simulator';

/** The file of the command `gbp-simulator`, for specs that start it as a process. */
export const SIMULATOR_COMMAND = fileURLToPath(
  new URL('../../simulator/bin/gbp-simulator.mjs', import.meta.url),
);

export const GOOGLE_CLIENT = {
  id: 'simulated-client.apps.example.com',
  secret: 'simulated-secret',
  redirectUris: [
    'http://localhost:3000/gbp-callback',
    'http://localhost:3000/api/auth/google/callback',
    'http://127.0.0.1:3000/gbp-callback',
  ],
};

export const BUSINESS_SCOPE = 'https://www.googleapis.com/auth/business.manage';

/** People of the seed, by what is remarkable about them. */
export const PEOPLE = {
  /** 3 accounts with 8 places, each special in one way. */
  tamsin: 'tamsin.okonjo@example.com',
  /** 3 accounts with 5 places, one of them in two accounts. */
  idris: 'idris.vantongeren@example.com',
  /** A Google account without any business. */
  wilhelmina: 'wilhelmina.draycott@example.com',
  /** 3 groups of 1,000 places each. */
  casimir: 'casimir.underhay@example.com',
  /** An agency: 5 places in accounts below its own, and one that she manages without its account. */
  ottoline: 'ottoline.brackenbury@example.com',
} as const;

/** A simulator in this process, in memory unless a file is given, that knows these redirect addresses. */
export function startSimulator({
  redirectUris = GOOGLE_CLIENT.redirectUris,
  ...options
}: { redirectUris?: string[]; port?: number; dataFile?: string } = {}): Promise<GoogleSimulator> {
  return startGoogleSimulator({ ...options, clients: [{ ...GOOGLE_CLIENT, redirectUris }] });
}
