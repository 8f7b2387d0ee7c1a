import type { Session } from '@qr-attendance/contracts';
import { LoadMore, QueryView } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionGroupNames, type SessionGroupName } from './group-sessions.ts';
import './session-groups.css';
import type { useSessionGroups } from './use-session-groups.ts';

interface Props {
  groups: ReturnType<typeof useSessionGroups>;
  level: 2 | 3;
  table: (sessions: Session[]) => ReactNode;
  empty: ReactNode;
}
interface GroupProps extends Pick<Props, 'level' | 'table'> {
  name: SessionGroupName;
  sessions: Session[];
  pages: ReturnType<Props['groups']['pagesOf']>;
}

const Group = ({ name, sessions, pages, level, table }: GroupProps) => {
  const { t } = useTranslation('teacher');
  const id = useId();
  const Heading = `h${level}` as const;
  const count = formatNumber(sessions.length);
  return (
    <section aria-labelledby={id} className="session-group">
      <Heading id={id}>
        {t(`sessions.groups.${name}`)} ({pages.hasNextPage ? `${count}+` : count})
      </Heading>
      {table(sessions)}
      <LoadMore pages={pages} label={t('loadMore')} />
    </section>
  );
};

export const SessionGroups = ({ groups, level, table, empty }: Props) => {
  const { t } = useTranslation('teacher');
  return (
    <QueryView query={groups.query} errorMessage={t('specified:sessionsFailed')}>
      {(grouped) => {
        const shown = sessionGroupNames.filter((name) => grouped[name].length > 0);
        if (shown.length === 0) return empty;
        return shown.map((name) => (
          <Group
            key={name}
            name={name}
            sessions={grouped[name]}
            pages={groups.pagesOf(name)}
            level={level}
            table={table}
          />
        ));
      }}
    </QueryView>
  );
};
