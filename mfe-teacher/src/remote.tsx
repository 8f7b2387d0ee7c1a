import { NotifyProvider } from '@qr-attendance/ui-kit';
import { defineRemote, RemoteProviders, type RemoteProps } from '@qr-attendance/web-kit';
import { catalogue } from './messages/index.ts';
import { preparePage, TeacherRoutes } from './teacher-routes.tsx';

/** Contexts of the kits live in this remote's own copy of them, so the shell's don't reach in here. */
const TeacherPage = (props: RemoteProps) => (
  <RemoteProviders {...props} catalogue={catalogue}>
    <NotifyProvider>
      <TeacherRoutes />
    </NotifyProvider>
  </RemoteProviders>
);

export const remote = defineRemote({ Page: TeacherPage, prepare: preparePage });
