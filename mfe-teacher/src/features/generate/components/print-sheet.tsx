import type { Session } from '@qr-attendance/contracts';
import { formatDay, formatTime } from '@qr-attendance/web-kit';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { attendanceUrl } from '../../../shared/code/attendance-url.ts';
import { QrPicture } from '../../../shared/code/qr-picture.tsx';
import './print-sheet.css';

const PRINTING = 'printing-qr';

export const printSheet = (): void => {
  const { classList } = document.documentElement;
  classList.add(PRINTING);
  window.addEventListener('afterprint', () => classList.remove(PRINTING), { once: true });
  window.print();
};

export const PrintSheet = ({ session, qrCode }: { session: Session; qrCode: string }) => {
  const { t } = useTranslation('teacher');
  const url = attendanceUrl(qrCode);
  return createPortal(
    <div className="qr-print-sheet" aria-hidden>
      <h1>
        {session.course.code} · {session.course.name}
      </h1>
      <p>
        {formatDay(session.date)}, {formatTime(session.startTime)}
      </p>
      <QrPicture text={url} size={480} label={t('code.qrLabel')} />
      <p className="qr-print-code">{qrCode}</p>
      <p>{url}</p>
    </div>,
    document.body,
  );
};
