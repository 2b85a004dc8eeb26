/** The values for the placeholders of a saved reply. */
interface Recipient {
  /** Null for a reviewer without a name. */
  reviewerName: string | null;
  locationName: string;
}

/** The placeholders of saved replies that a text still holds. */
export function placeholdersIn(text: string): string[] {
  return [...new Set(text.match(/\{(?:name|location)\}/g))];
}

/**
 * A saved reply for a review. The name of an anonymous reviewer is left out together with the space or comma before it,
 * so that the sentence reads on; at the start of a line also what follows it.
 */
export function fillSavedReply(text: string, { reviewerName, locationName }: Recipient): string {
  // By functions, since `$` in a name would mean something else.
  const withLocation = text.replaceAll('{location}', () => locationName);
  if (reviewerName !== null) return withLocation.replaceAll('{name}', () => reviewerName);
  return withLocation
    .replaceAll(/^[ \t]*\{name\}[ \t]*[,:!]?[ \t]*(\p{Ll}?)/gmu, (_, letter: string) =>
      letter.toLocaleUpperCase(),
    )
    .replaceAll(/[ \t]*,?[ \t]*\{name\}/g, '');
}
