import { Suspense } from 'react';
import { useMachine } from '@/engine/useMachine';
import { loadChunk } from '@/lib/chunk';
import { useStore } from '@/lib/store';
import { closeDialog, openDialog } from './dialogs';
import { lazyWith } from './lazyPage';

const WhySheet = lazyWith(() =>
  loadChunk('why', () => import('@/features/why/WhySheet')).then(part => part.WhySheet),
);
const viewAs = () => loadChunk('view-as', () => import('@/features/view-as/view-as'));
const ViewAsSheet = lazyWith(() => viewAs().then(part => part.ViewAsSheet));
const ViewBanner = lazyWith(() => viewAs().then(part => part.ViewBanner));

/** What may lie over any page, those of signing in too. */
export function EverywhereDialogs() {
  const open = useStore(openDialog);
  return (
    <Suspense>
      {open?.name === 'why' && <WhySheet close={closeDialog} />}
      {open?.name === 'view_as' && <ViewAsSheet close={closeDialog} />}
    </Suspense>
  );
}

/** Stands above every page for as long as an administrator looks with other eyes. */
export function Viewing() {
  const startup = useMachine('startup');
  const view = startup.state?.state === 'ready' ? startup.state.view : null;
  return view && <ViewBanner view={view} />;
}
