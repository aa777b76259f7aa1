import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import { calls } from '@/generated/api';

/** The licence of the installation, for administrators. */
export function useLicence(enabled: boolean) {
  const { api } = useEngine();
  return useQuery({ queryKey: ['licences'], queryFn: () => calls.getSystemLicenses(api), enabled });
}
