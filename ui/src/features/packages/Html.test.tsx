import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Html } from './Html';

test('only known elements are made of what the server sends', () => {
  const hostile = `<p onclick="x()" style="color:red">one <b>two</b></p><script>x()</script><img src="https://x.test">
    <a href="javascript:x()">three</a><a href="https://x.test">four</a><form><input></form><svg><a href="x">y</a></svg>`;
  const { container } = render(<Html html={hostile} />);
  expect(container.querySelector('script, img, form, input, svg, [onclick], [style]')).toBeNull();
  expect([...container.querySelectorAll('a')].map(link => link.getAttribute('href'))).toEqual([
    null,
    'https://x.test',
  ]);
  expect(container.textContent).toContain('one two');
});
