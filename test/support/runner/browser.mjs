import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];
const USUAL_PLACES = [
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** A browser under test calls nobody. No sandbox: root and unpacked programs have none, and the pages are our own. */
const ARGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--no-sandbox',
];

/**
 * The browser for tests: the program that CHROME_PATH names, else an installed Chrome or Chromium, else the one from
 * npm (Linux x64), unpacked once into the temporary folder. TEST_BROWSER=embedded passes installed ones by.
 * @returns {Promise<{ executablePath: string, args: string[], env: Record<string, string> }>} how to start it; `env`
 *   holds what to set beside the present environment
 * @throws {Error} with a sentence and the command that helps
 */
export async function findBrowser() {
  const installed = process.env.TEST_BROWSER === 'embedded' ? undefined : findInstalled();
  if (installed) return { executablePath: installed, args: ARGS, env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return fromNpm();
  throw new Error(
    'No browser was found. Install Chrome or Chromium, or name one in CHROME_PATH, then run the tests again.',
  );
}

function findInstalled() {
  const named = process.env.CHROME_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROME_PATH names ${named}, which does not exist.`);
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...USUAL_PLACES].find(
    (path) => existsSync(path) && starts(path),
  );
}

/**
 * Ubuntu's chromium-browser is only a hint to install something else.
 * @param {string} path
 */
function starts(path) {
  return process.platform === 'win32' || spawnSync(path, ['--version'], { timeout: 10_000 }).status === 0;
}

/** The archives of @sparticuz/chromium: the browser, the system libraries it needs, fonts, drawing without a GPU. */
const ARCHIVES = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'];

async function fromNpm() {
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const home = join(entry, '../../..');
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const folder = join(tmpdir(), `shingle-chromium-${version}-${userInfo().uid}`);
  if (!existsSync(folder)) await unpack(join(home, 'bin'), folder);
  return {
    executablePath: join(folder, 'chromium'),
    args: ARGS,
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
}

/**
 * @param {string} from
 * @param {string} folder appears at once and whole, or not at all
 */
async function unpack(from, folder) {
  const partial = mkdtempSync(`${folder}-`);
  const { inflate } = await import('@sparticuz/chromium');
  const before = process.env.TMPDIR;
  // inflate() writes into the temporary folder.
  process.env.TMPDIR = partial;
  try {
    await Promise.all(ARCHIVES.map((name) => inflate(join(from, name))));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  // The archive's own file names other folders; without any font Chromium crashes as soon as it draws a control.
  const dirs = [join(folder, 'fonts'), '/usr/share/fonts'].map((dir) => `<dir>${dir}</dir>`).join('');
  const fonts = `<fontconfig>${dirs}<cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>`;
  writeFileSync(join(partial, 'fonts.conf'), fonts);
  try {
    renameSync(partial, folder);
  } catch {
    // Another process was faster: its copy is as good.
    rmSync(partial, { recursive: true, force: true });
  }
}
