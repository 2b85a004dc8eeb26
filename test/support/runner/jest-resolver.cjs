/**
 * TypeScript sources import each other under the name that they are compiled to: `../app.js` is `../app.ts` here.
 * @type {import('jest-resolve').SyncResolver}
 */
module.exports = (path, options) => {
  try {
    return options.defaultResolver(path, options);
  } catch (error) {
    if (!/^\.{1,2}\/.*\.js$/.test(path)) throw error;
    return options.defaultResolver(path.slice(0, -'.js'.length), options);
  }
};
