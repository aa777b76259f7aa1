import { useRef, useState } from 'react';
import { ApiError } from '@/engine/api';
import { CommandRefused } from '@/engine/outbox';
import type { Proposal } from '@/engine/proposals';
import { type MachineView, useMachine } from '@/engine/useMachine';
import { texts as shell } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/onboarding';

type Problem = keyof typeof texts.problems;

const isProblem = (code: string): code is Problem => Object.hasOwn(texts.problems, code);

/** The message for a refusal. */
export const problemText = (code: string, message = ''): string =>
  isProblem(code) ? texts.problems[code] : noticeText(code, message, shell.failed);

export interface Refusal {
  code: string;
  message: string;
}

export interface Wizard {
  machine: MachineView<'onboarding'>;
  refusal: Refusal | null;
  /** Sends one step after another until one is refused; true when none was. */
  act: (...steps: Step[]) => Promise<boolean>;
  busy: boolean;
}

type Step = Proposal<'onboarding'> | (() => Promise<unknown>);

/** Whether a step leads to another question. */
const leads = (step: Step) => !(step instanceof Function) && ['next', 'back', 'send'].includes(step.type);

const refusalOf = (failure: unknown): Refusal | null =>
  failure instanceof CommandRefused || failure instanceof ApiError
    ? { code: failure.code, message: failure.message }
    : null;

/** The wizard, and why the server refused the last step. */
export function useWizard(): Wizard {
  const machine = useMachine('onboarding');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [waiting, setWaiting] = useState(0);
  // each is sent when the previous one was answered: it names the state that it was decided on
  const last = useRef(Promise.resolve(true));

  const take = async (steps: readonly Step[]): Promise<boolean> => {
    for (const step of steps) await (step instanceof Function ? step() : machine.send(step));
    return true;
  };
  const act = (...steps: Step[]): Promise<boolean> => {
    setWaiting(count => count + 1);
    const done = last.current
      .then(wasTaken => {
        // after a refusal, steps that lead to another question are not sent
        if (!wasTaken && steps.some(leads)) return false;
        setRefusal(null);
        return take(steps);
      })
      .catch((failure: unknown) => {
        const refused = refusalOf(failure);
        if (!refused) throw failure;
        setRefusal(refused);
        return false;
      })
      .finally(() => setWaiting(count => count - 1));
    const mine = done.catch(() => false);
    last.current = mine;
    void mine.then(() => {
      if (last.current === mine) last.current = Promise.resolve(true);
    });
    return done;
  };
  return { machine, refusal, act, busy: waiting > 0 };
}
