import { Phrases } from './phrases.js';

/** Words about opening hours that are no part of a name. */
export const OPENING_WORDS = new Phrases({
  en: [
    '(?:now )?open (?:24|late|daily|now|sundays?|until|till|every day|all day|7 days)(?: ?(?:hours?|hrs?|h)| a week| ?/ ?7)?',
    '24 ?/ ?7',
    '24[ -]?(?:hours?|hrs?)',
  ],
  de: [
    '(?:24 (?:std\\.?|stunden) )?(?:geöffnet|durchgehend geöffnet)',
    '24 (?:std|stunden)',
    'sonntags offen',
  ],
  fr: ['ouvert(?: (?:24 ?h/24|tous les jours|le dimanche|7 ?j/7|7/7))?', '24 ?h/24', '7 ?j/7'],
  es: ['abierto (?:24 horas|todos los días|los domingos)', '24 horas'],
  it: ['aperto (?:24 ore|tutti i giorni|la domenica)', '24 ore(?: su 24)?'],
  nl: ['(?:24 uur )?(?:per dag )?geopend', '24 uur'],
  pt: ['aberto (?:24 horas|todos os dias|aos domingos)', '24 horas'],
  pl: ['czynne(?: całą dobę)?', 'otwarte (?:24h|całą dobę)', 'całodobow[aey]'],
});
