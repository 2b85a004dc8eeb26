// The package's one entry: what a program that starts the simulator, or steers it, may import.
import { createServer, type Server } from 'node:http';
import { accountRoutes } from './api/accounts.routes.js';
import { attributeRoutes } from './api/attributes.routes.js';
import { categoryRoutes } from './api/categories.routes.js';
import { localPostRoutes } from './api/local-posts.routes.js';
import { locationRoutes, verificationRoutes } from './api/locations.routes.js';
import { mediaRoutes } from './api/media.routes.js';
import { performanceRoutes } from './api/performance.routes.js';
import { reviewReplyRoutes } from './api/review-replies.routes.js';
import { reviewRoutes } from './api/reviews.routes.js';
import { Calls } from './calls.js';
import { createControl } from './control/control.js';
import { createWorld } from './control/world.js';
import type { Route } from './routes.js';
import { Faults } from './faults.js';
import type { OAuthClient } from './oauth/clients.js';
import { authorizeRoutes } from './oauth/consent.routes.js';
import { IdTokenSigner, tokenRoutes } from './oauth/token.routes.js';
import { photoRoutes, placeRoutes } from './pages/public.routes.js';
import { API_HOSTS } from './operations.js';
import { Quotas } from './quotas.js';
import { createRequestHandler } from './request-handler.js';
import { State } from './state.js';
import { StateFile } from './state-file.js';
import type { WorldName } from './seed/worlds.js';
import type { GoogleAddresses, Steering } from './steering.js';

export type { Call, CallFilter } from './calls.js';
export type { PostView } from './api/local-post-resource.js';
export type { ReviewReplyResource, ReviewResource } from './api/review-resource.js';
export { consent, controlOf, type Decision } from './client.js';
export type { ReviewAct } from './control/some-reviews.js';
export type { World } from './control/world.js';
export type { LocationReviews, ReviewView } from './control/world-reviews.js';
export type { FaultKind, FaultOptions } from './faults.js';
export type { OAuthClient } from './oauth/clients.js';
export type { Author, JournalEntry, JournalFilter } from './profile/journal.js';
export type { FieldChanges, FieldPath } from './profile/fields.js';
export type { Operation } from './operations.js';
export type { ReplyWrite, ReplyWriteFilter } from './reviews/reply-journal.js';
export type { ReplyState, ReplyVerdict } from './reviews/review.js';
export type { Settings } from './settings.js';
export type { GoogleAddresses, Steering } from './steering.js';
export { PEOPLE } from './seed/people.js';
export { WORLD_NAMES, type WorldName } from './seed/worlds.js';

export interface GoogleSimulatorOptions {
  /** 0, the default: the one of the last time if there is a file, else a free one. */
  port?: number;
  /**
   * JSON file that keeps edits, grants, tokens and posts over restarts; none: they live as long as the simulator.
   * It is written before the answer to a change leaves.
   */
  dataFile?: string;
  /** Which people, accounts and locations there are; unless given the one of the file, or `all`. */
  world?: WorldName;
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
  world,
  clients,
}: GoogleSimulatorOptions): Promise<GoogleSimulator> {
  const file = dataFile === undefined ? undefined : new StateFile(dataFile);
  const saved = file?.load();
  const savedWorld = saved && (saved.state.world ?? 'all');
  if (world !== undefined && savedWorld !== undefined && world !== savedWorld)
    throw new Error(
      `${dataFile} holds the world ${savedWorld}. Choose that one, or another place for the data.`,
    );
  const state = new State(world ?? savedWorld ?? 'all', saved?.state);
  const faults = new Faults(() => state.clock.now());
  const calls = new Calls();
  const quotas = new Quotas(state.clock, () => state.settings);
  const server = createServer();
  const boundPort = await listen(server, port, saved?.port);
  const origin = `http://127.0.0.1:${boundPort}`;
  const steeredWorld = createWorld({ state, origin, clients, settle });
  const simulator: GoogleSimulator = {
    origin,
    addresses: addressesAt(origin),
    clock: {
      now: () => state.clock.now(),
      set: (at, options) => change(() => state.clock.set(at, options)),
      advance: (ms) => change(() => state.clock.advance(ms)),
      setSpeed: (speed) => change(() => state.clock.setSpeed(speed)),
    },
    faults,
    calls,
    journal: {
      list: (filter) => {
        state.catchUp();
        return state.journal.list(filter);
      },
      replies: (filter) => state.replyWrites.list(filter),
    },
    world: steeredWorld,
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
    ...attributeRoutes(state),
    ...categoryRoutes(),
    ...verificationRoutes(state),
    ...localPostRoutes(state, origin),
    ...reviewRoutes(state, origin),
    ...reviewReplyRoutes(state),
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
    state.catchUp();
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
