import type { AttendanceRecord, Session } from '@qr-attendance/contracts';
import theme from 'antd/es/theme';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../../../shared/section-card.tsx';
import { useAttempts } from '../../api/list-attempts.ts';
import { useRoster } from '../../api/list-roster.ts';
import { ByHandButton } from './manual-mark-button.tsx';
import { FlagList } from './flag-list.tsx';

const NONE: AttendanceRecord[] = [];

/** Students who were refused, have no mark, and whose tries the teacher should know of. Renders nothing without any. */
export const Attempts = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const { token } = theme.useToken();
  const { data: records = NONE } = useRoster(session._id);
  const { data: attempts = [] } = useAttempts(session._id, session.active);
  const marked = new Set(records.map(({ student }) => student._id));
  const unmarked = attempts.filter(({ student }) => !marked.has(student._id));
  if (!unmarked.length) return null;
  return (
    <SectionCard title={t('attempts.title')}>
      <p style={{ marginBlockStart: 0, color: token.colorTextSecondary }}>{t('attempts.help')}</p>
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {unmarked.map(({ student, flags }) => (
          <li
            key={student._id}
            style={{
              display: 'grid',
              gap: token.marginSM,
              justifyItems: 'start',
              paddingBlock: token.paddingSM,
              borderBlockStart: `1px solid ${token.colorBorderSecondary}`,
            }}
          >
            <div style={{ overflowWrap: 'anywhere' }}>
              <bdi style={{ fontWeight: 600 }}>{student.name}</bdi>{' '}
              <span style={{ color: token.colorTextSecondary }}>{student.email}</span>
            </div>
            <FlagList flags={flags} />
            <ByHandButton session={session} records={records} student={student} />
          </li>
        ))}
      </ul>
    </SectionCard>
  );
};
