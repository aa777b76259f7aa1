import { NativeSelect } from '@mantine/core';
import { texts as tokens } from '@/texts/tokens';
import { texts } from '@/texts/trustedIssuers';
import { useRobots } from '../queries';

interface RobotFieldProps {
  /** The id of the robot; empty for none. */
  value: string;
  set: (robot: string) => void;
  problem: string | undefined;
}

/** The robot whose access token a rule gives. */
export function RobotField({ value, set, problem }: RobotFieldProps) {
  const robots = useRobots();
  const all = robots.data?.users;
  const named = (all ?? []).map(({ person, name, enabled }) => {
    const known = name ?? tokens.erased;
    return { value: person, label: enabled ? known : texts.form.robotDisabled({ name: known }) };
  });
  const isKnown = value === '' || named.some(one => one.value === value);
  const other = all ? texts.form.robotUnknown : texts.form.robotsLoading;
  return (
    <NativeSelect
      label={texts.form.robot}
      description={robots.isError ? tokens.robots.failed : all?.length === 0 ? texts.form.noRobots : null}
      value={value}
      onChange={event => set(event.currentTarget.value)}
      data={[
        { value: '', label: texts.form.chooseRobot },
        ...named,
        // what was chosen stays, also where it is not among those that were loaded
        ...(isKnown ? [] : [{ value, label: other }]),
      ]}
      error={problem ?? null}
    />
  );
}
