import type { Session } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';
import { useGetLiveCodes } from '../../../shared/api/get-live-codes.ts';
import { LivePicture } from '../../../shared/live-code/live-picture.tsx';
import { LiveWords } from '../../../shared/live-code/live-words.tsx';
import { useLiveCodes } from '../../../shared/live-code/use-live-codes.ts';
import { ProjectorBoard, type MarkedCount } from './projector-board.tsx';
import { ProjectorEnded } from './projector-ended.tsx';
import { ProjectorSecondLook } from './projector-second-look.tsx';

/** A live code, on the wall. */
export const ProjectorLive = ({ session, ...count }: MarkedCount & { session: Session }) => {
  const { t } = useTranslation('teacher');
  const { shown, stopped } = useLiveCodes(useGetLiveCodes(session._id));
  if (stopped) return <ProjectorEnded session={session} marked={count.marked} />;
  return (
    <ProjectorBoard session={session} {...count} picture={<LivePicture code={shown?.code} size="100%" />}>
      <ProjectorSecondLook session={session} />
      <div>{t('liveCode.scanInApp')}</div>
      <LiveWords
        words={shown?.words}
        label={
          <>
            {t('liveCode.typeAt')} <strong className="projector-address">{`${location.host}/go`}</strong>
          </>
        }
        fontSize="var(--code)"
      />
    </ProjectorBoard>
  );
};
