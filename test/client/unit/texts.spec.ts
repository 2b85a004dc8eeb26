import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { documentOf, textsIn } from '../../texts/texts.js';

const texts = textsIn(process.cwd());

/** Words that nobody running a business would say, or that are about how Shingle is made. */
const FOREIGN =
  /\b(places?|shops?|anew|thereof|thereby|whoever|nobody|meanwhile|is told|are told|belongs to nothing|(does|do) not go out|payload|mirror|tenant|workspace|intent|ledger|queue|fetch(ed|ing)?|sync(ed|ing)?|null|undefined|boolean|invalid value|JSON object|string|integer|enum|endpoint|backend|frontend)\b/i;
/** What a business may say all the same. */
const FITTING = /\btakes? place\b|\bfirst place\b|\bPlace ID\b|^Shop$/g;
/** Not read yet in plain words. */
const NOT_YET = /^client\/(posts|listings|dashboard)\/|^client\/business-profile\/setup-view/;

describe('The texts that people see', () => {
  it('all stand in docs/texts.md: `npm run texts` writes it', () => {
    expect(readFileSync(join(process.cwd(), 'docs/texts.md'), 'utf8')).toBe(documentOf(texts));
  });

  it('use no word that does not belong on the screen', () => {
    const found = texts.filter(
      ({ file, words }) => !NOT_YET.test(file) && FOREIGN.test(words.replaceAll(FITTING, '')),
    );
    expect(found.map(({ file, words }) => `${file}: ${words}`)).toEqual([]);
  });
});
