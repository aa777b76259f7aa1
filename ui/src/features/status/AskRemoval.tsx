import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { NodeRef } from '@/generated/types';
import { texts } from '@/texts/status';
import css from './status.module.css';

interface AskRemovalProps {
  node: NodeRef;
  removing: boolean;
  remove: () => void;
  keep: () => void;
}

/** Asks before a node is taken out of the topology, and says what that does. */
export function AskRemoval({ node, removing, remove, keep }: AskRemovalProps) {
  const keepButton = useRef<HTMLButtonElement>(null);
  // the button that was pressed has gone, and the keyboard must not be lost with it
  useEffect(() => keepButton.current?.focus(), []);
  return (
    <div className={css.ask} role="alert">
      <strong>{texts.remove.title({ node: node.node_id })}</strong>
      <p>{texts.remove.what}</p>
      <div className={css.ways}>
        <Button color="red" size="sm" loading={removing} onClick={remove}>
          {texts.remove.confirm}
        </Button>
        <Button ref={keepButton} variant="default" size="sm" disabled={removing} onClick={keep}>
          {texts.remove.keep}
        </Button>
      </div>
    </div>
  );
}
