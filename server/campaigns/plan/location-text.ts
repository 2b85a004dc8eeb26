import { frozen } from '../../config/frozen.js';
import type { LocationFacts } from '../../database/campaigns.schema.js';
import { isWebAddress } from '../../security/web-address.js';
import { MISSING_RULES } from './campaign-rules.js';

export type Variable = keyof LocationFacts;

/** The words that a text can have in braces, each replaced by a location's value. */
const VARIABLES: readonly Variable[] = frozen(['name', 'city', 'street', 'storeCode', 'website']);
/** A word in braces. Other braces are text. */
const IN_BRACES = /\{([\p{L}\p{N}_]+)\}/gu;
const WEBSITE = '{website}';
/** The parts of an address: the part before the parameters, the parameters, and the part from # on. */
const PARTS = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s;

/** Whether a link with variables is one: a web address, or `{website}` with nothing or a path after it. */
export function isLinkTemplate(text: unknown): boolean {
  if (typeof text !== 'string' || !text.startsWith(WEBSITE)) return isWebAddress(text);
  const rest = text.slice(WEBSITE.length);
  return rest === '' || (/^[/?#]/.test(rest) && isWebAddress(`https://www.example.com${rest}`));
}

/** The first word in braces of a text that is none of the variables; undefined where there is none. */
export function unknownVariable(
  text: string | null | undefined,
  known: readonly Variable[] = VARIABLES,
): string | undefined {
  const words = [...(text ?? '').matchAll(IN_BRACES)].map(([, word = '']) => word);
  return words.find((word) => !(known as readonly string[]).includes(word));
}

/** Puts the values of one location in place of the variables of texts, and notes which of them it lacks. */
export class LocationText {
  private readonly missing = new Set<Variable>();

  constructor(private readonly facts: LocationFacts) {}

  /** The rules that texts break for which the location lacks a value. */
  get lacks(): (typeof MISSING_RULES)[Variable][] {
    return VARIABLES.filter((variable) => this.missing.has(variable)).map((name) => MISSING_RULES[name]);
  }

  /** A text with the values of the location. A value is taken as it is, even if it has braces. */
  fill(text: string, toText = (value: string): string => value): string {
    return withoutVariables(text, (word) => {
      const value = this.facts[word];
      if (!value) this.missing.add(word);
      return toText(value ?? '');
    });
  }

  /** The same of a link: values are encoded, and what follows `{website}` is added to that address. */
  link(text: string): string {
    const encode = (part: string) => this.fill(part, encodeURIComponent);
    return text.startsWith(WEBSITE)
      ? joined(this.fill(WEBSITE), encode(text.slice(WEBSITE.length)))
      : encode(text);
  }
}

/** A text with something else in place of each variable. */
export function withoutVariables(text: string, replace: (variable: Variable) => string): string {
  return text.replace(IN_BRACES, (braces, word: string) => (isVariable(word) ? replace(word) : braces));
}

/** A website with a path, parameters or a part behind # after it. It may have such things of its own. */
function joined(website: string, rest: string): string {
  const [, path = '', parameters = '', part = ''] = PARTS.exec(website) ?? [];
  const [, pathAfter = '', parametersAfter = '', partAfter = ''] = PARTS.exec(rest) ?? [];
  const all = [parameters, parametersAfter].filter(Boolean).join('&');
  return (pathAfter ? path.replace(/\/$/, '') + pathAfter : path) + (all && `?${all}`) + (partAfter || part);
}

function isVariable(word: string): word is Variable {
  return (VARIABLES as readonly string[]).includes(word);
}
