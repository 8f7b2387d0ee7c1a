import { defineRemote, RemoteProviders, type RemoteProps } from '@qr-attendance/web-kit';
import { catalogue } from './messages.en.ts';
import { TeacherRoutes } from './teacher-routes.tsx';

const TeacherPage = (props: RemoteProps) => (
  <RemoteProviders {...props} catalogue={catalogue}>
    <TeacherRoutes />
  </RemoteProviders>
);

export const remote = defineRemote({ Page: TeacherPage });
