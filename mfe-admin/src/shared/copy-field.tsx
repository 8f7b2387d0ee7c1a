import { CopyOutlined } from '@ant-design/icons';
import { Button, useNotify } from '@qr-attendance/ui-kit';
import { useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './copy-field.css';

interface Props {
  label: string;
  value: string;
  copied: string;
  /** Whether copying this value is the main action of the card, as for an invite code. */
  isMain?: boolean;
  children?: ReactNode;
}

export const CopyField = ({ label, value, copied, isMain = false, children }: Props) => {
  const { t } = useTranslation('admin');
  const notify = useNotify();
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      notify.success(copied);
    } catch {
      // The clipboard is unavailable on insecure pages.
      notify.error(t('copy.failed'));
    }
  };
  return (
    <div className={isMain ? 'copy-field' : 'copy-field copy-field-long'}>
      <label htmlFor={id}>{label}</label>
      <input id={id} ref={field} value={value} readOnly onFocus={({ target }) => target.select()} />
      <Button
        {...(isMain && { type: 'primary' })}
        icon={<CopyOutlined aria-hidden />}
        aria-label={isMain ? undefined : t('copy.copyOf', { label })}
        onClick={() => void copy()}
      >
        {t('copy.copy')}
      </Button>
      {children}
    </div>
  );
};
