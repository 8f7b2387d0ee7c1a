import '@qr-attendance/ui-kit/styles.css';
import { NotifyProvider } from '@qr-attendance/ui-kit';
import { defineRemote, RemoteProviders, type RemoteProps } from '@qr-attendance/web-kit';
import { AdminRoutes, preparePage } from './admin-routes.tsx';
import { catalog } from './texts/index.ts';

/** The remote has separate copies of the kits, so the shell's contexts do not reach it. */
const AdminPage = (props: RemoteProps) => (
  <RemoteProviders {...props} catalog={catalog}>
    <NotifyProvider>
      <AdminRoutes />
    </NotifyProvider>
  </RemoteProviders>
);

export const remote = defineRemote({ Page: AdminPage, prepare: preparePage });
