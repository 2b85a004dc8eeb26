/** Of people who have none of their own. */
const USUAL_LANGUAGE = 'en-US';

let language = USUAL_LANGUAGE;

/**
 * The BCP 47 tag of the language that dates, hours and numbers are written as on this page. Words are English in all.
 */
export function readersLanguage(): string {
  return language;
}

/** Has dates, hours and numbers written for a person: what is rendered from then on has them so. */
export function writeFor(person: { language: string | null }): void {
  language = person.language ?? browserLanguage();
}

/** The first language of this browser, in its usual form; `en-US` where it names one whose dates are not known. */
export function browserLanguage(): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(navigator.languages[0] ?? '')[0] ?? USUAL_LANGUAGE;
  } catch {
    // Some browsers report a system name such as `en-US@posix`, which is not a valid tag.
    return USUAL_LANGUAGE;
  }
}
