import type { Session } from '@qr-attendance/contracts';
import { Button, courseLabel, PageHeader, useIsPhone } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentCodeOf } from '../../../shared/code/rotation.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { ClassElsewhere } from './change/class-elsewhere.tsx';
import { EditSessionDrawer } from './change/edit-session-drawer.tsx';
import { SessionActions } from './change/session-actions.tsx';
import { SessionNotice } from './change/session-notice.tsx';
import './cockpit.css';
import { Roster } from './roster/roster.tsx';
import { SessionSide } from './session-side.tsx';

export const SessionView = ({ session, receivedAt }: { session: Session; receivedAt: number }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const phone = useIsPhone();
  const [side, setSide] = useState<boolean>();
  const [editing, setEditing] = useState(false);
  const isSideShown = side ?? !phone;
  return (
    <div className="cockpit">
      <PageHeader
        compact
        title={session.course.name ? courseLabel(session.course) : t('common:unknownCourse')}
        back={{ to: to.sessions, label: t('session.back') }}
        action={
          <div className="cockpit-actions">
            <Button
              aria-expanded={isSideShown}
              aria-controls="session-side"
              onClick={() => setSide(!isSideShown)}
            >
              {t(currentCodeOf(session) ? 'session.codeAndDetails' : 'session.details')}
            </Button>
            <SessionActions session={session} onEdit={() => setEditing(true)} />
          </div>
        }
      />
      <SessionNotice session={session} />
      <ClassElsewhere session={session} />
      <div className="cockpit-body" data-code={isSideShown}>
        {isSideShown && <SessionSide session={session} receivedAt={receivedAt} />}
        <Roster session={session} />
      </div>
      {editing && session.active && <EditSessionDrawer session={session} onClose={() => setEditing(false)} />}
    </div>
  );
};
