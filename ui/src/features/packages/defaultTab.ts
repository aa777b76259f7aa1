/** The extensions of lead files with which a readme is usual (PKG-02). */
const WITH_README = new Set('tgz gz zip jar war nupkg crate apk whl egg mod'.split(' '));

/** The tab that a version opens with, by the extension of its lead file. */
export function defaultTab(leadFile: string): 'readme' | 'properties' {
  const extension = /\.([^./]+)$/.exec(leadFile)?.[1] ?? '';
  return WITH_README.has(extension.toLowerCase()) ? 'readme' : 'properties';
}
