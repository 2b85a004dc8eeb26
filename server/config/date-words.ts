import { LRUCache } from 'lru-cache';

/** How dates and hours are written for a person. */
export interface Reader {
  /** BCP 47 tag of the language whose forms they have. */
  language: string;
  /** IANA name of the zone. */
  timeZone: string;
}

/**
 * The forms of dates in mails, on this server's own pages and in its sentences. Whatever the language, years are those of our calendar
 * and digits those of the rest of the sentence.
 */
const FORMS = Object.freeze({
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  momentInZone: {
    ...{ day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZoneName: 'short',
  },
  date: { dateStyle: 'long' },
  weekday: { weekday: 'long', month: 'long', day: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>);

/** A format is expensive to create. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 200 });

function formatIn(form: keyof typeof FORMS, { language, timeZone }: Reader): Intl.DateTimeFormat {
  const key = `${form} ${language} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  const always = { calendar: 'gregory', numberingSystem: 'latn', timeZone };
  const format = new Intl.DateTimeFormat(language, { ...FORMS[form], ...always });
  formats.set(key, format);
  return format;
}

/** The time of an instant: `Jun 1, 2026, 9:30 AM`. */
export function momentWords(at: Date, reader: Reader): string {
  return formatIn('moment', reader).format(at);
}

/** From one instant to another, with the name of the zone: `Jun 1, 2026, 9:30 AM GMT+1`. */
export function momentsWords(from: Date, to: Date, reader: Reader): string {
  return formatIn('momentInZone', reader).formatRange(from, to);
}

/** A calendar day, `YYYY-MM-DD`: `December 24, 2026`. */
export function dateWords(day: string, language: string): string {
  return formatIn('date', { language, timeZone: 'UTC' }).format(Date.parse(day));
}

/** A calendar day, `YYYY-MM-DD`, near today: `Monday, March 1`. */
export function weekdayWords(day: string, language: string): string {
  return formatIn('weekday', { language, timeZone: 'UTC' }).format(Date.parse(day));
}
