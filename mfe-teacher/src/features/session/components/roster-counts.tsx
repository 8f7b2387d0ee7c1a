import theme from 'antd/es/theme';
import { useTranslation } from 'react-i18next';
import type { RosterCounts as Counts } from '../roster-rules.ts';

interface Props {
  counts: Counts;
  /** Enrolled students not marked yet; undefined when that says nothing: the session ended, or the course is unknown. */
  notYet: number | undefined;
}

export const RosterCounts = ({ counts, notYet }: Props) => {
  const { t } = useTranslation('teacher');
  const { token } = theme.useToken();
  const cells = [
    { name: t('roster.present'), value: counts.PRESENT },
    { name: t('roster.late'), value: counts.LATE },
    { name: t('roster.absent'), value: counts.ABSENT },
    ...(counts.EXCUSED ? [{ name: t('roster.excused'), value: counts.EXCUSED }] : []),
    ...(notYet === undefined ? [] : [{ name: t('roster.notYet'), value: notYet }]),
    { name: t('roster.total'), value: counts.total },
  ];
  return (
    <dl
      style={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: `${token.marginXS}px ${token.margin}px`,
        margin: 0,
      }}
    >
      {cells.map(({ name, value }) => (
        <div key={name} style={{ flex: '1 0 auto' }}>
          <dt style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>{name}</dt>
          <dd style={{ margin: 0, fontSize: 24, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
};
