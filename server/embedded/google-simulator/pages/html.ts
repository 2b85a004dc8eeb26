/** Markup that needs no more escaping. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | Html | Html[];

/** Markup with everything that is put into it escaped, save markup. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.map((text, index) => `${index > 0 ? render(parts[index - 1] ?? '') : ''}${text}`).join(''),
  );
}

function render(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(({ text }) => text).join('');
  return part.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
