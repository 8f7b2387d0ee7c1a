import type { Session } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';
import type { MarkedCount } from '../../../shared/arrivals/arrival-count.tsx';
import { useGetBurstCodes } from '../../../shared/api/sessions.ts';
import { BurstCodePicture, BurstWords } from '../../../shared/burst-code/burst-code-panel.tsx';
import { TypedAddress } from '../../../shared/code/this-machine.tsx';
import { useBurstCodes } from '../../../shared/burst-code/use-burst-codes.ts';
import { ProjectorBoard } from './projector-board.tsx';
import { ProjectorEnded } from './projector-ended.tsx';
import { ProjectorPresenceCheck } from './projector-presence-check.tsx';

export const ProjectorBurstCode = ({
  session,
  unattended,
  ...count
}: MarkedCount & { session: Session; unattended: boolean }) => {
  const { t } = useTranslation('teacher');
  const { shown, stopped } = useBurstCodes(useGetBurstCodes(session._id, unattended));
  if (stopped) return <ProjectorEnded session={session} marked={count.marked} />;
  return (
    <ProjectorBoard
      session={session}
      {...count}
      picture={<BurstCodePicture code={shown?.code} size="100%" />}
    >
      <ProjectorPresenceCheck session={session} />
      <div>{t('burstCode.scanInApp')}</div>
      <BurstWords
        words={shown?.words}
        label={
          <>
            {t('burstCode.typeAt')} <TypedAddress />
          </>
        }
        fontSize="var(--code)"
      />
    </ProjectorBoard>
  );
};
