import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Reads every file of an archive and compares it with the manifest; returns their number. */
const READER = `import hashlib, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
manifest = json.loads(archive.read('manifest.json'))
for file in manifest['files']:
    assert hashlib.sha256(archive.read(file['path'])).hexdigest() == file['sha256'], file
print(len(manifest['files']))`;

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * By programs that are not ours: the archive is whole (`unzip -t`, where the system has it), and every checksum of its
 * manifest holds. Returns the number of files and the archive's own SHA-256.
 */
export function checkArchive(path: string): { files: number; digest: string } {
  try {
    execFileSync('unzip', ['-tqq', path]);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const files = Number(execFileSync('python3', ['-c', READER, path], { encoding: 'utf8' }));
  expect(files).toBeGreaterThan(0);
  return { files, digest: createHash('sha256').update(readFileSync(path)).digest('hex') };
}
