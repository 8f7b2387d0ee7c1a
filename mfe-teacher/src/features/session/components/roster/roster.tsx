import type { Session } from '@qr-attendance/contracts';
import { Notice, QueryView, tokens } from '@qr-attendance/ui-kit';
import Card from 'antd/es/card';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stateOf } from '../../../../shared/session-state.ts';
import { POLL_SECONDS, useAllEnrolled, useRoster } from '../../api/list-roster.ts';
import { useLiveRoster } from '../../api/stream-roster.ts';
import { ManualMarkButton } from '../review/manual-mark-button.tsx';
import { ReviewDialog } from '../review/review-dialog.tsx';
import { RosterList } from './roster-list.tsx';

/** The live stream tells of marks; who enrolls during the first weeks' classes is asked for. */
const ENROLLED_SECONDS = 30;

/** Everybody who is enrolled or has a mark, live. */
export const Roster = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const [wasActive] = useState(session.active);
  const { arrived, interrupted } = useLiveRoster(session._id, wasActive);
  // Absences are written a moment after the session ended.
  const polled = interrupted || (wasActive && !session.active);
  const roster = useRoster(session._id, polled ? POLL_SECONDS : undefined);
  const { data: enrolled } = useAllEnrolled(session._id, session.active ? ENROLLED_SECONDS : undefined);
  const [reviewed, setReviewed] = useState<string>();
  const canceled = stateOf(session) === 'canceled';
  const heading = useRef<HTMLHeadingElement>(null);
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
      styles={{ header: { paddingBlock: tokens.paddingXS }, title: { whiteSpace: 'normal' } }}
      title={
        <div
          style={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            justifyContent: 'space-between',
            gap: `${tokens.marginXS}px ${tokens.margin}px`,
          }}
        >
          <h2 ref={heading} tabIndex={-1} style={{ margin: 0, font: 'inherit' }}>
            {t('roster.title')}
          </h2>
          {!canceled && <ManualMarkButton session={session} records={roster.data ?? []} />}
        </div>
      }
    >
      {canceled && <p style={{ marginBlockStart: 0 }}>{t('roster.canceled')}</p>}
      {interrupted && (
        <div style={{ marginBlockEnd: tokens.margin }}>
          <Notice type="warning" role="status" title={t('roster.interrupted', { seconds: POLL_SECONDS })} />
        </div>
      )}
      <QueryView query={roster} errorMessage={t('specified:recordsFailed')}>
        {(records) => {
          const mark = records.find(({ _id }) => _id === reviewed);
          return (
            <>
              <RosterList
                session={session}
                records={records}
                enrolled={enrolled}
                arrived={arrived}
                onReview={setReviewed}
              />
              {mark && <ReviewDialog mark={mark} onClose={() => setReviewed(undefined)} />}
            </>
          );
        }}
      </QueryView>
    </Card>
  );
};
