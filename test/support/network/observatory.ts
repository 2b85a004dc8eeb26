import type { Answer } from './raw-http.ts';

/**
 * The 10 tests by which MDN's HTTP Observatory judges a site that has answered over TLS with a good certificate, with its
 * names of results and its points (mdn/mdn-http-observatory: src/analyzer/tests, src/grader/charts.js). A site is asked for
 * its page, and for it once more in the name of another origin. What the site cannot have here is left out: an entry in the
 * browsers' HSTS list, scripts of other sites, policies in the page itself.
 */
export interface Verdict {
  score: number;
  grade: string;
  passed: number;
  /** By test: what was found, its points, and whether that passes. */
  results: Record<string, Finding>;
}

type Finding = [result: string, points: number, passes: boolean];

/** The origin in whose name the site is asked again. */
export const OTHER_ORIGIN = 'https://observatory.example';

const BROAD = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*'];
const BROAD_OR_INLINE = [...BROAD, "'unsafe-inline'", 'data:'];
const PASSIVE = ['img-src', 'media-src'];
const GRADES = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [70, 'B'],
  [65, 'B-'],
  [60, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [30, 'D'],
  [25, 'D-'],
] as const;
const SIX_MONTHS_S = 15_552_000;

/** Judges a page; `foreign` is the answer to the same request with `Origin: OTHER_ORIGIN`. */
export function judge(page: Answer, foreign: Answer): Verdict {
  const results: Record<string, Finding> = {
    'content-security-policy': policy(page),
    cookies: cookies(page),
    'cross-origin-resource-sharing': sharing(foreign),
    // Only TLS is served; what would redirect to it stands in front.
    redirection: ['redirection-not-needed-no-http', 0, true],
    'referrer-policy': referrer(page),
    'strict-transport-security': transport(page),
    'subresource-integrity': scripts(page),
    'x-content-type-options': sniffing(page),
    'x-frame-options': framing(page),
    'cross-origin-resource-policy': resources(page),
  };
  const points = Object.values(results).map(([, each]) => each);
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 100);
  const withoutExtras = sum(points.filter((each) => each < 0));
  // Extra points count for those alone who are good without them.
  const score = Math.max(0, withoutExtras >= 90 ? sum(points) : withoutExtras);
  return {
    score,
    grade: GRADES.find(([from]) => score >= from)?.[1] ?? 'F',
    passed: Object.values(results).filter(([, , passes]) => passes).length,
    results,
  };
}

/** A header that may stand in an answer several times is joined by Node. */
function headerOf({ headers }: Answer, name: string): string {
  return String(headers[name] ?? '').trim();
}

function directivesOf(page: Answer): Map<string, string[]> {
  const directives = headerOf(page, 'content-security-policy')
    .split(';')
    .map((text) => text.trim().toLowerCase().split(/\s+/))
    .filter(([name]) => name);
  return new Map(directives.map(([name = '', ...sources]) => [name, sources]));
}

function policy(page: Answer): Finding {
  const csp = directivesOf(page);
  if (csp.size === 0) return ['csp-not-implemented', -25, false];
  const of = (name: string) => csp.get(name) ?? csp.get('default-src') ?? ['*'];
  const has = (sources: string[], some: string[]) => sources.some((source) => some.includes(source));
  const insecure = (sources: string[]) => sources.some((source) => /^(http|ftp):/.test(source));
  const active = [...csp].flatMap(([name, sources]) => (PASSIVE.includes(name) ? [] : sources));
  if (has(of('script-src'), BROAD_OR_INLINE) || has(of('object-src'), BROAD))
    return ['csp-implemented-with-unsafe-inline', -20, false];
  if (insecure(active)) return ['csp-implemented-with-insecure-scheme', -20, false];
  if (has([...of('script-src'), ...of('style-src')], ["'unsafe-eval'"]))
    return ['csp-implemented-with-unsafe-eval', -10, false];
  if (insecure(PASSIVE.flatMap(of)))
    return ['csp-implemented-with-insecure-scheme-in-passive-content-only', -10, true];
  if (has(of('style-src'), BROAD_OR_INLINE))
    return ['csp-implemented-with-unsafe-inline-in-style-src-only', 0, true];
  return csp.get('default-src')?.join(' ') === "'none'"
    ? ['csp-implemented-with-no-unsafe-default-src-none', 10, true]
    : ['csp-implemented-with-no-unsafe', 5, true];
}

