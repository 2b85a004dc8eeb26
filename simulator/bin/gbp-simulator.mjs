#!/usr/bin/env node
// The command. It is plain JavaScript without new syntax, so that an older Node can say what is missing.
const NODE_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR) {
  console.error(`gbp-simulator needs Node ${NODE_MAJOR} or newer; this is ${process.version}.`);
  process.exitCode = 1;
} else await import('../dist/cli.js');
