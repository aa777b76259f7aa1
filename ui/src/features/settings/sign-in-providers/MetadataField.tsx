import '@mantine/core/styles/Input.layer.css';
import { Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import { CODE } from '@/shell/form/code';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/signInProviders';
import { Button } from '@/ui/Button';
import { refused } from './problems';
import css from './sign-in-providers.module.css';
import type { Values } from './values';

/** Fills the other fields with what an identity provider publishes about itself. Nothing is saved by that. */
export function MetadataField({ set }: { set: (changes: Partial<Values>) => void }) {
  const { api } = useEngine();
  const [metadata, setMetadata] = useState('');
  const reading = useMutation({
    mutationFn: () => accountCalls.postAccessApiUiSignInProviderMetadata(api, { metadata }),
    onSuccess: read => {
      set({
        issuer: read.entity_id,
        ssoUrl: read.sso_url,
        sloUrl: read.slo_url ?? '',
        binding: read.binding,
        certificates: read.certificates.join('\n\n'),
      });
      setMetadata('');
    },
  });
  const { error } = reading;
  const words = error instanceof ApiError ? refused(error).words : shellTexts.failed;
  return (
    <section className={css.metadata} aria-label={texts.form.metadata}>
      <Textarea
        {...CODE}
        label={texts.form.metadata}
        description={texts.form.metadataText}
        value={metadata}
        onChange={event => {
          setMetadata(event.currentTarget.value);
          reading.reset();
        }}
        error={error ? words : null}
        rows={4}
      />
      <Button
        variant="default"
        loading={reading.isPending}
        disabled={metadata.trim() === ''}
        onClick={() => reading.mutate()}
      >
        {texts.form.takeOver}
      </Button>
      <p className={css.text} role="status">
        {reading.isSuccess ? texts.form.takenOver : ''}
      </p>
    </section>
  );
}
