import type { NodeRef } from '@/generated/types';
import { texts } from '@/texts/status';
import { Question } from '@/ui/AskFirst';
import css from './status.module.css';

interface AskRemovalProps {
  node: NodeRef;
  removing: boolean;
  remove: () => void;
  keep: () => void;
}

/** Asks before a node is taken out of the topology, and says what that does. */
export function AskRemoval({ node, removing, remove, keep }: AskRemovalProps) {
  return (
    <div className={css.ask}>
      <Question
        words={{ ...texts.remove, title: texts.remove.title({ node: node.node_id }) }}
        busy={removing}
        confirm={remove}
        keep={keep}
      >
        {texts.remove.what}
      </Question>
    </div>
  );
}
