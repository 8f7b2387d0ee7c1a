import { LinkButton } from '@qr-attendance/ui-kit';
import {
  CheckCircleOutlined,
  LockOutlined,
  MobileOutlined,
  QrcodeOutlined,
  ScanOutlined,
} from '@ant-design/icons';
import { attendanceStatusSchema, knownOrOther, type RunningMark } from '@qr-attendance/contracts';
import {
  formatTime,
  getDeviceId,
  missingProofs,
  useStudentProfile,
  type Proof,
} from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLinks } from '../../../shared/use-links.ts';
import './next-step-banner.css';

const icons: Record<Proof | 'scan', ReactNode> = {
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
  const to = useLinks();
  const [step = 'scan'] = missingProofs(useStudentProfile(), getDeviceId());
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
  const to = useLinks();
  const time = formatTime(timestamp);
  return (
    <Banner
      icon={<CheckCircleOutlined />}
      title={t(`next.marked.${knownOrOther(attendanceStatusSchema, status)}`, { time })}
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

const Banner = ({ icon, title, why, action }: BannerProps) => (
  <section aria-label={title} className="next-step row below">
    <span aria-hidden className="next-step-icon">
      {icon}
    </span>
    <div className="grow">
      <h2 className="title">{title}</h2>
      <p className="flush muted">{why}</p>
    </div>
    <LinkButton type={action.main ? 'primary' : 'default'} size="large" to={action.to}>
      {action.label}
    </LinkButton>
  </section>
);
