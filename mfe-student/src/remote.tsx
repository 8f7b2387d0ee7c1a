import { defineRemote, RemoteProviders, type RemoteProps } from '@qr-attendance/web-kit';
import { catalogue } from './messages.en.ts';
import { StudentRoutes } from './student-routes.tsx';

const StudentPage = (props: RemoteProps) => (
  <RemoteProviders {...props} catalogue={catalogue}>
    <StudentRoutes />
  </RemoteProviders>
);

export const remote = defineRemote({ Page: StudentPage });
