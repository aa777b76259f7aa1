import { useMachine } from '@/engine/useMachine';
import { addresses } from '@/generated/api';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/apiDescription';
import { Button } from '@/ui/Button';
import cards from '@/ui/cards.module.css';
import { PageTitle } from '@/ui/PageTitle';

/** Where programs find the description of this server's API. */
export function ApiDescriptionPage() {
  const tour = useMachine('api_tour');
  return (
    <div className={cards.page}>
      <PageTitle className={cards.title}>{titleOf('admin.api')}</PageTitle>
      <p className={cards.lead}>{texts.lead}</p>
      {tour.matches('unread') && (
        <p>
          {texts.tour} <Button onClick={() => void tour.send({ type: 'read' })}>{texts.read}</Button>
        </p>
      )}
      <p>
        <a href={addresses.getOpenapiJson()}>{texts.download}</a>
      </p>
    </div>
  );
}
