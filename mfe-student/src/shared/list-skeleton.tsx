import { PlainList } from '@qr-attendance/ui-kit';
import Skeleton from 'antd/es/skeleton';
import { useTranslation } from 'react-i18next';

export const ListSkeleton = ({ rows = 5 }: { rows?: number }) => {
  const { t } = useTranslation('student');
  return (
    <div role="status" aria-label={t('common:loading')}>
      <PlainList>
        {Array.from({ length: rows }, (_, row) => (
          <li key={row} style={{ height: 69, display: 'flex', alignItems: 'center' }}>
            <Skeleton active title={false} paragraph={{ rows: 2, width: ['60%', '35%'] }} />
          </li>
        ))}
      </PlainList>
    </div>
  );
};
