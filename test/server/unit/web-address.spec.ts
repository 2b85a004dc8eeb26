import { describe, expect, it } from '@jest/globals';
import { isPublicLink } from '../../../dist/server/security/web-address.js';

describe('a link', () => {
  it.each([
    'https://www.example.com/book',
    'http://example.co.uk:8080/?a=1#b',
    'https://münchen.de/karte',
    'https://xn--mnchen-3ya.de',
    'https://8.8.8.8/',
    'https://172.32.0.1/',
    'https://[2606:4700::1111]/',
    'https://local.example.com',
    'https://mylocal.com',
  ])('that everybody can open: %s', (link) => {
    expect(isPublicLink(link)).toBe(true);
  });

  it.each([
    ['this machine', 'http://localhost:3000/'],
    ['a name below it', 'http://shop.localhost/'],
    ['this machine by number', 'http://127.0.0.1/'],
    ['this machine by a number in disguise', 'http://0x7f.1/'],
    ['the same, decimal', 'http://2130706433/'],
    ['this machine in IPv6', 'http://[::1]/'],
    ['an IPv4 address in IPv6', 'http://[::ffff:10.0.0.1]/'],
    ['a private network', 'http://10.1.2.3/'],
    ['the middle private network', 'http://172.31.255.255/'],
    ['a home network', 'https://192.168.0.1/'],
    ['a carrier network', 'https://100.64.0.1/'],
    ['a link-local address', 'http://169.254.169.254/latest'],
    ['a unique local address', 'http://[fd00::1]/'],
    ['addresses for examples', 'http://203.0.113.7/'],
    ['multicast', 'http://239.1.1.1/'],
    ['a printer', 'http://printer.local/'],
    ['a company network', 'https://wiki.corp/'],
    ['a router', 'https://fritz.home.arpa/'],
    ['a name with the root dot', 'https://nas.local./'],
    ['a name without a dot', 'https://intranet/'],
    ['a name for tests', 'https://shop.test/'],
    ['no link at all', 'book now'],
  ])('that customers cannot: %s', (_name, link) => {
    expect(isPublicLink(link)).toBe(false);
  });
});
