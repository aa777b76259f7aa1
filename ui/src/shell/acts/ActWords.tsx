import type { Change } from '@/generated/api';
import { texts } from '@/texts/acts';
import css from './ActList.module.css';
import { piecesOf } from './people';
import type { Sentence } from './sentences';

interface ActWordsProps {
  record: Change;
  /** Null for an internal step. */
  sentence: Sentence | null;
}

/** What a record is in words; of an internal step its machine and its event. */
export function ActWords({ record, sentence }: ActWordsProps) {
  if (sentence === null)
    return (
      <span className={css.step}>
        {texts.list.step}: <code>{`${record.machine} ${record.event.type}`}</code>
      </span>
    );
  return (
    <Isolated text={sentence.rejected ? texts.list.rejected({ sentence: sentence.text }) : sentence.text} />
  );
}

/** A sentence whose values are isolated from the text around them, and stand out from it. */
function Isolated({ text }: { text: string }) {
  return piecesOf(text).map((piece, index) =>
    piece.isolated ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name
      <bdi key={index} className={css.value}>
        {piece.text}
      </bdi>
    ) : (
      piece.text
    ),
  );
}
