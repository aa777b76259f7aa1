import css from './webhooks.module.css';

interface WrittenProps {
  label: string;
  text: string;
  /** Whether it is most of what is shown, and may be as tall as the window allows. */
  tall?: boolean;
}

/** What has gone over the network, or would, as it is. */
export function Written({ label, text, tall }: WrittenProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys
    <section className={css.written} data-tall={tall || undefined} tabIndex={0} aria-label={label}>
      <pre dir="ltr">{text}</pre>
    </section>
  );
}
