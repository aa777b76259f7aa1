import { ComingPage } from '@/app/coming/ComingPage';

/** The wizard for whoever sets an installation up, and where it leads afterwards. */
export function OnboardingPage() {
  return <ComingPage />;
}
