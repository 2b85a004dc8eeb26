/** What a page of the server adds to its head. `/plain-page.css` is the look of all that this origin serves. */
const PLAIN_HEAD = '<link rel="stylesheet" href="/plain-page.css" />';

/**
 * A page that the server itself makes, without scripts. Nothing is escaped here.
 * @param head the style of a page that another origin serves
 */
export function htmlPage(title: string, body: string, head = PLAIN_HEAD): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title} · Shingle</title>
    ${head}
  </head>
  <body>
    <main>
      <p class="sign">Shingle</p>
      <h1>${title}</h1>
      ${body}
    </main>
  </body>
</html>
`;
}

/** Text for HTML, in elements and in attributes with double quotes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
