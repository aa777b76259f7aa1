// What shows before the console has loaded: its colour scheme, its language, the outline of the page to come, and what
// that page needs, asked for at once. A file of its own, since the page allows no inline script, and no module, which
// would run after the first paint.
(() => {
  // the build fills this in (.ci/first-paint.mjs)
  const built = {
    words: {},
    rightToLeft: [],
    subProtocol: 'waybill.v1',
    libraries: '',
    parts: { login: [], frame: [], home: [] },
  };
  const root = document.documentElement;
  const basePath = document.querySelector('meta[name="base-path"]')?.content ?? '';
  const ui = `${basePath}/ui/`;
  const path = location.pathname.slice(basePath.length).replace(/^\/ui/, '');
  /** Whether the address is that of a page before signing in. */
  const isBefore = /^\/(login|auth|setup|logout)\b/.test(path);
  const asked = new Set();
  let arrived = false;

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
    // the page has asked already; the console takes the answer (lib/earlySession.ts), and handles what fails
    const session = fetch(`${ui}api/v1/session`);
    Object.assign(globalThis, { earlySession: session });
    session
      .then(answer => {
        if (answer.ok) openSocket();
        return answer.clone().json();
      })
      .then(followSession)
      .catch(() => undefined);
  }

  function openSocket() {
    // the console takes it over (lib/earlySocket.ts): its handshake is over by then
    const address = `${location.origin.replace(/^http/, 'ws')}${ui}api/v1/socket`;
    Object.assign(globalThis, { earlySocket: new WebSocket(address, built.subProtocol) });
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
    const words = built.words[language];
    root.lang = language;
    root.dir = built.rightToLeft.includes(language) ? 'rtl' : 'ltr';
    // as soon as the outline has been read, and before it is painted
    const outline = new MutationObserver(() => {
      if (!document.getElementById('root')) return;
      outline.disconnect();
      for (const place of document.querySelectorAll('#first [data-word]'))
        place.textContent = words[place.dataset.word];
    });
    outline.observe(root, { childList: true, subtree: true });
  }

  /** The outline that fits the address, and the parts of its page. */
  function setOutline() {
    const isInside = own('waybill.inside') === 'true' && !isBefore;
    show(isInside ? 'frame' : /^\/login\/?$/.test(path) ? 'login' : 'card');
    if (own('waybill.sidebar-collapsed') === 'true') root.setAttribute('data-first-collapsed', '');
  }

  function show(kind) {
    root.setAttribute('data-first', kind);
    if (kind === 'login') askFor(built.parts.login);
    if (kind === 'frame') askFor(built.parts.frame);
    if (kind === 'frame' && /^\/(packages|overview)?\/?$/.test(path)) askFor(built.parts.home);
  }

  /** What only the session knows: whether a user is inside, and which form the sign-in page offers. */
  function followSession({ signed_in: signedIn, setup_needed: isNew, sign_in: page }) {
    if (!signedIn) askFor(built.parts.login);
    if (!isBefore) return show(signedIn ? 'frame' : 'card');
    if (signedIn || isNew || page.external || page.message || page.provider_link || page.user_plugin) return;
    root.setAttribute('data-first-form', '');
  }

  /** Asks for files once the libraries have arrived, which are evaluated meanwhile. */
  function askFor(files) {
    for (const file of files) asked.add(file);
    if (!arrived) return;
    // the largest is the first; each takes a slow processor some milliseconds, so the others wait for the evaluation
    [...asked].forEach((file, at) => {
      if (at === 0) preload(file);
      else setTimeout(preload, 0, file);
    });
    asked.clear();
  }

  function followLibraries() {
    if (!built.libraries) return;
    preload(built.libraries).onload = () => {
      arrived = true;
      askFor([]);
    };
  }

  function preload(file) {
    const link = document.createElement('link');
    link.crossOrigin = '';
    link.rel = 'modulepreload';
    if (file.endsWith('.css')) {
      link.rel = 'preload';
      link.as = 'style';
    }
    link.href = ui + file;
    document.head.append(link);
    return link;
  }

  setScheme();
  setLanguage();
  setOutline();
  followLibraries();
  askForSession();
})();
