import { CopyOutlined } from '@ant-design/icons';
import { Button, Notice, useNotify } from '@qr-attendance/ui-kit';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import './created-invite.css';

export const CreatedInvite = ({ code, onClose }: { code: string; onClose: () => void }) => {
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
      // The clipboard is unavailable on insecure pages.
      notify.error(t('invites.copyFailed'));
    }
  };
  return (
    <>
      <Notice type="success" role="status" title={t('invites.made')} />
      <div className="created-invite">
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
