// Sets the colour scheme before the first paint. A file of its own, since the page allows no inline script.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('waybill.scheme');
  } catch {
    // storage can be forbidden; the system's scheme will do
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
