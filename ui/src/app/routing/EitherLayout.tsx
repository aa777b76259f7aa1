import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { AuthLayout } from '@/app/auth/AuthLayout';
import { useMachine } from '@/engine/useMachine';
import { appLayout as AppLayout } from './pages';

/** The frame for who is inside, the bare card for anybody else. */
export function EitherLayout() {
  const login = useMachine('login');
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
