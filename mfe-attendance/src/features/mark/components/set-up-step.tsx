import type { StudentProfile } from '@qr-attendance/contracts';
import { Button, LinkButton, tokens } from '@qr-attendance/ui-kit';
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
import type { Needs } from '../steps.ts';
import { SetUpForm } from './set-up-form.tsx';
import { StepCard } from './step-card.tsx';

interface Props {
  needs: Needs;
  security: string;
  /** Nothing but the mark comes after. */
  isLast: boolean;
  /** Has the teacher see that this device or passkey is too new. */
  onAsk: () => void;
  /** @param changed of the profile */
  onDone: (changed: Partial<StudentProfile>, pin: string | undefined) => void;
}

/** What is missing: PIN and device are set right here, for all else there is the security page, which leads back. */
export const SetUpStep = ({ needs, security, isLast, onAsk, onDone }: Props) => {
  const { t } = useTranslation('attendance');
  const { newPin, newDevice, newPasskey, coolingUntil, passkeyFrom, passkeyByTeacher } = needs;
  const waits = coolingUntil ?? passkeyFrom;
  const canProvide = newPin || newDevice || newPasskey;
  const canProvideHere = canProvide && !newPasskey && !waits;
  return (
    <StepCard
      icon={<SafetyCertificateOutlined />}
      title={t('setUp.title')}
      why={canProvide ? t('setUp.explain') : undefined}
    >
      <ul style={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 12 }}>
        {newPin && <Missing icon={<LockOutlined />} what={t('setUp.pin')} why={t('setUp.pinWhy')} />}
        {newDevice && (
          <Missing icon={<MobileOutlined />} what={t('setUp.device')} why={t('setUp.deviceWhy')} />
        )}
        {newPasskey && (
          <Missing
            icon={<KeyOutlined />}
            what={t('setUp.passkey')}
            why={t(passkeyByTeacher ? 'setUp.passkeyByTeacher' : 'setUp.passkeyWhy')}
          />
        )}
        {waits && (
          <Missing
            icon={<ClockCircleOutlined />}
            what={t(coolingUntil ? 'setUp.cooling' : 'setUp.coolingPasskey', { when: formatDayTime(waits) })}
            why={t('setUp.coolingWhy')}
          />
        )}
      </ul>
      {canProvideHere && <SetUpForm needs={needs} isLast={isLast} onDone={onDone} />}
      {waits && (
        <Button type="primary" size="large" block onClick={onAsk}>
          {t('setUp.askTeacher')}
        </Button>
      )}
      <LinkButton type={canProvideHere || waits ? 'default' : 'primary'} size="large" block to={security}>
        {t('setUp.action')}
      </LinkButton>
    </StepCard>
  );
};

const Missing = ({ icon, what, why }: { icon: ReactNode; what: string; why: string }) => {
  return (
    <li
      style={{
        display: 'flex',
        gap: tokens.marginSM,
        padding: tokens.paddingSM,
        borderRadius: tokens.borderRadius,
        background: tokens.colorFillQuaternary,
      }}
    >
      <span
        aria-hidden
        style={{ fontSize: 18, lineHeight: '24px', color: tokens.colorLink, display: 'flex' }}
      >
        {icon}
      </span>
      <div>
        <div style={{ fontWeight: 600 }}>{what}</div>
        <div style={{ color: tokens.colorTextSecondary }}>{why}</div>
      </div>
    </li>
  );
};
