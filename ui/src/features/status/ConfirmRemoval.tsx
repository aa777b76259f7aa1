import type { NodeRef } from '@/generated/types';
import { texts } from '@/texts/status';
import { Confirmation } from '@/ui/ConfirmButton';
import css from './status.module.css';

interface ConfirmRemovalProps {
  node: NodeRef;
  removing: boolean;
  remove: () => void;
  keep: () => void;
}

/** Asks before a node is removed from the topology, and says what that does. */
export function ConfirmRemoval({ node, removing, remove, keep }: ConfirmRemovalProps) {
  return (
    <div className={css.ask}>
      <Confirmation
        words={{ ...texts.remove, title: texts.remove.title({ node: node.node_id }) }}
        busy={removing}
        confirm={remove}
        keep={keep}
      >
        {texts.remove.what}
      </Confirmation>
    </div>
  );
}
