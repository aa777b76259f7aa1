import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/PinInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { PinInput } from '@mantine/core';
import { texts } from '@/texts/auth';
import auth from '@/ui/auth.module.css';

/** A one-time code has this many digits (MFA-01). */
export const CODE_DIGITS = 6;

interface CodeDigitsProps {
  code: string;
  change: (code: string) => void;
  /** Called with the code as soon as it is complete, typed or pasted. */
  complete: (code: string) => void;
  isWrong: boolean;
  autoFocus?: boolean;
  legendClassName: string | undefined;
}

/** The boxes of a one-time code, as a group of their own name. */
export function CodeDigits({ code, change, complete, isWrong, autoFocus, legendClassName }: CodeDigitsProps) {
  return (
    <fieldset className={auth.digits}>
      <legend className={legendClassName}>{texts.otp.code}</legend>
      <PinInput
        length={CODE_DIGITS}
        type="number"
        oneTimeCode
        placeholder=""
        {...(autoFocus && { autoFocus })}
        size="lg"
        className={auth.pin}
        getInputProps={digit => ({ 'aria-label': texts.otp.digit({ number: digit + 1 }) })}
        value={code}
        error={isWrong}
        onChange={change}
        onComplete={complete}
      />
    </fieldset>
  );
}
