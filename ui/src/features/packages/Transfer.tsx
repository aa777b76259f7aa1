import { Link } from '@tanstack/react-router';
import { useMachine } from '@/engine/useMachine';
import type { DataTransfer } from '@/generated/api';
import { pathnameOf } from '@/shell/paths';
import { texts } from '@/texts/packages';
import { sizeText } from '@/texts/size';
import { Notice } from '@/ui/Notice';

/** That the month's data transfer has reached its quota (PKG-03). Administrators can do something about it. */
export function Transfer({ of }: { of: DataTransfer }) {
  const { state } = useMachine('login');
  if (of.quotaBytes === null) return null;
  const isAdmin = state?.state === 'signed_in' && state.admin;
  return (
    <Notice kind="info">
      {texts.quota({ quota: sizeText(of.quotaBytes) })}{' '}
      {isAdmin && <Link to={pathnameOf('admin.licenses.licenses')}>{texts.upgrade}</Link>}
    </Notice>
  );
}
