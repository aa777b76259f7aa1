import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { refusalText } from '@/shell/answers';
import { texts as shellTexts } from '@/texts/common';
import { Button } from '@/ui/Button';
import { Confirmation, useFocusAfter } from '@/ui/ConfirmButton';
import items from '@/ui/itemList.module.css';
import { notify } from '@/ui/notify';
import { StatusPill } from '@/ui/StatusPill';
import css from './list.module.css';

type Named = (values: { name: string }) => string;

interface ListRowProps {
  words: {
    on: string;
    off: string;
    delete: string;
    deleteNamed: Named;
    deleteQuestion: Named;
    deleteText: string;
    deleted: Named;
    keep: string;
  };
  /** What it is called on the page. */
  name: string;
  enabled: boolean;
  /** What is below its name. */
  about: ReactNode;
  /** The buttons before the one that deletes it. */
  ways: ReactNode;
  /** Called before it is deleted. */
  removing: () => void;
  remove: () => Promise<unknown>;
  /** Has the list loaded again. */
  refreshed: () => Promise<unknown>;
  /** What has come of one of the buttons. */
  children?: ReactNode;
}

/** A row of a list that is turned on or off, with what can be done with it. Deleting it asks first. */
export function ListRow(props: ListRowProps) {
  const { words, name, enabled, about, ways, removing, remove, refreshed, children } = props;
  const [asking, setAsking] = useState(false);
  const opener = useFocusAfter(asking);
  const deletion = useRowChange(remove, refreshed, () =>
    notify({ text: words.deleted({ name }), severity: 'info' }),
  );
  return (
    <li className={items.item}>
      <div className={items.name}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {about}
      </div>
      <StatusPill tone={enabled ? 'good' : 'gone'}>{enabled ? words.on : words.off}</StatusPill>
      {asking ? (
        <div className={css.below}>
          <Confirmation
            words={{ title: words.deleteQuestion({ name }), yes: words.delete, no: words.keep }}
            busy={deletion.isPending}
            confirm={() => {
              removing();
              deletion.mutate();
            }}
            keep={() => setAsking(false)}
          >
            {words.deleteText}
          </Confirmation>
        </div>
      ) : (
        <div className={css.ways}>
          {ways}
          <RowButton ref={opener} aria-label={words.deleteNamed({ name })} onClick={() => setAsking(true)}>
            {words.delete}
          </RowButton>
        </div>
      )}
      {children}
    </li>
  );
}

/** A button of a row. */
export function RowButton(props: ComponentProps<typeof Button>) {
  return <Button size="compact-sm" variant="default" {...props} />;
}

/** A change of a row, after which the list is loaded again, also if it was refused. */
export function useRowChange(
  change: () => Promise<unknown>,
  refreshed: () => Promise<unknown>,
  done?: () => void,
) {
  return useMutation({
    mutationFn: change,
    onSuccess: () => done?.(),
    onError: error => notify({ text: refusalText(error, shellTexts.failed), severity: 'error' }),
    onSettled: refreshed,
  });
}
