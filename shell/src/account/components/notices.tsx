import { noticeKindSchema, routes, type NoticeKind } from '@qr-attendance/contracts';
import { Failure, QueryView } from '@qr-attendance/ui-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Checkbox from 'antd/es/checkbox';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../../identity/identity-context.ts';
import { Section } from './section.tsx';

const KEY = ['notices'];

const isKnown = (notice: { kind: string; on: boolean }): notice is { kind: NoticeKind; on: boolean } =>
  noticeKindSchema.safeParse(notice.kind).success;

export const Notices = () => {
  const { t } = useTranslation('account');
  const { api } = useIdentityState();
  const queries = useQueryClient();
  const notices = useQuery({ queryKey: KEY, queryFn: () => api.call(routes.auth.listNotices) });
  const turn = useMutation({
    mutationFn: ({ kind, on }: { kind: NoticeKind; on: boolean }) =>
      api.call(routes.auth.switchNotice, { params: { kind }, body: { on } }),
    onSuccess: (answer) => queries.setQueryData(KEY, answer),
  });
  return (
    <Section title={t('notices.title')} help={t('notices.help')}>
      <Failure error={turn.error} text={t('notices.failed')} />
      <QueryView query={notices} errorMessage={t('notices.unknown')}>
        {(known) => (
          <div style={{ display: 'grid' }}>
            {known.filter(isKnown).map(({ kind, on }) => (
              <Checkbox
                key={kind}
                checked={turn.isPending && turn.variables.kind === kind ? turn.variables.on : on}
                disabled={turn.isPending}
                onChange={({ target }) => turn.mutate({ kind, on: target.checked })}
                style={{ minHeight: 44, alignItems: 'center' }}
              >
                {t(`notices.kinds.${kind}`)}
              </Checkbox>
            ))}
          </div>
        )}
      </QueryView>
    </Section>
  );
};
