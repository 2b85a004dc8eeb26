import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { type CSSOptions, createServer, type Plugin, type Rolldown } from 'vite';
import type { markup } from './prerender.tsx';

const DASHBOARD = '/app/user-dashboard.tsx';

/**
 * The pages with their own HTML file, by the address without its slash, and the modules that each starts with. Of the
 * dashboard there is one for each view that has code of its own: `dashboard-` and the view's name. `app` is for all other
 * addresses.
 */
const PAGES: Record<string, string[]> = {
  index: ['/site/home-page.tsx'],
  // What the server delivers as the home page where it offers its demo.
  'index-demo': ['/site/home-page.tsx'],
  blog: ['/site/blog-page.tsx'],
  login: ['/auth/login-page.tsx'],
  signup: ['/auth/signup-page.tsx'],
  dashboard: [DASHBOARD],
  'dashboard-accounts': [DASHBOARD, '/listings/accounts-view.tsx'],
  'dashboard-locations': [DASHBOARD, '/listings/locations-view.tsx'],
  'dashboard-location-details': [DASHBOARD, '/listings/details/location-details-view.tsx'],
  'dashboard-bulk-edit': [DASHBOARD, '/bulk-edits/bulk-edit-view.tsx'],
  'dashboard-calendar': [DASHBOARD, '/posts/calendar/calendar-view.tsx'],
  'dashboard-campaign': [DASHBOARD, '/campaigns/page/campaign-view.tsx'],
  'dashboard-change-log': [DASHBOARD, '/changes/change-log-view.tsx'],
  'dashboard-reputation': [DASHBOARD, '/reviews/reviews-view.tsx'],
  'dashboard-statistics': [DASHBOARD, '/statistics/statistics-view.tsx'],
  'dashboard-tasks': [DASHBOARD, '/advice/tasks-view.tsx'],
  'dashboard-settings': [DASHBOARD, '/dashboard/settings/settings-view.tsx'],
  'dashboard-setup': [DASHBOARD, '/business-profile/setup-view.tsx'],
  app: [],
};

/** The dashboard asks at once whether a Business Profile is connected (`api/early-connection.ts`). */
const CONNECTION = '    <link rel="preload" as="fetch" crossorigin href="/api/auth/gbp-status" />\n';

/** Says to the home page's code what the server knows (site/offered-demo.ts). */
const DEMO = '    <meta name="demo" content="offered" />\n';

/**
 * The names of classes: those of Vite, but without the line of the rule, which would make each name longer in the styles
 * and in the scripts of every page. The HTML that is made here needs the same names as the build.
 */
export const classNames: CSSOptions = {
  modules: {
    generateScopedName: (name, file) => {
      const path = relative(import.meta.dirname, file).replaceAll('\\', '/');
      return `_${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`;
    },
  },
};

/**
 * Makes an HTML file for each page from index.html. It lists all files that the page starts with, so that the browser
 * loads them in parallel, and it shows something before any code has arrived (see prerender.tsx).
 */
export function pages(): Plugin {
  return {
    name: 'pages',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const frame = bundle['index.html'];
        if (frame?.type !== 'asset') throw new Error('There is no index.html to make the pages of.');
        const contents = await prerender();
        const html = String(frame.source);
        delete bundle['index.html'];
        for (const [name, modules] of Object.entries(PAGES)) {
          const content = name in contents ? contents[name as keyof typeof contents] : undefined;
          const marks = [modules.includes(DASHBOARD) && CONNECTION, name === 'index-demo' && DEMO];
          const files = new Set(modules.flatMap((module) => filesOf(module, bundle)));
          const links = [...files].filter((file) => !html.includes(`/${file}"`)).map(linkTo);
          const page = html
            .replace('<div id="root"></div>', () => `<div id="root">${content ?? contents.loading}</div>`)
            .replace('  </head>', () => `${marks.filter(Boolean).join('')}${links.join('')}  </head>`);
          // Prerendered content comes before the code.
          const source = content
            ? page.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"')
            : page;
          this.emitFile({ type: 'asset', fileName: `${name}.html`, source });
        }
      },
    },
  };
}

/** The first content of the pages. Vite's module runner renders it, so that class names are those of the build. */
async function prerender() {
  const server = await createServer({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    css: classNames,
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  });
  try {
    const module = await server.ssrLoadModule('/prerender.tsx');
    return module.markup as typeof markup;
  } finally {
    await server.close();
  }
}

/** The files that a lazily imported module loads, its own first. */
function filesOf(module: string, bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || files.has(name)) return;
    files.add(name);
    chunk.imports.forEach(add);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  };
  const first = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module)),
  );
  if (!first) throw new Error(`No file holds ${module}.`);
  add(first.fileName);
  return [...files];
}

function linkTo(file: string): string {
  const rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload';
  return `    <link rel="${rel}" crossorigin href="/${file}">\n`;
}
