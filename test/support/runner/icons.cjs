const { createElement } = require('react');

/**
 * Replaces `lucide-react`, whose 1700 icons take time to load: every icon is an empty picture that has its name inside.
 * Unlike the real ones they are not silent by themselves; client/ui/basics/icon.tsx is what hides them from screen readers.
 * @type {Record<string, (props: { size?: number }) => import('react').ReactElement>}
 */
module.exports = new Proxy(/** @type {typeof module.exports} */ ({}), {
  get: (icons, name) => (typeof name === 'string' ? (icons[name] ??= iconOf(name)) : undefined),
});

/**
 * The same component each time, or React would mount it anew.
 * @param {string} name
 * @returns {(props: { size?: number }) => import('react').ReactElement}
 */
function iconOf(name) {
  return ({ size, ...attributes }) =>
    createElement(
      'svg',
      { width: size, height: size, ...attributes },
      createElement('use', { href: `#${name}` }),
    );
}
