import { fileURLToPath } from 'node:url';
import { startGoogleSimulator, type GoogleSimulator } from 'gbp-simulator';

export { PEOPLE } from 'gbp-simulator';

/** The file of the command `gbp-simulator`, for specs that start it as a process. */
export const SIMULATOR_COMMAND = fileURLToPath(
  new URL('../../../simulator/bin/gbp-simulator.mjs', import.meta.url),
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

/** A simulator in this process, in memory unless a file is given, that knows these redirect addresses. */
export function startSimulator({
  redirectUris = GOOGLE_CLIENT.redirectUris,
  ...options
}: { redirectUris?: string[]; port?: number; dataFile?: string } = {}): Promise<GoogleSimulator> {
  return startGoogleSimulator({ ...options, clients: [{ ...GOOGLE_CLIENT, redirectUris }] });
}
