// `npm run film`: plays the product in a real browser beside a real shell, and writes docs/film.webp; then it takes the
// pictures of README and home page. `npm run film -- held reply` makes only those that it names (`film` is the film), and
// `npm run film -- --check` lists those that were drawn by other files than there are now.
import { whenPrepared } from '../../server/embedded/run-node.mjs';

await whenPrepared(async () => {
  // Imported after the packages are installed.
  const { checkPictures, makePictures } = await import('./make.ts');
  const names = process.argv.slice(2);
  if (names[0] === '--check') checkPictures();
  else await makePictures(names);
});
