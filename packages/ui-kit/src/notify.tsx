import { ChangeReportsContext, i18n, messageOf, type ChangeReports } from '@qr-attendance/web-kit';
import message from 'antd/es/message';
import { createContext, useContext, useMemo, type ReactNode } from 'react';

export interface Notify {
  success: (text: string) => void;
  error: (text: string) => void;
}
const NotifyContext = createContext<Notify | undefined>(undefined);

export const NotifyProvider = ({ children }: { children: ReactNode }) => {
  const [api, holder] = message.useMessage({ top: 16 });
  const notify = useMemo<Notify>(
    () => ({
      success: (text) => void api.success(text, 4),
      error: (text) => void api.error(text, 6),
    }),
    [api],
  );
  const reports = useMemo<ChangeReports>(
    () => ({
      succeeded: notify.success,
      failed: (error) => notify.error(messageOf(error, i18n.t('common:trouble.afterClosing'))),
    }),
    [notify],
  );
  return (
    <NotifyContext value={notify}>
      {holder}
      <ChangeReportsContext value={reports}>{children}</ChangeReportsContext>
    </NotifyContext>
  );
};

export const useNotify = (): Notify => {
  const notify = useContext(NotifyContext);
  if (!notify) throw new Error('not inside NotifyProvider');
  return notify;
};
