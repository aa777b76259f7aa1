import { Outlet } from '@tanstack/react-router';
import { useAtom } from '@xstate/store-react';
import { Suspense } from 'react';
import { AuthLayout } from '@/app/auth/AuthLayout';
import { LeavingScreen } from '@/app/boot/LeavingScreen';
import { useMachine } from '@/engine/useMachine';
import { signingOut } from '@/lib/pausing';
import { appLayout as AppLayout } from './pages';

/** The frame for users who are signed in, the card of signing in for others. */
export function SessionLayout() {
  const login = useMachine('login');
  if (useAtom(signingOut)) return <LeavingScreen />;
  if (!login.matches('signed_in')) return <AuthLayout />;
  return (
    <Suspense
      fallback={
        <main>
          <Outlet />
        </main>
      }
    >
      <AppLayout />
    </Suspense>
  );
}
