import { createServer, type Server } from 'node:http';
import { accountRoutes } from './api/accounts.routes.js';
import { categoryRoutes } from './api/categories.routes.js';
import { localPostRoutes } from './api/local-posts.routes.js';
import { locationRoutes } from './api/locations.routes.js';
import { mediaRoutes } from './api/media.routes.js';
import { performanceRoutes } from './api/performance.routes.js';
import { reviewRoutes } from './api/reviews.routes.js';
import { verificationRoutes } from './api/verifications.routes.js';
import { Calls } from './calls.js';
import { createControl } from './control/control.js';
import { World } from './control/world.js';
import type { Route } from './exchange.js';
import { Faults } from './faults.js';
import type { OAuthClient } from './oauth/authorization-request.js';
import { authorizeRoutes } from './oauth/authorize.routes.js';
import { IdTokenSigner } from './oauth/id-token.js';
import { photoRoutes } from './pages/photos.routes.js';
import { tokenRoutes } from './oauth/token.routes.js';
import { API_HOSTS } from './operations.js';
import { placeRoutes } from './pages/place.routes.js';
import { Quotas } from './quotas.js';
import { createRequestHandler } from './request-handler.js';
import { StateFile } from './state-file.js';
import { State } from './state.js';
import type { GoogleAddresses, Steering } from './steering.js';

export interface GoogleSimulatorOptions {
  /** 0, the default: the one of the last time if there is a file, else a free one. */
  port?: number;
  /**
   * JSON file that keeps edits, grants, tokens and posts over restarts; none: they live as long as the simulator.
   * It is written before the answer to a change leaves.
   */
  dataFile?: string;
  /** The OAuth clients that Google knows. */
  clients: OAuthClient[];
}

/** A Google that runs on this machine: consent, tokens, business APIs. */
export interface GoogleSimulator extends Steering {
  close(): Promise<void>;
}

/**
 * Starts a Google of one's own on 127.0.0.1. It believes every page and program of this machine, so it is for
 * development and tests alone.
 * @throws Error with a sentence that says why it cannot start.
 */
export async function startGoogleSimulator({
  port = 0,
  dataFile,
  clients,
}: GoogleSimulatorOptions): Promise<GoogleSimulator> {
  const file = dataFile === undefined ? undefined : new StateFile(dataFile);
  const saved = file?.load();
  const state = new State(saved?.state);
  const faults = new Faults();
  const calls = new Calls();
  const quotas = new Quotas(state.clock, () => state.settings);
  const server = createServer();
  const boundPort = await listen(server, port, saved?.port);
  const origin = `http://127.0.0.1:${boundPort}`;
  const world = new World(state, origin, settle);
  const simulator: GoogleSimulator = {
    origin,
    addresses: addressesAt(origin),
    clock: {
      now: () => state.clock.now(),
      set: (at, options) => change(() => state.clock.set(at, options)),
      advance: (ms) => change(() => state.clock.advance(ms)),
    },
    faults,
    calls,
    world,
    configure: (settings) => change(() => state.configure(settings)),
    reset: () => {
      faults.clear();
      calls.clear();
      quotas.clear();
      change(() => state.restore());
    },
    close: () => close(server),
  };
  const routes: Route[] = [
    ...authorizeRoutes(state, clients),
    ...tokenRoutes({ state, clients, signer: new IdTokenSigner(), origin }),
    ...photoRoutes(state),
    ...accountRoutes(state),
    ...locationRoutes(state, origin),
    ...categoryRoutes(),
    ...verificationRoutes(state),
    ...localPostRoutes(state, origin),
    ...reviewRoutes(state, origin),
    ...mediaRoutes(state, origin),
    ...performanceRoutes(state),
    ...placeRoutes(state),
  ];
  const control = createControl(simulator);
  server.on('request', createRequestHandler({ state, faults, calls, quotas, routes, control, settle }));
  // The port is kept from the first start on.
  change(() => undefined);
  return simulator;

  function settle(): void {
    if (!state.changed) return;
    file?.save({ port: boundPort, state: state.snapshot() });
    state.changed = false;
  }

  function change(action: () => void): void {
    action();
    state.touch();
    settle();
  }
}

function addressesAt(origin: string): GoogleAddresses {
  const api = (name: keyof typeof API_HOSTS, version: string) => `${origin}/${API_HOSTS[name]}/${version}`;
  return {
    GOOGLE_AUTH_URL: `${origin}/o/oauth2/v2/auth`,
    GOOGLE_TOKEN_URL: `${origin}/token`,
    GOOGLE_REVOKE_URL: `${origin}/revoke`,
    GOOGLE_USERINFO_URL: `${origin}/v1/userinfo`,
    GBP_ACCOUNTS_URL: api('accounts', 'v1'),
    GBP_INFORMATION_URL: api('information', 'v1'),
    GBP_VERIFICATIONS_URL: api('verifications', 'v1'),
    GBP_PERFORMANCE_URL: api('performance', 'v1'),
    GBP_V4_URL: api('v4', 'v4'),
  };
}

/** Takes the port that is asked for; else the one of the last time, if it is still free; else any. */
async function listen(server: Server, wanted: number, last = 0): Promise<number> {
  const tryPort = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: '127.0.0.1', port }, () => {
        server.off('error', reject);
        const address = server.address();
        resolve(typeof address === 'object' && address ? address.port : port);
      });
    });
  if (wanted === 0 && last !== 0) return tryPort(last).catch(() => tryPort(0));
  return tryPort(wanted).catch((cause: Error) => {
    throw new Error(`The Google simulator cannot use port ${wanted} of 127.0.0.1 (${cause.message}).`, {
      cause,
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
