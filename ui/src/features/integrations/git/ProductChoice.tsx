import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import { texts } from '@/texts/git';
import css from './git.module.css';
import { PRODUCTS, type Product } from './vendors';

interface ProductChoiceProps {
  chosen: ReadonlySet<Product>;
  choose: (next: ReadonlySet<Product>) => void;
}

/** The products that can use an integration, each with what it does. */
export function ProductChoice({ chosen, choose }: ProductChoiceProps) {
  const toggle = (product: Product, isOn: boolean) =>
    choose(new Set(PRODUCTS.filter(one => (one === product ? isOn : chosen.has(one)))));
  return (
    <fieldset className={css.products}>
      <legend>{texts.service.text}</legend>
      {PRODUCTS.map(product => (
        <Checkbox
          key={product}
          label={texts.product[product]}
          description={texts.productText[product]}
          checked={chosen.has(product)}
          onChange={event => toggle(product, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}
