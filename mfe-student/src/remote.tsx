import { defineRemote, RemoteProviders, type RemoteProps } from '@qr-attendance/web-kit';
import { catalogue } from './messages/index.ts';
import { preparePage, StudentRoutes } from './student-routes.tsx';

/** Contexts of the kits live in this remote's own copy of them, so the shell's don't reach in here. */
const StudentPage = (props: RemoteProps) => (
  <RemoteProviders {...props} catalogue={catalogue}>
    <StudentRoutes />
  </RemoteProviders>
);

export const remote = defineRemote({ Page: StudentPage, prepare: preparePage });
