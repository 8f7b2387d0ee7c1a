import { CopyOutlined } from '@ant-design/icons';
import { useNotify } from '@qr-attendance/ui-kit';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import './made-invite.css';

/** The code that was made, shown once: nobody can look it up again. */
export const MadeInvite = ({ code, onClose }: { code: string; onClose: () => void }) => {
  const { t } = useTranslation('admin');
  const notify = useNotify();
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(code);
      notify.success(t('invites.copied'));
    } catch {
      // Not to be had on a page that is not served securely.
      notify.error(t('invites.copyFailed'));
    }
  };
  return (
    <>
      <Alert type="success" showIcon role="status" title={t('invites.made')} />
      <div className="made-invite">
        <label htmlFor={id}>{t('invites.code')}</label>
        <input id={id} ref={field} value={code} readOnly onFocus={({ target }) => target.select()} />
        <Button type="primary" icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
          {t('invites.copy')}
        </Button>
        <Button onClick={onClose}>{t('invites.close')}</Button>
      </div>
    </>
  );
};
