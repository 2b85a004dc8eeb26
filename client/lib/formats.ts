import { readersLanguage } from './language';

/**
 * A format of days or times for each zone, in the reader's language. It is created with its first use: that is slow, and a
 * list shows hundreds of times. Years are those of our calendar and digits those of the words around them in all languages.
 */
export function timesIn(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const language = readersLanguage();
    const key = `${language} ${timeZone}`;
    const format =
      formats.get(key) ??
      new Intl.DateTimeFormat(language, {
        timeZone,
        calendar: 'gregory',
        numberingSystem: 'latn',
        ...options,
      });
    formats.set(key, format);
    return format;
  };
}

/** The same for calendar days, which have no zone. */
export function daysIn(options: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = timesIn(options);
  return (day) => withoutPause(format('UTC').format(Date.parse(day)));
}

/** English with the day before the month needs no comma after the weekday: 'Sat 21 Nov', but 'Sat, Nov 21'. */
export function withoutPause(words: string): string {
  return readersLanguage().startsWith('en') ? words.replace(/^(\w+), (?=\d)/, '$1 ') : words;
}

/** A format of numbers in the reader's language. */
export function numbersIn(options?: Intl.NumberFormatOptions): (value: number) => string {
  const formats = new Map<string, Intl.NumberFormat>();
  return (value) => {
    const language = readersLanguage();
    const format =
      formats.get(language) ?? new Intl.NumberFormat(language, { numberingSystem: 'latn', ...options });
    formats.set(language, format);
    return format.format(value);
  };
}
