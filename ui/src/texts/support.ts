import { area } from './area';
import { support } from './en/support';

export const texts = area('support', support);
