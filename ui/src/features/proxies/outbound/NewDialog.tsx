import { useEngine } from '@/engine/EngineContext';
import type { WantedProxy } from '@/generated/api';
import * as proxyCalls from '@/generated/proxyCalls';
import { FormDialog, useSaved } from '@/shell/FormDialog';
import { texts } from '@/texts/outboundProxies';
import { ProxyForm } from './ProxyForm';
import { refreshProxies } from './queries';

/** Creates a proxy. */
export function NewDialog({ close }: { close: () => void }) {
  const { api } = useEngine();
  const saved = useSaved(refreshProxies, close);
  const create = async (wanted: WantedProxy) => {
    const { key } = await proxyCalls.postProxies(api, wanted);
    await saved(texts.created({ name: key }));
  };
  return (
    <FormDialog title={texts.create} closeLabel={texts.close} close={close}>
      <ProxyForm before={null} send={create} cancel={close} />
    </FormDialog>
  );
}
