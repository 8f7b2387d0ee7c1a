import Skeleton from 'antd/es/skeleton';
import { useIsPhone, tokens } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

const ROW = { table: 45, phone: 90 };

export const TableSkeleton = ({ rows = 6 }: { rows?: number }) => {
  const { t } = useTranslation('student');
  const phone = useIsPhone();
  return (
    <div role="status" aria-label={t('common:loading')} style={{ display: 'grid', gap: 1 }}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton.Node
          key={row}
          active
          style={{ width: '100%', height: phone ? ROW.phone : ROW.table, borderRadius: tokens.borderRadius }}
        >
          {' '}
        </Skeleton.Node>
      ))}
    </div>
  );
};
