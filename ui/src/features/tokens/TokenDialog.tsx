import type { AccessToken } from '@/generated/api';
import { scopeText } from '@/shell/scopeText';
import { dayTime } from '@/texts/time';
import { texts } from '@/texts/tokens';
import { Dialog } from '@/ui/Dialog';
import { Fact, Facts } from '@/ui/Facts';
import { timeOf, tokenName } from './queries';
import { RevokeToken } from './RevokeToken';

/** What is known of a token, and revoking it. The token itself is shown to no one again. */
export function TokenDialog({ token, close }: { token: AccessToken; close: () => void }) {
  return (
    <Dialog title={<bdi>{tokenName(token)}</bdi>} size="md" closeLabel={texts.close} close={close}>
      <Facts>
        <Fact name={texts.owner}>
          <bdi>{token.subject ?? texts.erased}</bdi>
        </Fact>
        <Fact name={texts.allows}>{scopeText(token.scope)}</Fact>
        <Fact name={texts.made}>{dayTime(timeOf(token.issued_at))}</Fact>
        <Fact name={texts.used}>
          {token.last_used === null ? texts.never : dayTime(timeOf(token.last_used))}
        </Fact>
        <Fact name={texts.until}>{dayTime(timeOf(token.expiry))}</Fact>
        <Fact name={texts.id}>
          <code dir="ltr">{token.token_id}</code>
        </Fact>
      </Facts>
      <p className="wb-muted">{texts.usedText}</p>
      <RevokeToken token={token} done={close} />
    </Dialog>
  );
}
