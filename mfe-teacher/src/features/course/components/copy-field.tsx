import { CopyOutlined } from '@ant-design/icons';
import { Button, useNotify } from '@qr-attendance/ui-kit';
import Input, { type InputRef } from 'antd/es/input';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';

export const CopyField = ({ label, value }: { label: string; value: string }) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const field = useRef<InputRef>(null);
  const id = useId();
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      notify.success(t('enrollment.copied'));
    } catch {
      // The clipboard is unavailable on insecure pages.
      notify.error(t('enrollment.copyFailed'));
    }
  };
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <div className="line gap-xs">
        <Input
          id={id}
          ref={field}
          value={value}
          readOnly
          dir="ltr"
          onFocus={({ target }) => target.select()}
          className="form-width"
        />
        <Button
          icon={<CopyOutlined aria-hidden />}
          aria-label={t('enrollment.copyOf', { label })}
          onClick={() => void copy()}
        >
          {t('enrollment.copy')}
        </Button>
      </div>
    </div>
  );
};
