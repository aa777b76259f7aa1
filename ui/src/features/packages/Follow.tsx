import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import type { PackageNode } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { failureText } from '@/shell/answers';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/packageUse';
import { Button } from '@/ui/Button';
import { notify } from '@/ui/notify';

/** Follows a package, or ends that. Visitors follow nothing. */
export function Follow({ of }: { of: PackageNode }) {
  const { api } = useEngine();
  const queries = useQueryClient();
  const { state } = useMachine('login');
  const change = useMutation({
    mutationFn: (follow: boolean) => repositoryCalls.postPackagesFollow(api, { packageId: of.id, follow }),
    onSuccess: () => void refresh(queries, ['packages']),
    onError: error => notify({ severity: 'error', text: failureText(error, texts.followFailed) }),
  });
  if (state?.state !== 'signed_in') return null;
  // what was asked for is shown at once
  const follows = change.isPending ? change.variables : of.followed;
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-pressed={follows}
      disabled={change.isPending}
      onClick={() => change.mutate(!follows)}
    >
      {follows ? texts.unfollow : texts.follow}
    </Button>
  );
}
