import { frozen } from '../../../config/frozen.js';

/** Hosts where a page is not the business's own, with the sort of page. Hosts below them count as well. */
const SORTS = frozen({
  'a social network': [
    ...[
      'facebook.com',
      'fb.com',
      'fb.me',
      'instagram.com',
      'twitter.com',
      'x.com',
      'tiktok.com',
      'youtube.com',
    ],
    ...['youtu.be', 'linkedin.com', 'pinterest.com', 'snapchat.com', 'threads.net', 'vk.com', 'whatsapp.com'],
    ...['wa.me', 't.me'],
  ],
  'a link shortener': [
    ...[
      'bit.ly',
      'tinyurl.com',
      'goo.gl',
      't.co',
      'ow.ly',
      'is.gd',
      'buff.ly',
      'cutt.ly',
      'rebrand.ly',
      'lnkd.in',
    ],
    ...['shorturl.at', 't.ly'],
  ],
  'a list of links': ['linktr.ee', 'linkin.bio', 'beacons.ai', 'campsite.bio', 'lnk.bio'],
  'a redirect': ['g.page', 'maps.google.com'],
});

const SORT_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(SORTS).flatMap(([sort, hosts]) => hosts.map((host) => [host, sort])),
);

/** What sort of somebody else's page an address leads to; undefined where it may be the business's own. */
export function sortOfHost(host: string): string | undefined {
  const labels = host.toLowerCase().split('.');
  for (let from = 0; from < labels.length - 1; from++) {
    const sort = SORT_OF.get(labels.slice(from).join('.'));
    if (sort !== undefined) return sort;
  }
  return undefined;
}
