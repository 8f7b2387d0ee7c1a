import '@qr-attendance/ui-kit/styles.css';
import { defineRemote, RemoteProviders, type RemoteProps } from '@qr-attendance/web-kit';
import { AttendanceRoutes, preparePage } from './attendance-routes.tsx';
import { catalog } from './texts/index.ts';

/** The remote has separate copies of the kits, so the shell's contexts do not reach it. */
const AttendancePage = (props: RemoteProps) => (
  <RemoteProviders {...props} catalog={catalog}>
    <AttendanceRoutes />
  </RemoteProviders>
);

export const remote = defineRemote({ Page: AttendancePage, prepare: preparePage });
