import type { AttendanceRecord } from '@qr-attendance/contracts';
import { Dialog, StatusBadge, tokens } from '@qr-attendance/ui-kit';
import { formatDay, formatDayTime, recordMoment } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MixedScripts } from '../../../../shared/mixed-scripts.tsx';
import { SelfieButton } from '../selfie-button.tsx';
import { Decision } from './decision.tsx';
import { DisputeSection } from './dispute-section.tsx';
import { FlagList } from './flag-list.tsx';
import { MarkHistory } from './mark-history.tsx';

interface Props {
  mark: AttendanceRecord;
  onClose: () => void;
}

/** All there is to one mark: why to look at it, what to decide, what was said and done. */
export const ReviewDialog = ({ mark, onClose }: Props) => {
  const { t } = useTranslation('teacher');
  const { student, session, status, flags = [], dispute, hasSelfie } = mark;
  const moment = recordMoment(mark);
  return (
    <Dialog
      title={student.name}
      width={560}
      onClose={onClose}
      buttons={<Button onClick={onClose}>{t('review.close')}</Button>}
    >
      <div style={{ display: 'grid', gap: tokens.marginLG }}>
        <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.marginSM }}>
          <StatusBadge status={status} />
          <MixedScripts name={student.name} />
          <span style={{ color: tokens.colorTextSecondary }}>
            {moment === undefined ? formatDay(session.date) : formatDayTime(moment)}
          </span>
          {hasSelfie && <SelfieButton mark={mark} />}
        </div>
        {flags.length > 0 && (
          <Part title={t('review.why')}>
            <FlagList flags={flags} />
            {mark.risk !== undefined && (
              <p style={{ margin: 0, marginBlockStart: tokens.marginSM, color: tokens.colorTextSecondary }}>
                {t('review.risk', { risk: mark.risk })}. {t('review.riskHelp')}
              </p>
            )}
          </Part>
        )}
        {dispute && (
          <Part title={t('dispute.title')}>
            <DisputeSection mark={mark} dispute={dispute} />
          </Part>
        )}
        <Part title={t('review.decision')}>
          {session.canceled ? t('roster.canceled') : <Decision mark={mark} onDone={onClose} />}
        </Part>
        <Part title={t('history.title')}>
          <MarkHistory markId={mark._id} />
        </Part>
      </div>
    </Dialog>
  );
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  return (
    <div>
      <h3 style={{ margin: 0, marginBlockEnd: tokens.marginXS, fontSize: tokens.fontSize, fontWeight: 600 }}>
        {title}
      </h3>
      {children}
    </div>
  );
};