function cookies({ headers }: Answer): Finding {
  const all = headers['set-cookie'] ?? [];
  if (all.length === 0) return ['cookies-not-found', 0, true];
  const each = all.map((text) => {
    const [pair = '', ...attributes] = text.toLowerCase().split(/;\s*/);
    return { attributes, isSession: /login|sess/.test(pair.split('=')[0] ?? '') };
  });
  const every = (attribute: RegExp) =>
    each.every(({ attributes }) => attributes.some((text) => attribute.test(text)));
  if (each.some(({ isSession, attributes }) => isSession && !attributes.includes('httponly')))
    return ['cookies-session-without-httponly-flag', -30, false];
  if (!every(/^secure$/)) return ['cookies-without-secure-flag', -20, false];
  return every(/^samesite=(lax|strict)$/)
    ? ['cookies-secure-with-httponly-sessions-and-samesite', 5, true]
    : ['cookies-secure-with-httponly-sessions', 0, true];
}

function sharing(foreign: Answer): Finding {
  const allowed = headerOf(foreign, 'access-control-allow-origin');
  const name = 'cross-origin-resource-sharing';
  if (!allowed) return [`${name}-not-implemented`, 0, true];
  const withCredentials = headerOf(foreign, 'access-control-allow-credentials') === 'true';
  if (allowed === OTHER_ORIGIN && withCredentials)
    return [`${name}-implemented-with-universal-access`, -50, false];
  return [`${name}-implemented-with-${allowed === '*' ? 'public' : 'restricted'}-access`, 0, true];
}

function referrer(page: Answer): Finding {
  const value = headerOf(page, 'referrer-policy');
  if (!value) return ['referrer-policy-not-implemented', 0, true];
  return /^(no-referrer|same-origin|strict-origin(-when-cross-origin)?)$/.test(value)
    ? ['referrer-policy-private', 5, true]
    : ['referrer-policy-unsafe', -5, false];
}

function transport(page: Answer): Finding {
  const value = headerOf(page, 'strict-transport-security');
  if (!value) return ['hsts-not-implemented', -20, false];
  const [, seconds] = /max-age=(\d+)/.exec(value) ?? [];
  if (seconds === undefined || value.includes(',')) return ['hsts-header-invalid', -20, false];
  return Number(seconds) < SIX_MONTHS_S
    ? ['hsts-implemented-max-age-less-than-six-months', -10, false]
    : ['hsts-implemented-max-age-at-least-six-months', 0, true];
}

function scripts({ headers, body }: Answer): Finding {
  if (!headers['content-type']?.startsWith('text/html'))
    return ['sri-not-implemented-response-not-html', 0, true];
  const all = [...body.matchAll(/<script\b([^>]*)>/gi)].map(([, attributes = '']) => attributes);
  if (all.length === 0) return ['sri-not-implemented-but-no-scripts-loaded', 0, true];
  const isForeign = (attributes: string) => /\bsrc="?(https?:)?\/\//i.test(attributes);
  if (all.some((attributes) => isForeign(attributes) && !/\bintegrity=/.test(attributes)))
    return ['sri-not-implemented-but-external-scripts-loaded-securely', -5, false];
  return ['sri-not-implemented-but-all-scripts-loaded-from-secure-origin', 0, true];
}

function sniffing(page: Answer): Finding {
  return headerOf(page, 'x-content-type-options').toLowerCase() === 'nosniff'
    ? ['x-content-type-options-nosniff', 0, true]
    : ['x-content-type-options-not-implemented', -5, false];
}

function framing(page: Answer): Finding {
  if (directivesOf(page).has('frame-ancestors')) return ['x-frame-options-implemented-via-csp', 5, true];
  return /^(deny|sameorigin)$/i.test(headerOf(page, 'x-frame-options'))
    ? ['x-frame-options-sameorigin-or-deny', 5, true]
    : ['x-frame-options-not-implemented', -20, false];
}

function resources(page: Answer): Finding {
  const value = headerOf(page, 'cross-origin-resource-policy');
  const name = 'cross-origin-resource-policy';
  if (!value) return [`${name}-not-implemented`, 0, true];
  if (/^same-(origin|site)$/.test(value)) return [`${name}-implemented-with-${value}`, 10, true];
  return value === 'cross-origin'
    ? [`${name}-implemented-with-cross-origin`, 0, true]
    : [`${name}-header-invalid`, -5, false];
}
