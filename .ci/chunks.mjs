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
    if (seen.has(id) || (isLibrary(id) && !/\.css$|[\\/]icons[\\/]Icon\w+\.mjs$/.test(id))) return;
    seen.add(id);
    for (const imported of getModuleInfo(id)?.importedIds ?? []) visit(imported);
  };
  visit(entry);
  return seen;
}

const isLibrary = id => /[\\/]node_modules[\\/]|^\0/.test(id);

/**
 * A group of what a part shares with others: its own modules, and those of libraries by their paths.
 * @returns {import('rolldown').CodeSplittingGroup}
 */
function sharedWith(name, module, libraries, priority) {
  const entry = join(ui, module);
  let known;
  return {
    name: (id, context) => {
      known ??= closure(entry, other => context.getModuleInfo(other));
      return known.has(id) || (isLibrary(id) && libraries.test(id)) ? name : null;
    },
    debugName: name,
    minShareCount: 2,
    priority,
  };
}

const FIELDS = 'Group|Input|InputBase|InlineInput|TextInput|PasswordInput|Checkbox|CloseButton|ActionIcon';
const HOOKS = 'use-id|use-merged-ref|use-uncontrolled|utils';
const FORM_FIELDS = new RegExp(
  `@mantine[\\\\/](core[\\\\/]esm[\\\\/]components[\\\\/](${FIELDS})[\\\\/]|hooks[\\\\/]esm[\\\\/](${HOOKS})[\\\\/])`,
);
const QUERIES = /@tanstack[\\/](react-query|query-core)[\\/]/;

const SHARED = 'shell(?![\\\\/]acts)|lib|ui|texts[\\\\/](i18n|time|serviceName|noticeText)';
const PAGES = new RegExp(`[\\\\/]ui[\\\\/]src[\\\\/](${SHARED})\\b(?![\\\\/]table)|@tabler[\\\\/]icons`);

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
  sharedWith('forms', 'features/sign-in/login.tsx', FORM_FIELDS, 7),
  sharedWith('frame', 'app/frame/app-layout.tsx', QUERIES, 6),
  sharedWith('menu-icons', 'app/menu/icons.tsx', /^$/, 5),
  // what most pages share, small as it is; the table, charts and logs are for some of them only
  { name: 'pages', test: id => PAGES.test(id), minShareCount: 6, priority: 4 },
];
