// Which modules of the console are loaded together. A request costs a slow network more than the few kB that a page
// loads without needing them, so what the sign-in page and the frame share with other parts is one file for each.

import { join } from 'node:path';
import { root } from './tools.mjs';

const ui = join(root, 'ui/src');

/**
 * The console's own modules that come with one, which is loaded on demand, with the styles and icons that they import.
 * Other modules of libraries are not among them: an index names many that the build then leaves out.
 * @param {string} entry
 * @param {(id: string) => { importedIds: string[] } | null} getModuleInfo
 */
function closure(entry, getModuleInfo) {
  const seen = new Set();
  const visit = id => {
    if (seen.has(id) || isLibrary(id)) return;
    seen.add(id);
    for (const imported of getModuleInfo(id)?.importedIds ?? []) visit(imported);
  };
  visit(entry);
  return seen;
}

/** A module of a library. Its styles and icons do not count: they come with the modules that import them. */
const isLibrary = id =>
  /[\\/]node_modules[\\/]|^\0/.test(id) && !/\.css$|[\\/]icons[\\/]Icon\w+\.mjs$/.test(id);

/** The console's own modules that a part is made of, found when they are first needed. */
function modulesOf(...entries) {
  let known;
  return (id, context) => {
    known ??= new Set(
      entries.flatMap(entry => [...closure(join(ui, entry), context.getModuleInfo.bind(context))]),
    );
    return known.has(id);
  };
}

const isSignIn = modulesOf('features/sign-in/login.tsx');
const isInside = modulesOf(
  'app/frame/app-layout.tsx',
  'features/packages/packages.tsx',
  'features/overview/Home.tsx',
);
const OF_SIGN_IN = /[\\/](features[\\/]sign-in[\\/][^\\/]+\.tsx?|texts[\\/]signIn\.ts)$/;
// these come with the page that they are a part of
// .. but the styles of the page that users land on, which are asked for together with those of the frame
const LANDING_STYLES = /[\\/](packages[\\/]packages|overview[\\/]overview)\.module\.css$/;
const isOfPage = id => /[\\/]ui[\\/]src[\\/](features|app)[\\/]/.test(id) && !LANDING_STYLES.test(id);

const library = (scope, names) => new RegExp(`[\\\\/]node_modules[\\\\/]${scope}[\\\\/](${names})[\\\\/]`);
const COMPONENTS = '@mantine[\\\\/]core[\\\\/]esm[\\\\/]components';
const FIELDS = library(
  COMPONENTS,
  'Group|Input|InputBase|InlineInput|TextInput|PasswordInput|Checkbox|CloseButton',
);
const QUERIES = library('@tanstack', 'react-query|query-core');

/** A group of those modules for which a test holds. */
const group = (name, priority, test, more = {}) => ({
  name: (id, context) => (test(id, context) ? name : null),
  debugName: name,
  priority,
  ...more,
});

/** @returns {import('rolldown').CodeSplittingGroup[]} */
export const groups = () => [
  // What the page itself needs, and so every part of it: two files instead of one for each circle of parts that share
  // something. The libraries' one outlives the releases that change only the console. Their styles are in its one.
  {
    name: 'libraries',
    test: id => /[\\/]node_modules[\\/]|rolldown[\\/]runtime/.test(id) && !id.endsWith('.css'),
    tags: ['$initial'],
    priority: 9,
  },
  { name: 'console', tags: ['$initial'], priority: 8 },
  // the sign-in page, of which the dialog for signing in again has parts: they are in its own file, and in no form's
  group('login', 7, (id, context) => isSignIn(id, context) && OF_SIGN_IN.test(id), {
    includeDependenciesRecursively: false,
  }),
  group('forms', 6, (id, context) => (isLibrary(id) ? FIELDS.test(id) : isSignIn(id, context)), {
    minShareCount: 2,
  }),
  // what the frame and the first page in it share with other pages
  group(
    'frame',
    5,
    (id, context) =>
      QUERIES.test(id) || /[\\/]i18next[\\/]/.test(id) || (isInside(id, context) && !isOfPage(id)),
  ),
  // icons that several parts need: the first page names each file, and each is smaller than what its request costs
  group('icons', 4, id => /[\\/]icons[\\/]Icon\w+\.mjs$/.test(id), { minShareCount: 2 }),
  group('acts', 3, id => /[\\/]ui[\\/]src[\\/](shell[\\/]acts[\\/]|texts[\\/]acts\b)/.test(id), {
    includeDependenciesRecursively: false,
  }),
  // what forms share: small modules, of which nearly each form has other ones. None is of the sign-in or the first page
  group(
    'edits',
    2,
    id =>
      /[\\/]ui[\\/]src[\\/](shell[\\/]form[\\/]|lib[\\/](useRowFocus|hostAndPort|wholeNumber)\.)/.test(id),
    { includeDependenciesRecursively: false },
  ),
  // what the pages share that have in their address what is open: each of them is named by the first page
  group('address', 1, id => /[\\/]ui[\\/]src[\\/](shell[\\/]address|ui[\\/]LateNotice)\./.test(id), {
    includeDependenciesRecursively: false,
  }),
];
