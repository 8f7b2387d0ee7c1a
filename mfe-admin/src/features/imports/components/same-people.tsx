import { IMPORT_FIELDS, importAnswerSchema, type ImportRun } from '@qr-attendance/contracts';
import { Button, Card, Failure } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useAnswerImport } from '../api.ts';
import '@qr-attendance/ui-kit/responsive-table.css';

type SamePeople = NonNullable<ImportRun['samePeople']>;
type Pair = SamePeople['pairs'][number];

const COMPARED = ['person', 'name', 'email', 'usn', 'registrationNumber'] as const;

const SamePersonQuestion = ({ runId, pair }: { runId: string; pair: Pair }) => {
  const { t } = useTranslation('admin');
  const answer = useAnswerImport(runId);
  const { line, values, withdrawn } = pair;
  const valueOf = (field: (typeof COMPARED)[number]): string =>
    values[IMPORT_FIELDS.people.findIndex(({ name }) => name === field)] ?? '';
  const storedOf = (field: (typeof COMPARED)[number]): string =>
    withdrawn?.[field === 'person' ? 'institutionId' : field] ?? '';
  const shown = COMPARED.filter((field) => valueOf(field) || storedOf(field));
  const title = t('imports.lineNumber', { line: formatNumber(line) });
  return (
    <li className="stack gap-xs">
      <div className="import-scroll">
        <table className="responsive-table import-examples">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              {shown.map((field) => (
                <th key={field} scope="col">
                  {t(`imports.fields.${field}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{t('imports.inFile')}</th>
              {shown.map((field) => (
                <td key={field}>
                  <bdi>{valueOf(field) || '–'}</bdi>
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">{t('imports.withdrawn')}</th>
              {shown.map((field) => (
                <td key={field}>
                  <bdi>{storedOf(field) || '–'}</bdi>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      <div className="row">
        {importAnswerSchema.options.map((option) => (
          <Button
            key={option}
            aria-pressed={pair.answer === option}
            aria-label={`${title}: ${t(`imports.answers.${option}`)}`}
            type={pair.answer === option ? 'primary' : 'default'}
            loading={answer.isPending && answer.variables.answer === option}
            onClick={() => answer.mutate({ line, answer: option })}
          >
            {t(`imports.answers.${option}`)}
          </Button>
        ))}
      </div>
      <Failure error={answer.error} text={t('imports.answerFailed')} />
    </li>
  );
};

export const SamePeople = ({
  runId,
  samePeople: { count, answered, pairs },
}: {
  runId: string;
  samePeople: SamePeople;
}) => {
  const { t } = useTranslation('admin');
  return (
    <Card
      title={t('imports.samePeople', { count: count - answered, found: formatNumber(count - answered) })}
      help={t('imports.samePeopleHelp')}
    >
      <ul className="list stack">
        {pairs.map((pair) => (
          <SamePersonQuestion key={pair.line} runId={runId} pair={pair} />
        ))}
      </ul>
    </Card>
  );
};
