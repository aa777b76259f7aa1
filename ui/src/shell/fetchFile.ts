/** Has the browser download from an address that works once. */
export function fetchFile(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  // a refusal is no page to go to
  link.download = '';
  link.click();
}
