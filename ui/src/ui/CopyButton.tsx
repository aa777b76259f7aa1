import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { useEffect } from 'react';
import { texts } from '@/texts/auth';

interface CopyButtonProps {
  value: string;
  children: string;
  /** Called once it is in the clipboard. */
  copied?: () => void;
}

export function CopyButton({ value, children, copied }: CopyButtonProps) {
  const clipboard = useClipboard({ timeout: 2_000 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is copied, and not when the function changes
  useEffect(() => {
    if (clipboard.copied) copied?.();
  }, [clipboard.copied]);
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={15} stroke={1.8} aria-hidden="true" />}
      onClick={() => clipboard.copy(value)}
    >
      <span aria-live="polite">{clipboard.copied ? texts.enrol.copied : children}</span>
    </Button>
  );
}
