import type { Session } from '@qr-attendance/contracts';
import { formatDay, formatTime } from '@qr-attendance/web-kit';
import { createPortal } from 'react-dom';
import { attendanceUrl, CodePicture } from '../../../shared/code/code-picture.tsx';
import './print-sheet.css';

const PRINTING = 'printing-qr';

export const printSheet = (): void => {
  const { classList } = document.documentElement;
  classList.add(PRINTING);
  window.addEventListener('afterprint', () => classList.remove(PRINTING), { once: true });
  window.print();
};

export const PrintSheet = ({ session, qrCode }: { session: Session; qrCode: string }) => {
  return createPortal(
    <div className="qr-print-sheet" aria-hidden>
      <h1>
        {session.course.code} · {session.course.name}
      </h1>
      <p>
        {formatDay(session.date)}, {formatTime(session.startTime)}
      </p>
      <CodePicture code={qrCode} size={480} />
      <p className="qr-print-code">{qrCode}</p>
      <p>{attendanceUrl(qrCode)}</p>
    </div>,
    document.body,
  );
};
