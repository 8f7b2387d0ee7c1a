import type { Session } from '@qr-attendance/contracts';
import { useState } from 'react';
import { useCourses } from '../../../shared/api/courses.ts';
import { codeOf } from '../../../shared/code/rotation.ts';
import { useRoster } from '../api/list-roster.ts';
import { useLiveRoster } from '../api/stream-roster.ts';
import { countRoster } from '../roster-rules.ts';
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
  const roster = useRoster(session._id);
  useLiveRoster(session._id, wasActive);
  const counts = roster.data && countRoster(roster.data);
  const marked = counts ? counts.PRESENT + counts.LATE : session.attendanceCount;
  const enrolled = useCourses().data?.find(({ _id }) => _id === session.course._id)?.studentCount;
  const code = codeOf(session);
  if (code && session.policy?.burstCodes)
    return (
      <ProjectorBurstCode session={session} unattended={unattended} marked={marked} enrolled={enrolled} />
    );
  return code ? (
    <ProjectorCode
      session={session}
      code={code}
      receivedAt={receivedAt}
      unattended={unattended}
      marked={marked}
      enrolled={enrolled}
    />
  ) : (
    <ProjectorEnded session={session} marked={marked} />
  );
};
