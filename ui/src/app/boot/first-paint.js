// What shows before the console has loaded: its colour scheme, its language, the outline of the page to come, and what
// that page needs, asked for at once. A file of its own, since the page allows no inline script, and no module, which
// would run after the first paint.
(() => {
  // the build fills this in (.ci/first-paint.mjs)
  const built = { words: {}, rightToLeft: [], parts: { login: [], frame: [] } };
  const root = document.documentElement;
  const basePath = document.querySelector('meta[name="base-path"]')?.content ?? '';
  const ui = `${basePath}/ui/`;

  const stored = key => {
    try {
      return localStorage.getItem(key);
    } catch {
      // storage can be forbidden; the system's choices will do
      return null;
    }
  };
  const own = key => stored(basePath + key);

  function askForSession() {
    // the console takes the answer (lib/earlySession.ts), and handles what fails
    const session = fetch(`${ui}api/v1/session`);
    session.catch(() => undefined);
    Object.assign(globalThis, { earlySession: session });
  }

  function setScheme() {
    const chosen = stored('waybill.scheme');
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const scheme = chosen === 'dark' || chosen === 'light' ? chosen : system;
    root.setAttribute('data-mantine-color-scheme', scheme);
  }

  function setLanguage() {
    const languages = navigator.languages.map(tag => tag.toLowerCase().split('-')[0]);
    const wanted = [own('waybill.language'), ...languages, 'en'];
    const language = wanted.find(name => name && Object.hasOwn(built.words, name));
    if (!language) return;
    root.lang = language;
    root.dir = built.rightToLeft.includes(language) ? 'rtl' : 'ltr';
    // as soon as the outline has been read, and before it is painted
    const outline = new MutationObserver(() => {
      const places = document.querySelectorAll('#first [data-word]');
      if (places.length < 2) return;
      outline.disconnect();
      for (const place of places) place.textContent = built.words[language][place.dataset.word];
    });
    outline.observe(root, { childList: true, subtree: true });
  }

  /** Which outline fits the address, and which parts its page is made of. */
  function setOutline() {
    const path = location.pathname.slice(basePath.length).replace(/^\/ui/, '');
    const isInside = own('waybill.inside') === 'true' && !/^\/(login|auth|setup|logout)\b/.test(path);
    const isSignIn = /^\/login\/?$/.test(path);
    const kind = isInside ? 'frame' : isSignIn ? 'login' : 'card';
    root.setAttribute('data-first', kind);
    if (own('waybill.sidebar-collapsed') === 'true') root.setAttribute('data-first-collapsed', '');
    for (const part of built.parts[kind] ?? []) askFor(part);
  }

  function askFor(part) {
    const link = document.createElement('link');
    link.crossOrigin = '';
    link.rel = 'modulepreload';
    if (part.endsWith('.css')) {
      link.rel = 'preload';
      link.as = 'style';
    }
    link.href = ui + part;
    document.head.append(link);
  }

  askForSession();
  setScheme();
  setLanguage();
  setOutline();
})();
