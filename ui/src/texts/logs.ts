import { area } from './area';
import { logs } from './en/logs';

export const texts = area('logs', logs);
