// Sets data-theme on <html> before the first paint, and again when the user's choice or the system's setting changes.
// A classic script in <head> without defer: a later script would let the page paint in the wrong colours first.
(function () {
  const dark = matchMedia('(prefers-color-scheme: dark)');

  function stored() {
    try {
      return localStorage.getItem('shingle.theme');
    } catch {
      return null;
    }
  }

  let theme = stored();

  function apply() {
    const isDark = theme === 'dark' || (theme === 'system' && dark.matches);
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  }

  apply();
  dark.addEventListener('change', apply);
  // Chosen in this tab (client/lib/theme.ts).
  addEventListener('shingle:theme', function (event) {
    theme = event.detail;
    apply();
  });
  // Chosen in another tab.
  addEventListener('storage', function (event) {
    if (event.key !== 'shingle.theme' && event.key !== null) return;
    theme = stored();
    apply();
  });
})();
