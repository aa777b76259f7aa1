import { frame } from './en/frame';
import { plainArea } from './plainArea';

export const texts = plainArea('frame', frame);
