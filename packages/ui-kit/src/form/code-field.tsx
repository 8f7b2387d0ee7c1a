import { TextField } from './text-field.tsx';

export const CODE_DIGITS = 6;

interface Props {
  label: string;
  error?: string | undefined;
  value: string;
  onChange: (digits: string) => void;
  /** Called when the last digit has been entered. */
  onComplete: (digits: string) => void;
}

/** The code of an authenticator app. Apps show it in groups, so spaces are removed from pasted codes. */
export const CodeField = ({ value, onChange, onComplete, ...look }: Props) => (
  <TextField
    {...look}
    large
    inputMode="numeric"
    autoComplete="one-time-code"
    enterKeyHint="go"
    autoFocus
    value={value}
    onChange={({ target }) => {
      const digits = target.value.replaceAll(/\D/g, '').slice(0, CODE_DIGITS);
      onChange(digits);
      if (digits.length === CODE_DIGITS && digits !== value) onComplete(digits);
    }}
  />
);
