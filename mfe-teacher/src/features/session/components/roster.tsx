import type { Session } from '@qr-attendance/contracts';
import { Notice, QueryView } from '@qr-attendance/ui-kit';
import Card from 'antd/es/card';
import theme from 'antd/es/theme';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCourses } from '../../../shared/api/list-courses.ts';
import { POLL_SECONDS, useRoster } from '../api/list-roster.ts';
import { useLiveRoster } from '../api/stream-roster.ts';
import { countRoster, needsReview } from '../roster-rules.ts';
import { chooseFrom, useRosterChoice } from '../roster-choice.ts';
import { ByHandButton } from './review/manual-mark-button.tsx';
import { ReviewDialog } from './review/review-dialog.tsx';
import { RosterCounts } from './roster-counts.tsx';
import { RosterFilterBar } from './roster-filter-bar.tsx';
import { RosterTable } from './roster-table.tsx';

export const Roster = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const { token } = theme.useToken();
  const [wasActive] = useState(session.active);
  const { arrived, interrupted } = useLiveRoster(session._id, wasActive);
  // Absences are written a moment after the session ended.
  const roster = useRoster(session._id, interrupted || (wasActive && !session.active));
  const courses = useCourses();
  const { choice, choose } = useRosterChoice();
  const [typed, setTyped] = useState('');
  const [reviewed, setReviewed] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const enrolled = courses.data?.find(({ _id }) => _id === session.course._id)?.studentCount;
  useEffect(() => {
    const title = heading.current;
    if (reviewed === undefined) return;
    return () => {
      // The row may be gone, and the button that had the focus with it.
      if (document.activeElement === document.body) title?.focus();
    };
  }, [reviewed]);
  return (
    <Card
      styles={{ header: { paddingBlock: token.paddingXS }, title: { whiteSpace: 'normal' } }}
      title={
        <div
          style={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            justifyContent: 'space-between',
            gap: `${token.marginXS}px ${token.margin}px`,
          }}
        >
          <h2 ref={heading} tabIndex={-1} style={{ margin: 0, font: 'inherit' }}>
            {t('roster.title')}
          </h2>
          <ByHandButton session={session} records={roster.data ?? []} />
        </div>
      }
    >
      {interrupted && (
        <div style={{ marginBlockEnd: token.margin }}>
          <Notice type="warning" role="status" title={t('roster.interrupted', { seconds: POLL_SECONDS })} />
        </div>
      )}
      <QueryView query={roster} errorMessage={t('specified:recordsFailed')}>
        {(records) => {
          const counts = countRoster(records);
          const notYet =
            session.active && enrolled !== undefined ? Math.max(0, enrolled - counts.total) : undefined;
          const mark = records.find(({ _id }) => _id === reviewed);
          const toReview = records.filter(needsReview).length;
          const noRows = choice === 'review' && !toReview ? 'review.nothingLeft' : 'roster.noMatch';
          return (
            <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 }}>
              <RosterCounts counts={counts} notYet={notYet} />
              {records.length > 0 && (
                <RosterFilterBar
                  choice={choice}
                  onChoose={choose}
                  toReview={toReview}
                  typed={typed}
                  onType={setTyped}
                />
              )}
              <RosterTable
                records={chooseFrom(records, choice, typed)}
                arrived={arrived}
                onReview={setReviewed}
                empty={t(records.length ? noRows : 'roster.empty')}
              />
              {mark && <ReviewDialog mark={mark} onClose={() => setReviewed(undefined)} />}
            </div>
          );
        }}
      </QueryView>
    </Card>
  );
};
