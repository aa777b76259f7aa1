import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FrontEnd } from '@/frontends/FrontEnd';
import type { RouteName } from '@/generated/types';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/frontends';
import { PageTitle } from '@/ui/PageTitle';
import css from './front-end-page.module.css';

const parts: readonly RouteName[] = ['demo.tree', 'demo.greeting', 'demo.mounting'];

/** The list of demo pages. */
export function DemoPage() {
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('demo')}</PageTitle>
      <p className={css.lead}>{texts.demo.lead}</p>
      <ul className={css.links}>
        {parts.map(route => (
          <li key={route}>
            <Link to={pathnameOf(route)}>{titleOf(route)}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function DemoTreePage() {
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('demo.tree')}</PageTitle>
      <FrontEnd name="tree" demo />
    </div>
  );
}

export function DemoGreetingPage() {
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('demo.greeting')}</PageTitle>
      <FrontEnd name="greeting" demo />
    </div>
  );
}

const mountable = ['tree', 'greeting', 'insight', 'tracker'] as const;

/** Several front-ends at once, mounted and unmounted independently. */
export function DemoMountingPage() {
  const [mounted, setMounted] = useState<readonly string[]>(['tree', 'greeting']);
  const toggle = (name: string) =>
    setMounted(all => (all.includes(name) ? all.filter(other => other !== name) : [...all, name]));
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('demo.mounting')}</PageTitle>
      <p className={css.lead}>{texts.demo.mounting}</p>
      <fieldset className={css.choice}>
        <legend className="wb-hidden">{titleOf('demo.mounting')}</legend>
        {mountable.map(name => (
          <label key={name}>
            <input type="checkbox" checked={mounted.includes(name)} onChange={() => toggle(name)} />
            {texts.demo.mount({ name })}
          </label>
        ))}
      </fieldset>
      {mounted.length === 0 && <p className={css.lead}>{texts.demo.nothing}</p>}
      <div className={css.boxes}>
        {mounted.map(name => (
          <div key={name}>
            <h2>{name}</h2>
            <FrontEnd name={name} demo />
          </div>
        ))}
      </div>
    </div>
  );
}
