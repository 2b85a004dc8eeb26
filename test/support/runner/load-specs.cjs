const { afterAll, describe } = require('@jest/globals');
const { join } = require('node:path');
const { countProcessorTime } = require('./processor-time.js');

const root = join(__dirname, '../../..');

/**
 * Loads spec files into the file that runs, each as a block of its own, which keeps its hooks to itself and has the file's
 * path as its name.
 * @param {string[]} specs paths from the root of the repository
 */
module.exports = function loadSpecs(specs) {
  for (const spec of specs)
    describe(spec, () => {
      require(join(root, spec));
      afterAll(() => countProcessorTime(join(root, spec)));
    });
};
