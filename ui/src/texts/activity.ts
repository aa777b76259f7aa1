import { area } from './area';
import { activity } from './en/activity';

export const texts = area('activity', activity);
