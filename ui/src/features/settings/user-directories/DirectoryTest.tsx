import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { TestedUserDirectory } from '@/generated/api';
import { CODE } from '@/shell/form/code';
import css from '@/shell/listed/list.module.css';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/userDirectories';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { refused } from './problems';

/** Connects to a directory, and finds a user in it. */
export function DirectoryTest({ name }: { name: string }) {
  const { api } = useEngine();
  const [user, setUser] = useState('');
  const test = useMutation({
    mutationFn: (wanted: string) =>
      accountCalls.postAccessApiUiUserDirectoriesNameTest(api, name, wanted === '' ? {} : { user: wanted }),
  });
  const looked = test.variables ?? '';
  return (
    <form
      className={`${css.below} ${css.test}`}
      aria-label={texts.testForm}
      onSubmit={event => {
        event.preventDefault();
        test.mutate(user.trim());
      }}
    >
      <TextInput
        {...CODE}
        label={texts.testUser}
        description={texts.testUserText}
        value={user}
        onChange={event => setUser(event.currentTarget.value)}
        maxLength={256}
      />
      <div className={css.ways}>
        <Button type="submit" size="compact-sm" loading={test.isPending}>
          {texts.testRun}
        </Button>
      </div>
      <div>
        <div role="status">
          {test.data && (
            <Notice kind="info">
              <Tested tested={test.data} looked={looked} />
            </Notice>
          )}
        </div>
        {test.error && (
          <Notice kind="bad">
            {test.error instanceof ApiError ? refused(test.error).words : shellTexts.failed}
          </Notice>
        )}
      </div>
    </form>
  );
}

function Tested({ tested: { user }, looked }: { tested: TestedUserDirectory; looked: string }) {
  if (looked === '') return texts.responds;
  if (user === null) return texts.noUser({ name: looked });
  const groups = user.groups.join(', ') || texts.none;
  return (
    <span className={css.address}>
      {texts.found({ name: user.name ?? texts.none, email: user.email ?? texts.none })}{' '}
      {texts.foundGroups({ groups })}{' '}
      {texts.foundMapped({ groups: user.mapped_groups.join(', ') || texts.none })}
    </span>
  );
}
