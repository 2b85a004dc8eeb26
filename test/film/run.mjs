// `npm run film`: plays the product in a real browser beside a real shell, and writes docs/film.webp. `npm run film -- --pictures`
// writes the still pictures of README and home page instead: all of them, or those whose names follow.
import { whenPrepared } from '../../server/embedded/run-node.mjs';

await whenPrepared(async () => {
  // Imported after the packages are installed.
  const [, , kind, ...names] = process.argv;
  if (kind === '--pictures') await (await import('./pictures.ts')).takePictures(names);
  else await (await import('./film.ts')).makeFilm();
});
