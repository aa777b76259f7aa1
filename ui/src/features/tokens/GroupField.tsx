import { GroupsField } from '@/shell/GroupsField';
import { texts } from '@/texts/tokens';
import { useGroups } from './queries';

/** The groups of a robot; absent as long as the installation has none. */
export function GroupField({ value, set }: { value: string[]; set: (groups: string[]) => void }) {
  const { data } = useGroups();
  return <GroupsField label={texts.robots.groups} groups={data?.groups} value={value} set={set} />;
}
