import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useRef, useState } from 'react';
import { readObject } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import { loadChunk } from '@/lib/chunk';
import { texts } from '@/lib/texts';
import type { Dialog } from './Dialogs';
import { useFocusAfterChoice } from './languageChoice';
import { ProfileButton } from './ProfileButton';
import type { ProfileItemsProps } from './ProfileItems';

const readName = readObject('current', body => String(body.name ?? ''));

// the menu places itself with a library that is larger than the rest of the frame
const load = () => loadChunk('profile-menu', () => import('./ProfileItems')).then(part => part.ProfileItems);
/** On the way to the button, so that the press need not wait. Should it not come now, the press asks again. */
const preload = () => void load().catch(() => undefined);

export function ProfileMenu({ open }: { open: (dialog: Dialog) => void }) {
  const { api } = useEngine();
  const login = useMachine('login');
  const [Items, setItems] = useState<ComponentType<ProfileItemsProps> | null>(null);
  const person = login.state?.state === 'signed_in' ? login.state.person : null;
  const { data: name } = useQuery({
    queryKey: ['current', person],
    queryFn: () => api.get('ui/auth/current', readName),
    enabled: person !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const button = useRef<HTMLButtonElement>(null);
  useFocusAfterChoice(button);
  const shown = person === null ? texts.profile.anonymous : (name ?? '…');
  if (Items) return <Items shown={shown} person={person} open={open} />;
  return (
    <ProfileButton
      ref={button}
      shown={shown}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      // a menu that does not come leaves the button as it is
      onClick={() =>
        void load().then(
          part => setItems(() => part),
          () => undefined,
        )
      }
    />
  );
}
