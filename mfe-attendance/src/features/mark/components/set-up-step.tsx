import type { StudentProfile } from '@qr-attendance/contracts';
import { Button, LinkButton } from '@qr-attendance/ui-kit';
import {
  ClockCircleOutlined,
  KeyOutlined,
  LockOutlined,
  MobileOutlined,
  SafetyCertificateOutlined,
} from '@ant-design/icons';
import { formatDayTime } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MarkNeeds } from '../steps.ts';
import { SetUpForm } from './set-up-form.tsx';
import { StepCard } from './step-card.tsx';

interface Props {
  needs: MarkNeeds;
  security: string;
  isLast: boolean;
  onRequestConfirmation: () => void;
  onDone: (changed: Partial<StudentProfile>, pin: string | undefined) => void;
}

/** PIN and device are set up on this page; everything else on the security page, which links back. */
export const SetUpStep = ({ needs, security, isLast, onRequestConfirmation, onDone }: Props) => {
  const { t } = useTranslation('attendance');
  const {
    missingPin,
    missingDevice,
    missingPasskey,
    deviceUsableFrom,
    passkeyUsableFrom,
    isPasskeyRequiredByTeacher,
  } = needs;
  const isWaiting = deviceUsableFrom ?? passkeyUsableFrom;
  const isSomethingMissing = missingPin || missingDevice || missingPasskey;
  const canSetUpHere = isSomethingMissing && !missingPasskey && !isWaiting;
  return (
    <StepCard
      icon={<SafetyCertificateOutlined />}
      title={t('setUp.title')}
      why={isSomethingMissing ? t('setUp.explain') : undefined}
    >
      <ul className="list stack gap-sm">
        {missingPin && <Missing icon={<LockOutlined />} what={t('setUp.pin')} why={t('setUp.pinWhy')} />}
        {missingDevice && (
          <Missing icon={<MobileOutlined />} what={t('setUp.device')} why={t('setUp.deviceWhy')} />
        )}
        {missingPasskey && (
          <Missing
            icon={<KeyOutlined />}
            what={t('setUp.passkey')}
            why={t(isPasskeyRequiredByTeacher ? 'setUp.passkeyByTeacher' : 'setUp.passkeyWhy')}
          />
        )}
        {isWaiting && (
          <Missing
            icon={<ClockCircleOutlined />}
            what={t(deviceUsableFrom ? 'setUp.cooling' : 'setUp.coolingPasskey', {
              when: formatDayTime(isWaiting),
            })}
            why={t('setUp.coolingWhy')}
          />
        )}
      </ul>
      {canSetUpHere && <SetUpForm needs={needs} isLast={isLast} onDone={onDone} />}
      {isWaiting && (
        <Button type="primary" size="large" block onClick={onRequestConfirmation}>
          {t('setUp.askTeacher')}
        </Button>
      )}
      <LinkButton type={canSetUpHere || isWaiting ? 'default' : 'primary'} size="large" block to={security}>
        {t('setUp.action')}
      </LinkButton>
    </StepCard>
  );
};

const Missing = ({ icon, what, why }: { icon: ReactNode; what: string; why: string }) => {
  return (
    <li className="line inset">
      <span aria-hidden className="step-icon">
        {icon}
      </span>
      <div>
        <div className="strong">{what}</div>
        <div className="muted">{why}</div>
      </div>
    </li>
  );
};
