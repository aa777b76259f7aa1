import { useAtom } from '@xstate/store-react';
import { Suspense } from 'react';
import { useMachine } from '@/engine/useMachine';
import { loadChunk } from '@/lib/chunk';
import { closeDialog, openDialog } from '@/shell/dialogs';
import { lazyWith } from '@/shell/lazyPage';

const WhySheet = lazyWith(() =>
  loadChunk('why', () => import('@/features/why/WhySheet')).then(part => part.WhySheet),
);
const ViewAsSheet = lazyWith(() =>
  loadChunk('view-as', () => import('@/features/view-as/ViewAsSheet')).then(part => part.ViewAsSheet),
);
const ViewBanner = lazyWith(() =>
  loadChunk('view-banner', () => import('@/features/view-as/ViewBanner')).then(part => part.ViewBanner),
);

/** The dialogs of every page, those of signing in included. */
export function GlobalDialogs() {
  const open = useAtom(openDialog);
  return (
    <Suspense>
      {open?.name === 'why' && <WhySheet close={closeDialog} />}
      {open?.name === 'view_as' && <ViewAsSheet close={closeDialog} />}
    </Suspense>
  );
}

/** The banner above every page while an administrator uses view-as. */
export function Viewing() {
  const startup = useMachine('startup');
  const view = startup.state?.state === 'ready' ? startup.state.view : null;
  return view && <ViewBanner view={view} />;
}
