import type { StepData, WizardStep } from '@/generated/types';
import { isObject, parseJson } from './json';
import { browserStorage } from './storage';

type Steps = Partial<Record<WizardStep, StepData>>;

/** Browsers are shared, so that each person's steps are kept apart. */
const keyOf = (person: string) => `waybill.personalisation.${person}`;

/** What the wizard's steps have come to, as the server had the browser keep it. Nothing that was typed is in it. */
export function keptSteps(person: string): Steps {
  const kept = parseJson(browserStorage.read(keyOf(person)) ?? '');
  return isObject(kept) ? (kept as Steps) : {};
}

export function keepStep(person: string, step: string, data: unknown): void {
  browserStorage.write(keyOf(person), JSON.stringify({ ...keptSteps(person), [step]: data }));
}

export function forgetSteps(person: string): void {
  browserStorage.write(keyOf(person), null);
}
