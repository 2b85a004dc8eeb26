import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { documentOf, textsIn } from '../../texts/texts.js';

const texts = textsIn(process.cwd());

/**
 * Words that nobody running a business would say, or that are about how Shingle is made; and what people contract, with
 * a straight apostrophe or without any.
 */
const FOREIGN = new RegExp(
  [
    String.raw`\b(places?|shops?|anew|thereof|thereby|whoever|whom|nobody|anybody|somebody|meanwhile|alone|in vain)\b`,
    String.raw`\b(is told|are told|belongs to nothing|was begun|of its own|by itself|any more|beside it|goes on by)\b`,
    String.raw`\b((does|do) not go out|none (will )?goe?s? out|no post goes out|none is|of the sample(?! location))\b`,
    String.raw`\b(at Google|(has|have|had) ended|gives? its access|asked first|signed in|e-mail)\b`,
    String.raw`\b(payload|mirror|tenant|workspace|intent|ledger|queue|fetch(ed|ing)?|sync(ed|ing)?|null|undefined)\b`,
    String.raw`\b(boolean|invalid value|JSON object|string|integer|enum|endpoint|backend|frontend)\b`,
    String.raw`\b(Google (may )?takes?|all the same|known whether|the last known|as Google counts|waits to be)\b`,
    String.raw`\b(shown only now|faults first|has rejected no|everyone alike|put(s|ting)? back|goes? back|taken out)\b`,
    String.raw`\b(could|does|did|has|have|is|are|was|were|would) not\b|\bcannot\b`,
    String.raw`\p{L}'(s|t|re|ve|ll)\b`,
  ].join('|'),
  'iu',
);
/** What a business may say all the same, the button that Google calls so, a name in the API, and what is specified. */
const FITTING =
  /\btakes? place\b|\bany more emails\b|\bfirst place\b|\bPlace ID\b|^Shop$|\breview at Google$|\bsession has ended\b|^At Google can\b|^You don't have permission\b|\bresource was not found\b|^Firebase is not properly configured\b/g;

describe('The texts that people see', () => {
  it('all stand in docs/texts.md: `npm run texts` writes it', () => {
    expect(readFileSync(join(process.cwd(), 'docs/texts.md'), 'utf8')).toBe(documentOf(texts));
  });

  it('use no word that does not belong on the screen', () => {
    const found = texts.filter(({ words }) => FOREIGN.test(words.replaceAll(FITTING, '')));
    expect(found.map(({ file, words }) => `${file}: ${words}`)).toEqual([]);
  });
});
