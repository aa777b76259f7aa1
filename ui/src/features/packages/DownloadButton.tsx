import { useMutation } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import type { VersionPlaceQuery } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { fetchFile, refusalText } from '@/shell/answers';
import { texts } from '@/texts/packageVersion';
import { Button } from '@/ui/Button';
import { notify } from '@/ui/notify';

/** Downloads a version: its lead file, from the first repository that has it (PKG-05, PKG-08). */
export function DownloadButton({ at }: { at: VersionPlaceQuery }) {
  const { api } = useEngine();
  const download = useMutation({
    mutationFn: () => repositoryCalls.postPackagesDownload(api, at),
    onSuccess: ({ path }) => fetchFile(path),
    onError: error => notify({ severity: 'error', text: refusalText(error, texts.downloadFailed) }),
  });
  return (
    <Button size="sm" variant="default" loading={download.isPending} onClick={() => download.mutate()}>
      {texts.download}
    </Button>
  );
}
