import { expect, test } from 'vitest';
import { chartOf } from '@/engine/chart';
import { machineNames } from '@/engine/machines';
import { BOX_HEIGHT, draw } from './drawing';
import { pairsOf } from './layers';

test.each(machineNames)('the drawing of %s has every state and every line, and no box upon another', name => {
  const chart = chartOf(name);
  const { boxes, lines, width, height } = draw(chart);
  expect(boxes.map(box => box.name).sort()).toEqual([...chart.states].sort());
  expect(lines).toHaveLength(pairsOf(chart).length);
  for (const line of lines) expect(line.path).not.toMatch(/NaN|undefined/);
  for (const box of boxes) {
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + BOX_HEIGHT).toBeLessThanOrEqual(height);
    const over = boxes.filter(
      other =>
        other !== box && other.y === box.y && other.x < box.x + box.width && box.x < other.x + other.width,
    );
    expect(over).toEqual([]);
  }
});
