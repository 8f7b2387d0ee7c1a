import { ActionButton, LinkButton, Notice } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useDecideFloor, useInstitutionPolicy } from '../../../shared/institution-policy.ts';

export const FloorNotice = () => {
  const { t } = useTranslation('admin');
  const { data } = useInstitutionPolicy();
  const decide = useDecideFloor();
  if (!data || data.decided) return null;
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
            <ActionButton act={() => decide.mutateAsync(data.floor)} failure={t('floor.failed')}>
              {t('floor.keep')}
            </ActionButton>
          </div>
        </>
      }
      className="below"
    />
  );
};
