import { LinkButton, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { useDecideFloor, useInstitutionPolicy } from '../api/institution-policy.ts';

export const FloorNotice = () => {
  const { t } = useTranslation('admin');
  const notify = useNotify();
  const { data } = useInstitutionPolicy();
  const decide = useDecideFloor();
  if (!data || data.decided) return null;
  const memoizeAsync = () =>
    decide.mutate(data.floor, { onError: (error) => notify.error(messageOf(error, t('floor.failed'))) });
  return (
    <Alert
      type="info"
      showIcon
      role="status"
      title={t('floor.news')}
      description={
        <>
          <p style={{ marginBlock: '0 12px' }}>{t('floor.newsText')}</p>
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
            <LinkButton type="primary" to="/admin/requirements">
              {t('floor.choose')}
            </LinkButton>
            <Button loading={decide.isPending} onClick={memoizeAsync}>
              {t('floor.keep')}
            </Button>
          </div>
        </>
      }
      style={{ marginBlockEnd: 16 }}
    />
  );
};
