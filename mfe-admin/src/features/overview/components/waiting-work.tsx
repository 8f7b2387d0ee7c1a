import { routes, type ImportState } from '@qr-attendance/contracts';
import { StatCards } from '@qr-attendance/ui-kit';
import { useApiQuery } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

const REFRESH = { refetchInterval: 30_000 };
const SHOWN_IMPORTS = 50;
const RUNNING: readonly string[] = ['previewing', 'applying', 'undoing'] satisfies ImportState[];

/** Unfinished work of the servers. A number that cannot be loaded is left out. */
export const WaitingWork = () => {
  const { t } = useTranslation('admin');
  const emails = useApiQuery(routes.auth.countWaitingEmails, {}, REFRESH);
  const imports = useApiQuery(routes.course.listImports, { query: { limit: SHOWN_IMPORTS } }, REFRESH);
  return (
    <>
      <h2 className="title above-lg below-sm">{t('overview.work')}</h2>
      <StatCards
        stats={[
          ...(emails.error
            ? []
            : [
                { title: t('overview.emailsWaiting'), value: emails.data?.waiting },
                { title: t('overview.emailsRetried'), value: emails.data?.retried },
              ]),
          ...(imports.error
            ? []
            : [
                {
                  title: t('overview.importsRunning'),
                  value: imports.data?.filter(({ state }) => RUNNING.includes(state)).length,
                },
              ]),
        ]}
      />
    </>
  );
};
