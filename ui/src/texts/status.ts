import { area } from './area';
import { status } from './en/status';

export const texts = area('status', status);
