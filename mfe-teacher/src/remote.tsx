import '@qr-attendance/ui-kit/styles.css';
import { NotifyProvider } from '@qr-attendance/ui-kit';
import { defineRemote, RemoteProviders, type RemoteProps } from '@qr-attendance/web-kit';
import './teacher.css';
import { catalog } from './texts/index.ts';
import { preparePage, TeacherRoutes } from './teacher-routes.tsx';

/** The remote has separate copies of the kits, so the shell's contexts do not reach it. */
const TeacherPage = (props: RemoteProps) => (
  <RemoteProviders {...props} catalog={catalog}>
    <NotifyProvider>
      <TeacherRoutes />
    </NotifyProvider>
  </RemoteProviders>
);

export const remote = defineRemote({ Page: TeacherPage, prepare: preparePage });
