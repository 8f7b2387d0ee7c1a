import { useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.tsx';
import './copy-field.css';

interface Props {
  label: string;
  value: string;
  /** Whether copying this value is the main action of the card, as for an invite code. */
  isMain?: boolean;
  children?: ReactNode;
}

/** A value that people copy. It is selected as well, for browsers in which the button cannot copy. */
export const CopyField = ({ label, value, isMain = false, children }: Props) => {
  const { t } = useTranslation('common');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <div className={isMain ? 'copy-field' : 'copy-field copy-field-long'}>
      <label htmlFor={id}>{label}</label>
      <input id={id} ref={field} value={value} readOnly dir="ltr" onFocus={({ target }) => target.select()} />
      <CopyButton
        text={value}
        {...(isMain ? { type: 'primary' as const } : { 'aria-label': t('copy.copyOf', { label }) })}
        onPress={() => field.current?.select()}
      />
      {children}
    </div>
  );
};
