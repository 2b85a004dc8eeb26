/** What client and server take for a link, of a place as of a post. */
export const LINKS: readonly string[] = [
  'https://example.com',
  'http://shop.example.co.uk:8080/a/?b=c@d#e',
  'HTTPS://EXAMPLE.COM',
  'https://münchen.de/straße',
  'https://8.8.8.8/',
];

/** What they do not. */
export const NO_LINKS: readonly string[] = [
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://www.example.com',
  '//example.com',
  'www.example.com',
  'https://',
  'https:///example.com',
  'https:example.com',
  'https://example',
  'https://example.',
  'https://.com',
  'https://a..example.com',
  'https://-.example.com',
  'https://a_b.example.com',
  'https://example.com:99999',
  'http://user:pw@evil.test',
  'https://user@evil.test/',
  'https://@evil.test',
  'https://www.example.com\\@evil.test',
  'https:\\\\www.example.com',
  'https://www.example.com/\\..\\x',
  'https://exam ple.com',
  'https://www.example.com\r\nX: y',
  'https://www.example.com/\u0001',
  'https://www.example.com/<script>',
];
