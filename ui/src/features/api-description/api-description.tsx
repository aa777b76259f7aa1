import { addresses } from '@/generated/api';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/apiDescription';
import cards from '@/ui/cards.module.css';
import { PageTitle } from '@/ui/PageTitle';

/** Where programs find the description of this server's API. */
export function ApiDescriptionPage() {
  return (
    <div className={cards.page}>
      <PageTitle className={cards.title}>{titleOf('admin.api')}</PageTitle>
      <p className={cards.lead}>{texts.lead}</p>
      <p>
        <a href={addresses.getOpenapiJson()}>{texts.download}</a>
      </p>
    </div>
  );
}
