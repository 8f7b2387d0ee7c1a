import { Button, LinkButton, Notice, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useDecideFloor, useInstitutionPolicy } from '../../../shared/institution-policy.ts';

export const FloorNotice = () => {
  const { t } = useTranslation('admin');
  const notify = useNotify();
  const { data } = useInstitutionPolicy();
  const decide = useDecideFloor();
  if (!data || data.decided) return null;
  const keep = () =>
    decide.mutate(data.floor, { onError: (error) => notify.error(messageOf(error, t('floor.failed'))) });
  return (
    <Notice
      type="info"
      role="status"
      title={t('floor.news')}
      description={
        <>
          <p className="flush below-sm">{t('floor.newsText')}</p>
          <div className="row gap-xs">
            <LinkButton type="primary" to="/admin/requirements">
              {t('floor.choose')}
            </LinkButton>
            <Button loading={decide.isPending} onClick={keep}>
              {t('floor.keep')}
            </Button>
          </div>
        </>
      }
      className="below"
    />
  );
};
