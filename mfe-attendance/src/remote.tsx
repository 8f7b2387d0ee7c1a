import '@qr-attendance/ui-kit/styles.css';
import { defineRemote, RemoteProviders, type RemoteProps } from '@qr-attendance/web-kit';
import { MarkPage } from './features/mark/pages/mark-page.tsx';
import { catalog } from './texts/index.ts';

/** The only page is in the main chunk, because everybody who comes here needs it. It reads the code of any path. */
const AttendancePage = (props: RemoteProps) => (
  <RemoteProviders {...props} catalog={catalog}>
    <MarkPage />
  </RemoteProviders>
);

export const remote = defineRemote({ Page: AttendancePage });
