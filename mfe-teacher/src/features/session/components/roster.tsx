import type { Session } from '@qr-attendance/contracts';
import { QueryView } from '@qr-attendance/ui-kit';
import Card from 'antd/es/card';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCourses } from '../../../shared/api/list-courses.ts';
import { useRoster } from '../api/list-roster.ts';
import { useLiveRoster } from '../api/stream-roster.ts';
import { countRoster, searchRoster } from '../roster.ts';
import { RosterCounts } from './roster-counts.tsx';
import { RosterTable } from './roster-table.tsx';

export const Roster = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const [wasActive] = useState(session.active);
  const roster = useRoster(session._id, wasActive && !session.active);
  const arrived = useLiveRoster(session._id, wasActive);
  const courses = useCourses();
  const [typed, setTyped] = useState('');
  const enrolled = courses.data?.find(({ _id }) => _id === session.course._id)?.studentCount;
  return (
    <Card title={<h2 style={{ margin: 0, font: 'inherit' }}>{t('roster.title')}</h2>}>
      <QueryView query={roster} errorMessage={t('specified:recordsFailed')}>
        {(records) => {
          const counts = countRoster(records);
          const notYet =
            session.active && enrolled !== undefined ? Math.max(0, enrolled - counts.total) : undefined;
          return (
            <div style={{ display: 'grid', gap: 16 }}>
              <RosterCounts counts={counts} notYet={notYet} />
              {records.length > 0 && (
                <Input
                  type="search"
                  allowClear
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                  placeholder={t('roster.search')}
                  aria-label={t('roster.search')}
                />
              )}
              <RosterTable
                records={searchRoster(records, typed)}
                arrived={arrived}
                empty={records.length ? t('roster.noMatch') : t('roster.empty')}
              />
            </div>
          );
        }}
      </QueryView>
    </Card>
  );
};
