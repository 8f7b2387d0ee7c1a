import {
  historyOutcomeSchema,
  type ImportHistory,
  type ImportKind,
  importKindSchema,
  importProblemSchema,
  importStateSchema,
  knownOrOther,
} from '@qr-attendance/contracts';
import { Badge, Card, PageHeader, QueryView } from '@qr-attendance/ui-kit';
import { formatDay, formatDayTime, formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useImportHistory } from '../api.ts';
import { ChangedValues } from '../components/changed-values.tsx';
import '../../../shared/campus.css';
import '../imports.css';

type Step = ImportHistory['steps'][number];

const TONES = {
  stated: 'success',
  changed: 'info',
  withdrawn: 'warning',
  pending: 'warning',
  undone: undefined,
  other: undefined,
} as const;

const Run = ({ run }: Pick<Step, 'run'>) => {
  const { t } = useTranslation('admin');
  const { _id, at, fileName, state, createdBy } = run;
  const moment = at === undefined ? t('common:unknown') : formatDayTime(at);
  if (fileName === undefined) return <>{t('imports.history.expired', { at: moment })}</>;
  return (
    <>
      <Link to={`/admin/imports/${_id}`} className="link action-link wrap">
        <bdi>{fileName}</bdi>
      </Link>{' '}
      <span className="muted">
        {moment} · <bdi>{createdBy?.name ?? t('common:unknown')}</bdi> ·{' '}
        {t(`imports.states.${knownOrOther(importStateSchema, state ?? '')}`)}
      </span>
    </>
  );
};

const StepRow = ({ kind, step }: { kind: ImportKind; step: Step }) => {
  const { t } = useTranslation('admin');
  const { outcome, part, changes, declined, overridden, repeats, reason } = step;
  const knownOutcome = knownOrOther(historyOutcomeSchema, outcome);
  return (
    <li className="stack gap-xs">
      <div className="row">
        <Badge tone={TONES[knownOutcome]}>{t(`imports.history.outcomes.${knownOutcome}`)}</Badge>
        {part !== '' && <bdi>{part}</bdi>}
      </div>
      <div>
        <Run run={step.run} />
      </div>
      <ChangedValues kind={kind} changes={changes} />
      {reason !== undefined && (
        <p className="flush">{t(`imports.problems.${knownOrOther(importProblemSchema, reason)}`)}</p>
      )}
      {declined.length > 0 && (
        <p className="flush muted">{t('imports.history.declined', { fields: declined.join(', ') })}</p>
      )}
      {overridden.length > 0 && (
        <p className="flush muted">{t('imports.history.overridden', { fields: overridden.join(', ') })}</p>
      )}
      {repeats && (
        <p className="flush muted">
          {t('imports.history.repeats', {
            count: repeats.count,
            found: formatNumber(repeats.count),
            day: repeats.last === undefined ? '–' : formatDay(repeats.last),
          })}
        </p>
      )}
    </li>
  );
};

const History = ({ kind, objectKey }: { kind: ImportKind; objectKey: string }) => {
  const { t } = useTranslation('admin');
  const query = useImportHistory({ kind, key: objectKey });
  const back = { to: '/admin/imports', label: t('imports.title') };
  return (
    <>
      <PageHeader
        title={query.data?.name ?? t('imports.history.title')}
        help={t('imports.history.help')}
        back={back}
      />
      <QueryView
        query={query}
        errorMessage={t('imports.history.failed')}
        notFound={{ message: t('imports.history.none'), back }}
      >
        {({ steps, earlierIds }) => (
          <Card title={t(`imports.kinds.${kind}`)}>
            {earlierIds && (
              <p>
                <bdi>{t('imports.history.earlierIds', { ids: earlierIds.join(', ') })}</bdi>
              </p>
            )}
            <ol className="list stack">
              {steps.map((step) => (
                <StepRow key={`${step.run._id} ${step.part} ${step.outcome}`} kind={kind} step={step} />
              ))}
            </ol>
          </Card>
        )}
      </QueryView>
    </>
  );
};

export const HistoryPage = () => {
  const [query] = useSearchParams();
  const kind = importKindSchema.safeParse(query.get('kind')).data ?? 'people';
  return <History kind={kind} objectKey={query.get('key') ?? ''} />;
};
