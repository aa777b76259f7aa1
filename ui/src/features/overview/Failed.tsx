import { texts } from '@/texts/home';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';

/** A part of Home that could not be loaded; the rest of the page goes on. */
export function Failed({ text, retry }: { text: string; retry: () => void }) {
  return (
    <Notice kind="bad">
      {text}{' '}
      <Button size="compact-sm" variant="default" onClick={retry}>
        {texts.retry}
      </Button>
    </Notice>
  );
}
