import { ComingPage } from './ComingPage';

/** Applications that may ask for access to the platform. */
export function LaterPage() {
  return <ComingPage />;
}
