import type { ClientSession } from '@/lib/clientSession';
import { texts } from '@/texts/clientLogin';
import { durationText } from '@/texts/duration';
import cards from '@/ui/cards.module.css';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { CodeForm } from './CodeForm';
import { clientName, TOKEN_MS } from './client';
import css from './clientLogin.module.css';
import { Ended } from './Ended';
import { useClientLogin } from './useClientLogin';

interface ClientQuestionProps {
  client: ClientSession;
  /** The name of the user. */
  user: string;
}

/**
 * Which client asks, what it gets, and the user's answer. A link alone signs nothing in: the user types a code that is
 * never filled in for them, because who sends them a link cannot show it in a terminal of theirs (RFC 8628, 5.4).
 */
export function ClientQuestion({ client, user }: ClientQuestionProps) {
  const name = clientName(client);
  const login = useClientLogin(client, name);
  if (login.end !== null) return <Ended end={login.end} name={name} />;
  return (
    <section className={`${cards.card} ${css.question}`} aria-labelledby="client-asks">
      <h2 id="client-asks">{texts.asks({ name })}</h2>
      <p>{texts.lead}</p>
      <Facts>
        <Fact name={texts.user}>
          <bdi>{user}</bdi>
        </Fact>
        <Fact name={texts.access}>{texts.everything}</Fact>
        <Fact name={texts.lasts}>{texts.untilRevoked({ time: durationText(TOKEN_MS) })}</Fact>
      </Facts>
      <Notice kind="slow">{texts.risk}</Notice>
      <CodeForm login={login} />
    </section>
  );
}
