import { NotFoundPage } from '@qr-attendance/ui-kit';
import { defineRemote, RemoteProviders, type RemoteProps } from '@qr-attendance/web-kit';
import { Route, Routes } from 'react-router-dom';
import { MarkPage } from './features/mark/pages/mark-page.tsx';
import { catalogue } from './messages/index.ts';

/** One page, so one chunk: whoever comes here waits for exactly this. */
const AttendancePage = (props: RemoteProps) => (
  <RemoteProviders {...props} catalogue={catalogue}>
    <Routes>
      <Route path=":qrCode" element={<MarkPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  </RemoteProviders>
);

export const remote = defineRemote({ Page: AttendancePage });
