import { area } from './area';
import { proxies } from './en/proxies';

export const texts = area('proxies', proxies);
