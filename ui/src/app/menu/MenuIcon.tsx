import { createAtom } from '@xstate/store';
import { useAtom } from '@xstate/store-react';
import { useEffect } from 'react';
import { loadChunk } from '@/lib/chunk';

const load = () => loadChunk('menu-icons', () => import('./icons'));
type Loaded = Awaited<ReturnType<typeof load>>;

// the icons are loaded after the texts, in one chunk
const loaded = createAtom<Loaded | null>(null);
let begun = false;

function begin(): void {
  if (begun) return;
  begun = true;
  load().then(
    part => loaded.set(part),
    () => {
      // the next sidebar tries again; meanwhile there are only texts
      begun = false;
    },
  );
}

/** The icon of a sidebar entry. Its space is reserved until it has loaded, so that nothing moves. */
export function MenuIcon({ name }: { name: string | null }) {
  const icons = useAtom(loaded);
  useEffect(begin, []);
  if (!icons) return <svg width={19} height={19} aria-hidden="true" />;
  const Icon = icons.iconOf(name);
  return <Icon size={19} stroke={1.7} aria-hidden="true" />;
}
