import { ComingPage } from './ComingPage';

/** Where a command-line client asks for consent to sign in. */
export function LaterPage() {
  return <ComingPage />;
}
