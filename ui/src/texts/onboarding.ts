import { area } from './area';
import { onboarding } from './en/onboarding';

export const texts = area('onboarding', onboarding);
