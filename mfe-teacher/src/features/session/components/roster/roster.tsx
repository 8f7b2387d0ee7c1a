import type { Session } from '@qr-attendance/contracts';
import { Notice, QueryView } from '@qr-attendance/ui-kit';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stateOf } from '../../../../shared/session-state.ts';
import { POLL_SECONDS, useAllEnrolled, useRoster } from '../../api/list-roster.ts';
import { useLiveRoster } from '../../api/stream-roster.ts';
import { useMarking } from '../../marking/use-marking.ts';
import { rowsOf } from '../../roster-rows.ts';
import { useNeedsHelp } from '../../use-needs-help.ts';
import { StudentDialog } from '../review/student-dialog.tsx';
import { RosterList } from './roster-list.tsx';
import './roster.css';

/** The live stream delivers marks; who enrolls during the first weeks' classes is asked for. */
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
  const { help, strangers } = useNeedsHelp(session);
  const marking = useMarking(session._id);
  const [opened, setOpened] = useState<string>();
  const canceled = stateOf(session) === 'canceled';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const title = heading.current;
    if (opened === undefined) return;
    return () => {
      // The row may be gone, and the button that had the focus with it.
      if (document.activeElement === document.body) title?.focus();
    };
  }, [opened]);
  return (
    <section className="cockpit-roster" aria-labelledby="roster-title">
      <h2 id="roster-title" ref={heading} tabIndex={-1} className="roster-title">
        {t('roster.title')}
      </h2>
      {canceled && <p className="roster-hint">{t('roster.canceled')}</p>}
      {interrupted && (
        <Notice type="warning" role="status" title={t('roster.interrupted', { seconds: POLL_SECONDS })} />
      )}
      <QueryView query={roster} errorMessage={t('specified:recordsFailed')}>
        {(records) => {
          const row =
            opened === undefined
              ? undefined
              : rowsOf(enrolled ?? [], records, undefined, help).find(
                  ({ student }) => student._id === opened,
                );
          return (
            <>
              <RosterList
                session={session}
                records={records}
                enrolled={enrolled}
                help={help}
                strangers={strangers}
                arrived={arrived}
                marking={marking}
                onOpen={setOpened}
              />
              {row && (
                <StudentDialog
                  session={session}
                  row={row}
                  onDecide={(decision, reason) => void marking.press([row], decision, reason)}
                  onClose={() => setOpened(undefined)}
                />
              )}
            </>
          );
        }}
      </QueryView>
    </section>
  );
};
