import { useMatches } from '@tanstack/react-router';
import { titleOf } from '@/app/paths';
import { PageTitle } from '@/ui/PageTitle';

/** The page of a route whose feature comes later. */
export function ComingPage() {
  const route = useMatches({ select: matches => matches.at(-1)?.staticData.route });
  return <PageTitle>{route ? titleOf(route) : ''}</PageTitle>;
}
