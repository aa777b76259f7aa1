/**
 * Reports errors that a front-end's script throws outside of its life cycle, such as in an event listener or a promise.
 * The browser names the script, and so the front-end.
 */
export function watchErrors(
  scriptOf: () => string | undefined,
  report: (error: unknown) => void,
): () => void {
  const isOf = (text: string | undefined) => {
    const script = scriptOf();
    return script !== undefined && text?.includes(script) === true;
  };
  const onError = (event: ErrorEvent) => {
    if (isOf(event.filename)) report(event.error ?? event.message);
  };
  const onRejection = ({ reason }: PromiseRejectionEvent) => {
    if (reason instanceof Error && isOf(reason.stack)) report(reason);
  };
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
