import { area } from './area';
import { people } from './en/people';

export const texts = area('people', people);
