import type { Session } from '@qr-attendance/contracts';
import { useState } from 'react';
import { useRosterCounts } from '../../../shared/arrivals/use-roster-counts.ts';
import { currentCodeOf } from '../../../shared/code/rotation.ts';
import { ProjectorCode } from './projector-code.tsx';
import { ProjectorBurstCode } from './projector-burst-code.tsx';
import { ProjectorEnded } from './projector-ended.tsx';

interface Props {
  session: Session;
  receivedAt: number;
  /** True until somebody touches a page that opened by itself. */
  unattended: boolean;
}

export const ProjectorView = ({ session, receivedAt, unattended }: Props) => {
  const [wasActive, setWasActive] = useState(session.active);
  // Keeps the stream, because a canceled class may be reopened.
  if (session.active && !wasActive) setWasActive(true);
  const counts = useRosterCounts(session._id, { live: wasActive, active: session.active });
  const marked = counts?.marked ?? session.attendanceCount;
  const students = counts?.students;
  const code = currentCodeOf(session);
  if (code && session.policy?.burstCodes)
    return (
      <ProjectorBurstCode session={session} unattended={unattended} marked={marked} students={students} />
    );
  return code ? (
    <ProjectorCode
      session={session}
      code={code}
      receivedAt={receivedAt}
      unattended={unattended}
      marked={marked}
      students={students}
    />
  ) : (
    <ProjectorEnded session={session} marked={marked} />
  );
};
