// Loaded into server processes before their program: whoever looks names up without the system's threads asks the name
// server at BENCH_NAME_SERVER, in place of those of this machine. Plain JavaScript, as the other hooks.
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

const { Resolver } = dns;

class ResolverHere extends Resolver {
  /** @param {import('node:dns').ResolverOptions} [options] */
  constructor(options) {
    super(options);
    this.setServers([process.env.BENCH_NAME_SERVER ?? '']);
  }
}

Object.assign(dns, { Resolver: ResolverHere });
syncBuiltinESMExports();
