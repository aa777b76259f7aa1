import { area } from './area';
import { frontends } from './en/frontends';

export const texts = area('frontends', frontends);
