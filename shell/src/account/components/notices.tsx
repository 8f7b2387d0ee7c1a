import { noticeKindSchema, routes, type NoticeKind } from '@qr-attendance/contracts';
import { Card, Failure, QueryView } from '@qr-attendance/ui-kit';
import { apiKey, useApiMutation, useApiQuery } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import Checkbox from 'antd/es/checkbox';
import { useTranslation } from 'react-i18next';

const isKnown = (notice: { kind: string; on: boolean }): notice is { kind: NoticeKind; on: boolean } =>
  noticeKindSchema.safeParse(notice.kind).success;

export const Notices = () => {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const notices = useApiQuery(routes.auth.listNotices);
  const turn = useApiMutation(
    routes.auth.switchNotice,
    ({ kind, on }: { kind: NoticeKind; on: boolean }) => ({ params: { kind }, body: { on } }),
    { onSuccess: (answer) => queries.setQueryData(apiKey(routes.auth.listNotices), answer) },
  );
  return (
    <Card title={t('notices.title')} help={t('notices.help')}>
      <Failure error={turn.error} text={t('notices.failed')} />
      <QueryView query={notices} errorMessage={t('notices.unknown')}>
        {(known) => (
          <div className="stack gap-xxs">
            {known.filter(isKnown).map(({ kind, on }) => (
              <Checkbox
                key={kind}
                checked={turn.isPending && turn.variables.kind === kind ? turn.variables.on : on}
                aria-busy={turn.isPending}
                onChange={({ target }) => turn.isPending || turn.mutate({ kind, on: target.checked })}
                className="touch-row"
              >
                {t(`notices.kinds.${kind}`)}
              </Checkbox>
            ))}
          </div>
        )}
      </QueryView>
    </Card>
  );
};
