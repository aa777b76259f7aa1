import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import { texts } from '@/texts/activity';
import css from './activity.module.css';

interface PartSwitchProps {
  part: string;
  choose: (part: string) => void;
}

/** On a screen that has no room for both: which of the two is shown. */
export function PartSwitch({ part, choose }: PartSwitchProps) {
  return (
    <SegmentedControl
      className={css.switch}
      fullWidth
      aria-label={texts.activity.view}
      value={part}
      onChange={choose}
      data={[
        { value: 'records', label: texts.activity.records },
        { value: 'machines', label: texts.activity.machines },
      ]}
    />
  );
}
