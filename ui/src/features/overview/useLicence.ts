import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as calls from '@/generated/calls';

/** The licence of the installation, for administrators. */
export function useLicence(enabled: boolean) {
  const { api } = useEngine();
  return useQuery({ queryKey: ['licences'], queryFn: () => calls.getSystemLicenses(api), enabled });
}
