import type { TokenScope } from '@/generated/types';
import { texts as permissions } from '@/texts/permissions';
import { texts } from '@/texts/tokens';

/** What a token can be used for, in words (PERM-03). */
export function scopeText(scope: TokenScope | null): string {
  if (scope === null) return texts.scope.whole;
  if (scope.provisions) return texts.scope.provisioning;
  const actions = scope.actions.map(action => permissions.actions[action]).join(', ');
  const repositories = scope.repositories.join(', ');
  return repositories === '' ? texts.scope.inAll({ actions }) : texts.scope.inSome({ actions, repositories });
}
