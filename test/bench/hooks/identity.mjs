// Loaded into server processes before their program: what is for Google's sign-in services goes to the bench's stand-in on
// this machine (identity.ts), over TLS, with a certificate that is checked. Its name is looked up, as Google's is. Nothing
// else of the program is changed. Plain JavaScript, since whatever strips types would count as the program's memory.
import tls from 'node:tls';

const { BENCH_IDENTITY_PORT: port, BENCH_IDENTITY_CERTIFICATE: ca } = process.env;
const { connect } = tls;
// One for all connections, as Node itself has: each holds memory of its own.
const secureContext = tls.createSecureContext({ ca });

/** @type {(options: tls.ConnectionOptions, callback?: () => void) => tls.TLSSocket} */
const connectHere = (options, callback) =>
  connect(
    options.host?.endsWith('.googleapis.com')
      ? {
          ...options,
          host: 'localhost',
          port: Number(port),
          secureContext,
          checkServerIdentity: () => undefined,
        }
      : options,
    callback,
  );

Object.assign(tls, { connect: connectHere });
