import { tokens } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import type { RosterCounts as Counts } from '../../roster-rules.ts';

interface Props {
  counts: Counts;
  /** How many are on the roster; undefined where the enrolled are not known. */
  students: number | undefined;
  active: boolean;
}

export const RosterCounts = ({ counts, students, active }: Props) => {
  const { t } = useTranslation('teacher');
  const attended = counts.PRESENT + counts.LATE;
  const notYet = students === undefined ? 0 : students - counts.total;
  const cells = [
    {
      name: t('roster.attended'),
      value: students === undefined ? attended : t('roster.countOf', { count: attended, of: students }),
    },
    { name: t('roster.present'), value: counts.PRESENT },
    { name: t('roster.late'), value: counts.LATE },
    { name: t('roster.absent'), value: counts.ABSENT },
    ...(counts.EXCUSED ? [{ name: t('roster.excused'), value: counts.EXCUSED }] : []),
    ...(active || notYet ? [{ name: t(active ? 'roster.notYet' : 'roster.noMark'), value: notYet }] : []),
  ];
  return (
    <dl
      style={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: `${tokens.marginXS}px ${tokens.margin}px`,
        margin: 0,
      }}
    >
      {cells.map(({ name, value }) => (
        <div key={name} style={{ flex: '1 0 auto' }}>
          <dt style={{ color: tokens.colorTextSecondary, fontSize: tokens.fontSizeSM }}>{name}</dt>
          <dd style={{ margin: 0, fontSize: 24, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {typeof value === 'number' ? formatNumber(value) : value}
          </dd>
        </div>
      ))}
    </dl>
  );
};
