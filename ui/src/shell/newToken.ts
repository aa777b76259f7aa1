import type { NewIdentityToken } from '@/generated/api';
import type { PermissionAction } from '@/generated/types';
import { texts } from '@/texts/tokens';

const DAY_S = 24 * 3_600;

/** A token as it is typed. */
export interface TokenValues {
  description: string;
  days: number;
  /** Whether it is for certain actions in repositories only. */
  limited: boolean;
  /** Whether it is for provisioning users and groups only. */
  provisions: boolean;
  actions: PermissionAction[];
  repositories: string[];
}

export const NEW_TOKEN: TokenValues = {
  description: '',
  days: 30,
  limited: false,
  provisions: false,
  actions: ['READ'],
  repositories: [],
};

/** What is missing, before anything is sent. */
export const tokenProblem = ({ limited, actions }: TokenValues): string | null =>
  limited && actions.length === 0 ? texts.scope.actionsMissing : null;

/** What is sent for it. */
export const tokenOf = ({
  description,
  days,
  limited,
  provisions,
  actions,
  repositories,
}: TokenValues): NewIdentityToken => ({
  description: description.trim(),
  expires_in: days * DAY_S,
  ...(provisions && { scope: { actions: [], repositories: [], provisions } }),
  ...(limited && { scope: { actions, repositories, provisions: false } }),
});
