import '@qr-attendance/ui-kit/styles.css';
import { defineRemote, RemoteProviders, type RemoteProps } from '@qr-attendance/web-kit';
import { catalog } from './texts/index.ts';
import { preparePage, StudentRoutes } from './student-routes.tsx';

/** The remote has separate copies of the kits, so the shell's contexts do not reach it. */
const StudentPage = (props: RemoteProps) => (
  <RemoteProviders {...props} catalog={catalog}>
    <StudentRoutes />
  </RemoteProviders>
);

export const remote = defineRemote({ Page: StudentPage, prepare: preparePage });
