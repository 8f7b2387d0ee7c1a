import { LinkButton, tokens } from '@qr-attendance/ui-kit';
import {
  CheckCircleOutlined,
  LockOutlined,
  MobileOutlined,
  QrcodeOutlined,
  ScanOutlined,
} from '@ant-design/icons';
import { attendanceStatusSchema, knownOr, type RunningMark } from '@qr-attendance/contracts';
import { formatTime, getDeviceId, useBasePath, useStudentProfile } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';
import { nextStep, requirementsOf, type NextStep } from '../../../shared/readiness.ts';

const icons: Record<NextStep, ReactNode> = {
  pin: <LockOutlined />,
  device: <MobileOutlined />,
  passkey: <ScanOutlined />,
  scan: <QrcodeOutlined />,
};

interface Props {
  running: number;
  marks: RunningMark[];
}

export const NextStepBanner = ({ running, marks }: Props) => {
  const { t } = useTranslation('student');
  const to = links(useBasePath());
  const step = nextStep(requirementsOf(useStudentProfile(), getDeviceId()));
  const open = Math.max(0, running - marks.length);
  const last = marks.at(-1);
  if (step === 'scan' && last && !open) return <MarkedBanner mark={last} />;
  const why = step === 'scan' && open > 0 ? t('next.scanNow', { count: open }) : t(`next.${step}Why`);
  return (
    <Banner
      icon={icons[step]}
      title={t(`next.${step}Title`)}
      why={why}
      action={{
        to: step === 'scan' ? to.scan : to.securityFor(step),
        label: t(`next.${step}Action`),
        main: true,
      }}
    />
  );
};

const MarkedBanner = ({ mark: { status, timestamp, courseName } }: { mark: RunningMark }) => {
  const { t } = useTranslation('student');
  const to = links(useBasePath());
  const time = formatTime(timestamp);
  return (
    <Banner
      icon={<CheckCircleOutlined />}
      title={t(`next.marked.${knownOr(attendanceStatusSchema, status)}`, { time })}
      why={courseName || t('common:unknownCourse')}
      action={{ to: to.history, label: t('next.markedAction'), main: false }}
    />
  );
};

interface BannerProps {
  icon: ReactNode;
  title: string;
  why: string;
  action: { to: string; label: string; main: boolean };
}

const Banner = ({ icon, title, why, action }: BannerProps) => {
  return (
    <section
      aria-label={title}
      style={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: tokens.margin,
        padding: tokens.paddingLG,
        marginBlockEnd: tokens.margin,
        borderRadius: tokens.borderRadiusLG,
        border: `1px solid color-mix(in srgb, ${tokens.colorPrimary} 24%, ${tokens.colorBorderSecondary})`,
        background: `color-mix(in srgb, ${tokens.colorPrimary} 6%, ${tokens.colorBgContainer})`,
      }}
    >
      <span aria-hidden style={{ fontSize: 28, color: tokens.colorLink, display: 'flex' }}>
        {icon}
      </span>
      <div style={{ flex: '1 1 200px', minWidth: 0 }}>
        <h2 style={{ margin: 0, fontSize: tokens.fontSizeLG, fontWeight: 600 }}>{title}</h2>
        <p style={{ margin: 0, color: tokens.colorTextSecondary, overflowWrap: 'anywhere' }}>{why}</p>
      </div>
      <LinkButton
        type={action.main ? 'primary' : 'default'}
        size="large"
        to={action.to}
        style={{ flex: '0 1 auto', minWidth: 180 }}
      >
        {action.label}
      </LinkButton>
    </section>
  );
};
