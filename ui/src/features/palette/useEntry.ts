import { useRouter } from '@tanstack/react-router';
import type { Command, CommandGroup } from './commands';

/** So many entries of a kind are found at most. */
export const FOUND_MAX = 5;

type Entry = (
  group: CommandGroup,
  id: string,
  label: string,
  hint: string,
  to: string,
  search?: Readonly<Record<string, string>>,
) => Command;

/** An entry that leads to the page of what was found. */
export function useEntry(): Entry {
  const router = useRouter();
  return (group, id, label, hint, to, search = {}) => ({
    id: `${group}-${id}`,
    group,
    label,
    hint,
    run: () => void router.navigate({ to, search }),
  });
}
