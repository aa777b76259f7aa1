import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { ForgetDevices, OwnDevice } from '@/generated/api';
import { useRemovalFocus } from '@/lib/useRemovalFocus';
import { agentName } from '@/shell/agentName';
import { refresh } from '@/shell/refresh';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/people';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import css from '@/ui/itemList.module.css';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { Wait } from '@/ui/Wait';

const OTHERS = 'others';

/** The devices that are known to the account, on which strangers cannot delay its user, and forgetting them. */
export function Devices() {
  const { api } = useEngine();
  const client = useQueryClient();
  const [asking, setAsking] = useState<string | null>(null);
  const devices = useQuery({
    queryKey: ['devices'],
    queryFn: () => accountCalls.getAuthDevices(api),
    staleTime: 0,
  });
  const known = devices.data?.devices ?? [];
  const hasOthers = known.some(device => !device.current);
  // the button for all others goes with them
  const keys = [...known.map(({ id }) => id), ...(hasOthers ? [OTHERS] : [])];
  const focus = useRemovalFocus<HTMLParagraphElement>(keys);
  const forget = useMutation({
    mutationFn: (target: ForgetDevices) => accountCalls.postAuthDevicesForget(api, target),
    onSuccess: ({ forgotten: count }) =>
      notify({ text: texts.devices.forgotten({ count }), severity: 'info' }),
    onError: error => notify({ text: error.message || shellTexts.notice.network, severity: 'error' }),
    onSettled: () => {
      setAsking(null);
      return refresh(client, ['devices']);
    },
  });
  const ask = (
    id: string,
    target: ForgetDevices,
    words: { button: string; title: string; label?: string },
  ) => (
    <ConfirmButton
      words={{ yes: texts.devices.confirm, no: texts.devices.cancel, ...words }}
      // one question at a time
      held={[asking === id, on => setAsking(on ? id : null)]}
      busy={forget.isPending}
      confirm={() => {
        focus.removing(id);
        forget.mutate(target);
      }}
    />
  );
  if (devices.isPending) return <Wait>{texts.devices.loading}</Wait>;
  if (devices.isError)
    return (
      <Notice kind="bad">
        {texts.devices.failed}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void devices.refetch()}>
          {shellTexts.system.retry}
        </Button>
      </Notice>
    );
  return (
    <>
      {known.length === 0 ? (
        <p ref={focus.rest} className="wb-muted" tabIndex={-1}>
          {texts.devices.none}
        </p>
      ) : (
        <ul ref={focus.list} className={css.list} aria-label={texts.devices.title}>
          {known.map(device => (
            <li key={device.id} className={css.item}>
              <Known device={device} />
              {ask(
                device.id,
                { id: device.id },
                {
                  button: texts.devices.forget,
                  title: device.current ? texts.devices.confirmThis : texts.devices.confirmOne,
                  label: texts.devices.forgetOne({ agent: agentName(device.agent ?? '') }),
                },
              )}
            </li>
          ))}
        </ul>
      )}
      {hasOthers &&
        ask(
          OTHERS,
          { others: true },
          { button: texts.devices.forgetOthers, title: texts.devices.confirmOthers },
        )}
    </>
  );
}

function Known({ device }: { device: OwnDevice }) {
  return (
    <div className={css.name}>
      <strong>{agentName(device.agent ?? '')}</strong>{' '}
      {device.current && <span className={css.here}>{texts.devices.current}</span>}
      <div className={css.meta}>
        {texts.devices.since} {dayTime(device.since)}
        {device.used_at && (
          <>
            {' '}
            · {texts.devices.used} {dayTime(device.used_at)}
          </>
        )}
        {device.address && (
          <>
            {' '}
            · <bdi dir="ltr">{device.address}</bdi>
          </>
        )}
      </div>
    </div>
  );
}
