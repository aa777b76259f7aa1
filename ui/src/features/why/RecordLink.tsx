import { useRouter } from '@tanstack/react-router';
import { useMachine } from '@/engine/useMachine';
import type { Change } from '@/generated/api';
import { pathnameOf } from '@/shell/paths';
import { texts } from '@/texts/why';
import css from './why.module.css';

interface RecordLinkProps {
  record: Change;
  close: () => void;
}

/** The number of a record; for a signed-in user it links to the record in the session's log. */
export function RecordLink({ record, close }: RecordLinkProps) {
  const login = useMachine('login');
  const router = useRouter();
  const name = texts.record({ seq: record.seq });
  if (!login.matches('signed_in')) return name;
  const open = () => {
    close();
    void router.navigate({
      to: pathnameOf('sessionActivity'),
      search: { machine: record.machine, record: String(record.seq) },
    });
  };
  return (
    <button type="button" className={css.link} onClick={open}>
      {name}
    </button>
  );
}
