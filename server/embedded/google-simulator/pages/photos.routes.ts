import type { PlainRoute } from '../exchange.js';
import { numberFor } from '../seeded-random.js';
import type { State } from '../state.js';

/** Pictures of people and places: initials on a coloured ground. */
export function photoRoutes(state: State): PlainRoute[] {
  return [
    {
      operation: 'photos.get',
      method: 'GET',
      path: '/photos/{name}.svg',
      answer: ({ params }) => ({
        headers: {
          'Content-Type': 'image/svg+xml',
          'Cache-Control': 'public, max-age=3600',
          'Content-Security-Policy': "default-src 'none'",
          // Pages of the product show them.
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'X-Content-Type-Options': 'nosniff',
        },
        body: draw(params.name ?? '', initialsOf(state, params.name ?? '')),
      }),
    },
  ];
}

function initialsOf(state: State, name: string): string {
  const person = state.people.find(({ sub }) => sub === name);
  if (person) return `${person.givenName[0]}${person.familyName[0]}`.toUpperCase();
  const title = state.locations.get(name.split('-')[0] ?? '')?.fields.title ?? '';
  return /\p{L}/u.exec(title)?.[0].toUpperCase() ?? '';
}

function draw(name: string, initials: string): string {
  const hue = Math.floor(numberFor(name) * 360);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" ` +
    `fill="hsl(${hue} 45% 32%)"/><text x="48" y="60" fill="#fff" font-family="sans-serif" ` +
    `font-size="36" text-anchor="middle">${initials}</text></svg>\n`
  );
}
