import type { Session } from '@qr-attendance/contracts';
import { Notice, QueryView } from '@qr-attendance/ui-kit';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { INTERRUPTED_POLL_SECONDS } from '../../../../shared/arrivals/listen-to-session.ts';
import { stateOf } from '../../../../shared/session-state.ts';
import { useAllEnrolled, useRoster } from '../../api/list-roster.ts';
import { useLiveRoster } from '../../api/stream-roster.ts';
import { useMarking } from '../../marking/use-marking.ts';
import { useNeedsHelp } from '../../use-needs-help.ts';
import { RosterList } from './roster-list.tsx';
import './roster.css';

/** The live stream does not report enrollments, which are frequent in the first weeks. */
const ENROLLED_SECONDS = 30;

export const Roster = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const [wasActive, setWasActive] = useState(session.active);
  // Keeps the stream, because a canceled class may be reopened.
  if (session.active && !wasActive) setWasActive(true);
  const { arrived, interrupted } = useLiveRoster(session._id, wasActive);
  // Absences appear a moment after the session has ended.
  const polled = interrupted || (wasActive && !session.active);
  const roster = useRoster(session._id, polled ? INTERRUPTED_POLL_SECONDS : undefined);
  const { data: enrolled } = useAllEnrolled(session._id, session.active ? ENROLLED_SECONDS : undefined);
  const { help, strangers } = useNeedsHelp(session);
  const marking = useMarking(session._id);
  const canceled = stateOf(session) === 'canceled';
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className="cockpit-roster" aria-labelledby="roster-title">
      <h2 id="roster-title" ref={heading} tabIndex={-1} className="visually-hidden">
        {t('roster.title')}
      </h2>
      {canceled && <p className="roster-hint">{t('roster.canceled')}</p>}
      {interrupted && (
        <Notice
          type="warning"
          role="status"
          title={t('roster.interrupted', { seconds: INTERRUPTED_POLL_SECONDS })}
        />
      )}
      <QueryView query={roster} errorMessage={t('specified:recordsFailed')}>
        {(records) => (
          <RosterList
            session={session}
            records={records}
            enrolled={enrolled}
            help={help}
            strangers={strangers}
            arrived={arrived}
            marking={marking}
            heading={heading}
          />
        )}
      </QueryView>
    </section>
  );
};
