import type { ImportKind } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

export const HistoryLink = ({ kind, objectKey }: { kind: ImportKind; objectKey: string }) => {
  const { t } = useTranslation('admin');
  const query = new URLSearchParams({ kind, key: objectKey });
  return (
    <Link to={`/admin/imports/history?${query.toString()}`} className="link action-link nowrap">
      {t('imports.history.show')}
    </Link>
  );
};
