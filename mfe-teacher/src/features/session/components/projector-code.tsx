import type { FreshCode, Session } from '@qr-attendance/contracts';
import type { MarkedCount } from '../../../shared/arrivals/arrival-count.tsx';
import { CodeCountdown } from '../../../shared/code/code-countdown.tsx';
import { CodePicture } from '../../../shared/code/code-picture.tsx';
import { TypedCode } from '../../../shared/code/typed-code.tsx';
import { useSessionCode } from '../use-session-code.ts';
import { ProjectorBoard } from './projector-board.tsx';
import { ProjectorPresenceCheck } from './projector-presence-check.tsx';
import { ProjectorEnded } from './projector-ended.tsx';

interface Props extends MarkedCount {
  session: Session;
  code: FreshCode;
  receivedAt: number;
  unattended: boolean;
}

export const ProjectorCode = ({ session, code, receivedAt, unattended, ...count }: Props) => {
  const { qrCode, secondsLeft, refreshInterval, renew, stopped } = useSessionCode(
    session._id,
    code,
    receivedAt,
    unattended,
  );
  if (stopped) return <ProjectorEnded session={session} marked={count.marked} />;
  return (
    <ProjectorBoard session={session} {...count} picture={<CodePicture code={qrCode} size="100%" />}>
      <ProjectorPresenceCheck session={session} renew={renew} />
      <TypedCode code={qrCode} fontSize="var(--code)" />
      <div className="projector-countdown">
        <CodeCountdown seconds={secondsLeft} total={refreshInterval} />
      </div>
    </ProjectorBoard>
  );
};
