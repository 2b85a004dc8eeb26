// `npm run advisories`, `licences`, `sbom`, `secrets`: what is known of the packages that are shipped, and of the history.
// They need the lockfile, git and Node 24, but no build. Exit code 1 when anything is wrong.
import { commands } from './commands.ts';

const faults = await commands[process.argv[2] ?? '']?.();
if (!faults) console.error(`There are: ${Object.keys(commands).join(' ')}`);
for (const fault of faults ?? []) console.error(fault);
process.exitCode = faults?.length === 0 ? 0 : 1;
