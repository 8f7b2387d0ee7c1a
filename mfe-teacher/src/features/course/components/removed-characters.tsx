import type { RosterList } from '@qr-attendance/tables';
import { Notice } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

const SHOWN_LINES = 20;

export const RemovedCharacters = ({ invisible }: Pick<RosterList, 'invisible'>) => {
  const { t } = useTranslation('teacher');
  const count = invisible.length;
  if (count === 0) return null;
  const lines = invisible
    .slice(0, SHOWN_LINES)
    .map(({ line, characters }) =>
      t('addStudents.invisibleIn', { line: formatNumber(line), characters: characters.join(', ') }),
    );
  return (
    <Notice
      type="info"
      title={t('addStudents.invisible', { count, found: formatNumber(count) })}
      description={lines.join('; ') + (count > SHOWN_LINES ? ' …' : '')}
    />
  );
};
