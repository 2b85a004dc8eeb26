import { momentsWords, type Reader } from '../../config/date-words.js';
import { escaped } from '../../config/html-page.js';
import type { DeliveryContent } from '../../database/notices.schema.js';
import { noticePath, noticeText, noticeTitle, titleOfAll } from '../events/notice-kinds.js';
import { storeCodeIn } from '../events/notice-words.js';

/** The words of a mail, twice: the text and the HTML say and link to the same. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** The addresses that a mail links to, and whose times it names. */
interface MailPlace {
  publicOrigin: string;
  reader: Reader;
  unsubscribeUrl: string;
}

/** A part of a mail: a heading that may be a link, lines below it, and when it was. */
interface Part {
  title: string;
  url?: string;
  lines: string[];
  when?: string;
}

const WHY = 'You’re getting this email because email notices are on in Shingle.';

/** The mail about notices: an immediate one, or a digest. */
export function noticeMail(
  kind: 'notice' | 'digest',
  { notices }: DeliveryContent,
  { publicOrigin, reader, unsubscribeUrl }: MailPlace,
): MailContent {
  const parts = notices.map((notice) => ({
    title: noticeTitle(notice),
    url: publicOrigin + noticePath(notice),
    lines: [[storeCodeIn(notice), noticeText(notice)].filter(Boolean).join(': ')].filter(Boolean),
    // The zone is named: mail is read anywhere.
    when: momentsWords(new Date(notice.firstAt), new Date(notice.lastAt), reader),
  }));
  const title = titleOfAll(notices);
  return mailOf({
    subject: kind === 'digest' ? `What happened: ${title}` : title,
    heading: 'What happened',
    parts,
    links: [['Open Shingle', `${publicOrigin}/dashboard`]],
    footer: [WHY, ['Unsubscribe', unsubscribeUrl]],
  });
}

/** The mail that a person sends themselves from the settings. */
export function testMail({ publicOrigin, unsubscribeUrl }: Omit<MailPlace, 'reader'>): MailContent {
  return mailOf({
    subject: 'A test from Shingle',
    heading: 'This is a test',
    parts: [{ title: 'Email from Shingle reaches you.', lines: ['Notices will come to this address.'] }],
    links: [['Open Shingle', `${publicOrigin}/dashboard`]],
    footer: [WHY, ['Unsubscribe', unsubscribeUrl]],
  });
}

/** The mail whose link proves that its reader has the address. */
export function proofMail(proofUrl: string): MailContent {
  return mailOf({
    subject: 'Confirm your address for Shingle',
    heading: 'Confirm your address',
    parts: [
      {
        title: 'Shingle will send notices to this address.',
        lines: ['Open the link within 24 hours, in a browser where you’re logged in.'],
      },
    ],
    links: [['Confirm this address', proofUrl]],
    footer: ['If you didn’t ask for this, you can ignore this email. You won’t get any more emails.'],
  });
}

type Link = [words: string, url: string];

interface Letter {
  subject: string;
  heading: string;
  parts: Part[];
  links: Link[];
  footer: [sentence: string, link?: Link];
}

function mailOf(letter: Letter): MailContent {
  return { subject: letter.subject, text: textOf(letter), html: htmlOf(letter) };
}

function textOf({ heading, parts, links, footer: [sentence, link] }: Letter): string {
  const blocks = [
    heading,
    ...parts.map(({ title, url, lines, when }) => [title, ...lines, when, url].filter(Boolean).join('\n')),
    ...links.map(([words, url]) => `${words}: ${url}`),
    `-- \n${sentence}${link ? `\n${link[0]}: ${link[1]}` : ''}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** For programs that know `prefers-color-scheme`. Light is inline, since some programs drop styles of the head. */
const DARK = `
      @media (prefers-color-scheme: dark) {
        body, .page { background: #0d1418 !important; color: #e7eef2 !important; }
        .card { background: #141d23 !important; border-color: #2a3740 !important; }
        h1, h2, p { color: #e7eef2 !important; }
        p.quiet { color: #a5b4be !important; }
        a { color: #74c7e3 !important; }
        .button { background: #74c7e3 !important; color: #05212c !important; }
      }`;

const STYLES = {
  page: 'margin:0;padding:16px;background:#f4f6f7;color:#14212a;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif',
  main: 'max-width:560px;margin:0 auto;overflow-wrap:anywhere',
  name: 'display:inline-block;margin:0 0 20px;padding:4px 12px;background:#0b5570;border-bottom:4px solid #062f3f;border-radius:4px;font-weight:700;color:#ffffff',
  heading: 'margin:0 0 16px;font-size:22px;line-height:1.3;color:#14212a',
  card: 'margin:0 0 12px;padding:16px;background:#ffffff;border:1px solid #d3dbdf;border-radius:8px',
  title: 'margin:0;font-size:16px;line-height:1.4;color:#14212a',
  line: 'margin:4px 0 0;color:#14212a',
  link: 'color:#0b5570',
  button:
    'display:inline-block;margin:8px 0 24px;padding:10px 18px;background:#0b5570;color:#ffffff;border-radius:6px;font-weight:600;text-decoration:none',
  when: 'margin:4px 0 0;font-size:14px;color:#4c5b65',
  footer: 'margin:0 0 4px;font-size:14px;color:#4c5b65',
};

function htmlOf({ subject, heading, parts, links, footer: [sentence, link] }: Letter): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${escaped(subject)}</title>
    <style>
      :root { color-scheme: light dark; }${DARK}
    </style>
  </head>
  <body class="page" style="${STYLES.page}">
    <main style="${STYLES.main}">
      <p style="${STYLES.name}">Shingle</p>
      <h1 style="${STYLES.heading}">${escaped(heading)}</h1>
${parts.map(partOf).join('\n')}
${links.map(([words, url]) => `      <p style="margin:0"><a class="button" href="${escaped(url)}" style="${STYLES.button}">${escaped(words)}</a></p>`).join('\n')}
      <footer>
        <p class="quiet" style="${STYLES.footer}">${escaped(sentence)}</p>${link ? `\n        <p class="quiet" style="${STYLES.footer}">${anchor(link)}</p>` : ''}
      </footer>
    </main>
  </body>
</html>
`;
}

function partOf({ title, url, lines, when }: Part): string {
  const name = url === undefined ? escaped(title) : anchor([title, url]);
  return `      <section class="card" style="${STYLES.card}">
        <h2 style="${STYLES.title}">${name}</h2>
${lines.map((line) => `        <p style="${STYLES.line}">${escaped(line)}</p>`).join('\n')}${when === undefined ? '' : `\n        <p class="quiet" style="${STYLES.when}">${escaped(when)}</p>`}
      </section>`;
}

function anchor([words, url]: Link): string {
  return `<a href="${escaped(url)}" style="${STYLES.link}">${escaped(words)}</a>`;
}
