import { GroupsField } from '@/shell/GroupsField';
import { texts } from '@/texts/people';
import { useGroups } from './useGroups';

/** The groups of a user; absent as long as the installation has none. */
export function GroupChoice({ value, set }: { value: string[]; set: (groups: string[]) => void }) {
  const { data } = useGroups();
  return <GroupsField label={texts.users.groups} groups={data?.groups} value={value} set={set} />;
}
