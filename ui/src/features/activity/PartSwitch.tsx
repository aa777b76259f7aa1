import { texts } from '@/texts/activity';
import { Segments } from '@/ui/Segments';
import css from './activity.module.css';

interface PartSwitchProps {
  part: string;
  choose: (part: string) => void;
}

/** On narrow screens: which of the two parts is shown. */
export function PartSwitch({ part, choose }: PartSwitchProps) {
  return (
    <Segments
      className={css.switch}
      label={texts.activity.view}
      value={part}
      choose={choose}
      options={[
        { value: 'records', label: texts.activity.records },
        { value: 'machines', label: texts.activity.machines },
      ]}
    />
  );
}
