import type { Session } from '@qr-attendance/contracts';
import { useState } from 'react';
import { codeOf } from '../../../shared/code/rotation.ts';
import { useAllEnrolled, useRoster } from '../api/list-roster.ts';
import { useLiveRoster } from '../api/stream-roster.ts';
import { countTabs, rowsOf } from '../roster-rows.ts';
import { ProjectorCode } from './projector-code.tsx';
import { ProjectorBurstCode } from './projector-burst-code.tsx';
import { ProjectorEnded } from './projector-ended.tsx';

interface Props {
  session: Session;
  receivedAt: number;
  /** The page opened by itself and nobody has touched it. */
  unattended: boolean;
}

export const ProjectorView = ({ session, receivedAt, unattended }: Props) => {
  const [wasActive, setWasActive] = useState(session.active);
  // A canceled class may be reopened.
  if (session.active && !wasActive) setWasActive(true);
  const { data: records } = useRoster(session._id);
  const { data: enrolled } = useAllEnrolled(session._id);
  useLiveRoster(session._id, wasActive);
  // Without guests, who may be enrolled in another section.
  const counts = records && countTabs(rowsOf(enrolled ?? [], records));
  const marked = counts ? counts.present + counts.late : session.attendanceCount;
  const students = enrolled && counts?.all;
  const code = codeOf(session);
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
