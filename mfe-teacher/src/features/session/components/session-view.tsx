import type { Session } from '@qr-attendance/contracts';
import { PageHeader } from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import Col from 'antd/es/col';
import Row from 'antd/es/row';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../shared/code/rotation.ts';
import { links } from '../../../shared/links.ts';
import { LivePanel } from '../../../shared/live-code/live-panel.tsx';
import { SectionCard } from '../../../shared/section-card.tsx';
import { EditSessionForm } from './change/edit-session-form.tsx';
import { SessionActions } from './change/session-actions.tsx';
import { SessionNotice } from './change/session-notice.tsx';
import { Attempts } from './review/attempts.tsx';
import { Roster } from './roster/roster.tsx';
import { SecondLookCard } from './second-look-card.tsx';
import { QR_SIZE, SessionCode } from './session-code.tsx';
import { SessionSummary } from './session-summary.tsx';

/** `receivedAt`: when the session was read, in ms. */
export const SessionView = ({ session, receivedAt }: { session: Session; receivedAt: number }) => {
  const { t } = useTranslation('teacher');
  const to = links(useBasePath());
  const code = codeOf(session);
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const stopEditing = () => {
    setEditing(false);
    // The form that had the focus is gone.
    editButton.current?.focus();
  };
  return (
    <>
      <PageHeader
        title={
          session.course.name ? `${session.course.name} (${session.course.code})` : t('common:unknownCourse')
        }
        back={{ to: to.sessions, label: t('session.back') }}
        action={<SessionActions session={session} onEdit={() => setEditing(true)} editButton={editButton} />}
      />
      <Row gutter={[16, 16]}>
        <Col xs={24} lg={9}>
          <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 }}>
            <SessionNotice session={session} />
            {editing && session.active && <EditSessionForm session={session} onClose={stopEditing} />}
            {code &&
              (session.policy?.liveCodes ? (
                <SectionCard title={t('session.qrTitle')}>
                  <LivePanel sessionId={session._id} size={QR_SIZE} />
                </SectionCard>
              ) : (
                <SessionCode sessionId={session._id} code={code} receivedAt={receivedAt} />
              ))}
            <SecondLookCard session={session} />
            <SessionSummary session={session} />
          </div>
        </Col>
        <Col xs={24} lg={15}>
          <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 }}>
            <Roster session={session} />
            <Attempts session={session} />
          </div>
        </Col>
      </Row>
    </>
  );
};
