import type { Invite } from '@qr-attendance/contracts';
import { Button, EmptyState, ResponsiveTable } from '@qr-attendance/ui-kit';
import { formatDay, formatDayTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

interface Props {
  invites: Invite[];
  onRevoke: (invite: Invite) => void;
}

const Day = ({ moment }: { moment: string }) => (
  <time dateTime={moment} title={formatDayTime(moment)}>
    {formatDay(moment)}
  </time>
);

export const InvitesTable = ({ invites, onRevoke }: Props) => {
  const { t } = useTranslation('admin');
  return (
    <ResponsiveTable<Invite>
      rows={invites}
      rowKey="id"
      empty={<EmptyState message={t('invites.none')} />}
      columns={[
        { key: 'note', title: t('invites.note'), render: ({ note }) => <bdi dir="auto">{note}</bdi> },
        {
          key: 'created',
          title: t('invites.created'),
          phone: 'named',
          render: ({ createdAt }) => <Day moment={createdAt} />,
        },
        {
          key: 'expires',
          title: t('invites.expires'),
          phone: 'named',
          render: ({ expiresAt }) => <Day moment={expiresAt} />,
        },
        { key: 'uses', title: t('invites.usesLeft'), phone: 'named', render: ({ usesLeft }) => usesLeft },
        {
          key: 'actions',
          title: t('common:actions'),
          render: (invite) => (
            <div className="admin-table-actions">
              <Button
                size="small"
                danger
                aria-label={t('invites.revokeOf', { note: invite.note })}
                onClick={() => onRevoke(invite)}
              >
                {t('invites.revoke')}
              </Button>
            </div>
          ),
        },
      ]}
    />
  );
};
