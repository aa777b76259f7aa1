import type { StepData, WizardStep } from '@/generated/types';
import { isObject, parseJson } from './json';
import { browserStorage } from './storage';

const KEY = 'waybill.personalisation';

type Steps = Partial<Record<WizardStep, StepData>>;

/** What the wizard's steps have come to, as the server had the browser keep it. Nothing that was typed is in it. */
export function keptSteps(): Steps {
  const kept = parseJson(browserStorage.read(KEY) ?? '');
  return isObject(kept) ? (kept as Steps) : {};
}

export function keepStep(step: string, data: unknown): void {
  browserStorage.write(KEY, JSON.stringify({ ...keptSteps(), [step]: data }));
}

export function forgetSteps(): void {
  browserStorage.write(KEY, null);
}
