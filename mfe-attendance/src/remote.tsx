import '@qr-attendance/ui-kit/styles.css';
import { NotFoundPage } from '@qr-attendance/ui-kit';
import { defineRemote, RemoteProviders, type RemoteProps } from '@qr-attendance/web-kit';
import { Route, Routes } from 'react-router-dom';
import { MarkPage } from './features/mark/pages/mark-page.tsx';
import { catalog } from './messages/index.ts';

/** The only page is in the main chunk, because everybody who comes here needs it. */
const AttendancePage = (props: RemoteProps) => (
  <RemoteProviders {...props} catalog={catalog}>
    <Routes>
      <Route path=":qrCode" element={<MarkPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  </RemoteProviders>
);

export const remote = defineRemote({ Page: AttendancePage });
