import type { ReactNode } from 'react';
import type { SbomFormat } from '@/generated/api';
import { texts } from '@/texts/sbom';
import { Fact } from '@/ui/Facts';
import css from './SbomFact.module.css';

interface SbomFactProps {
  /** The address of the document in a format. */
  addressIn: (format: SbomFormat) => string;
  /** Further links. */
  children?: ReactNode;
}

/** The software bill of materials, as links that download it in each format. */
export function SbomFact({ addressIn, children }: SbomFactProps) {
  return (
    <Fact name={texts.label}>
      <span className={css.links}>
        <a href={addressIn('cyclonedx')} download>
          CycloneDX
        </a>
        {children}
        <a href={addressIn('spdx')} download>
          SPDX
        </a>
      </span>
    </Fact>
  );
}
