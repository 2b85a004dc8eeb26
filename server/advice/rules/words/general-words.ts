/** Words that no brand consists of: articles, and words for a trade. */
const GENERAL: ReadonlySet<string> = new Set(
  (
    'the le la les der die das el los las il lo de het o a os as & ' +
    'restaurant ristorante restaurante gasthaus café cafe caffè coffee bar pub pizzeria bakery bäckerei bakkerij ' +
    'boulangerie panadería panificio padaria hotel hostel motel inn shop store boutique market supermarket gym fitness ' +
    'studio salon barber spa clinic klinik praxis pharmacy apotheke pharmacie farmacia apotheek dental dentist bank ' +
    'museum school schule church university university garage auto car dr dr. st st. saint'
  ).split(' '),
);

/** Whether a text has none but such words. @param words in lower case */
export function areGeneral(words: readonly string[]): boolean {
  return words.every((word) => GENERAL.has(word));
}
