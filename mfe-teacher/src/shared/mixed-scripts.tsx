import { hasMixedScripts } from '@qr-attendance/contracts';
import Tag from 'antd/es/tag';
import { useTranslation } from 'react-i18next';

export const MixedScripts = ({ name }: { name: string }) => {
  const { t } = useTranslation('teacher');
  return hasMixedScripts(name) ? (
    <Tag color="warning" title={t('mixedAlphabetsWhy')}>
      {t('mixedAlphabets')}
    </Tag>
  ) : null;
};
