import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

// a page's part is read from the disk the first time; on a busy machine that takes longer than a second
configure({ asyncUtilTimeout: 15_000 });

// a test of the build has no page
if (typeof window !== 'undefined') {
  // what jsdom lacks of a browser, and Mantine asks for
  window.matchMedia = query => ({
    // tests have a wide screen
    matches: query.includes('min-width'),
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  });
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  window.scrollTo = () => undefined;
}
