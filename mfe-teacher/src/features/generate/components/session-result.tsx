import { DownloadOutlined, PlusOutlined, PrinterOutlined, TeamOutlined } from '@ant-design/icons';
import type { Session } from '@qr-attendance/contracts';
import { Button, Card, LinkButton, PageHeader } from '@qr-attendance/ui-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefreshCode } from '../../../shared/api/sessions.ts';
import { ArrivalCount } from '../../../shared/arrivals/arrival-count.tsx';
import { attendanceUrl } from '../../../shared/code/code-picture.tsx';
import { CodePanel } from '../../../shared/code/code-panel.tsx';
import type { ShownCode } from '../../../shared/code/rotation.ts';
import { useRotatingCode } from '../../../shared/code/use-rotating-code.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { BurstCodePanel } from '../../../shared/burst-code/burst-code-panel.tsx';
import { ProjectorButton } from '../../../shared/projector-button.tsx';
import { downloadName, downloadQr } from '../download-qr.ts';
import { printSheet, PrintSheet } from './print-sheet.tsx';
import { SessionFacts } from './session-facts.tsx';

const QR_SIZE = 240;

interface Props {
  session: Session;
  code: ShownCode;
  onAnother: () => void;
}

export const SessionResult = ({ session, code, onAnother }: Props) =>
  session.policy?.burstCodes ? (
    <ResultLayout
      session={session}
      onAnother={onAnother}
      panel={<BurstCodePanel sessionId={session._id} size={QR_SIZE} />}
    />
  ) : (
    <RotatingResult session={session} code={code} onAnother={onAnother} />
  );

/** Rotating codes can be printed and saved, because teachers may choose a long interval. */
const RotatingResult = ({ session, code: known, onAnother }: Props) => {
  const { t } = useTranslation('teacher');
  const code = useRotatingCode({ known, refresh: useRefreshCode(session._id) });
  const url = attendanceUrl(code.qrCode);
  const download = () => void downloadQr(url, downloadName(session.course.code, session.date));
  return (
    <>
      <ResultLayout
        session={session}
        onAnother={onAnother}
        panel={<CodePanel code={code} size={QR_SIZE} />}
        url={url}
        actions={
          <>
            <Button icon={<PrinterOutlined aria-hidden />} onClick={printSheet}>
              {t('result.print')}
            </Button>
            <Button icon={<DownloadOutlined aria-hidden />} onClick={download}>
              {t('result.download')}
            </Button>
          </>
        }
        hint={<p className="flush above-sm muted">{t('result.paperHint')}</p>}
      />
      <PrintSheet session={session} qrCode={code.qrCode} />
    </>
  );
};

interface LayoutProps {
  session: Session;
  onAnother: () => void;
  panel: ReactNode;
  url?: string;
  actions?: ReactNode;
  hint?: ReactNode;
}

const ResultLayout = ({ session, onAnother, panel, url, actions, hint }: LayoutProps) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  return (
    <>
      <PageHeader
        title={t('result.title', { code: session.course.code })}
        help={t('result.help')}
        back={{ to: to.dashboard, label: t('generate.back') }}
        action={<ProjectorButton sessionId={session._id} type="primary" />}
      />
      <div className="card-grid card-grid-2">
        <Card>
          {panel}
          <ArrivalCount session={session} />
        </Card>
        <Card>
          <SessionFacts session={session} url={url} />
          <div className="row above-lg">
            <LinkButton icon={<TeamOutlined aria-hidden />} to={to.session(session._id)}>
              {t('result.openSession')}
            </LinkButton>
            {actions}
            <Button icon={<PlusOutlined aria-hidden />} onClick={onAnother}>
              {t('result.another')}
            </Button>
          </div>
          {hint}
        </Card>
      </div>
    </>
  );
};
