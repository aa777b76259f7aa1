import { area } from './area';
import { advanced } from './en/advanced';

export const texts = area('advanced', advanced);
