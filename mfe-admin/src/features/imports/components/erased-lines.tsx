import type { ImportRun } from '@qr-attendance/contracts';
import { Button, Card, Failure, PagesView } from '@qr-attendance/ui-kit';
import { formatDay, formatNumber } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErasedLines, usePreview } from '../api.ts';
import { choicesOfRun, toPreviewOptions } from '../choices.ts';

export const ErasedLines = ({ run }: { run: ImportRun }) => {
  const { t } = useTranslation('admin');
  const lines = useErasedLines(run._id);
  const preview = usePreview(run._id);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { addErased: before } = run;
  const choose = (person: string, isChosen: boolean) =>
    setChosen((people) => [...people.filter((one) => one !== person), ...(isChosen ? [person] : [])]);
  const check = (addErased: true | string[]) =>
    preview.mutate({ ...toPreviewOptions(choicesOfRun(run)), complete: run.complete, addErased });
  const again = [...(Array.isArray(before) ? before : []), ...chosen];
  return (
    <Card title={t('imports.erasedTitle')} help={t('imports.erasedHelp')}>
      <PagesView pages={lines} errorMessage={t('imports.erasedFailed')}>
        {(lines) => (
          <ul className="list stack gap-xs">
            {lines.map(({ line, person, name, day }) => (
              <li key={line}>
                <label className="import-sure">
                  <input
                    type="checkbox"
                    checked={chosen.includes(person)}
                    onChange={({ target }) => choose(person, target.checked)}
                  />
                  <span>
                    <bdi>{name}</bdi>{' '}
                    <span className="muted">
                      {[
                        person,
                        t('imports.lineNumber', { line: formatNumber(line) }),
                        ...(day ? [t('imports.erasedOn', { day: formatDay(day) })] : []),
                      ].join(' · ')}
                    </span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
      </PagesView>
      <Failure error={preview.error} text={t('imports.previewFailed')} />
      <div className="row above-sm">
        <Button disabled={chosen.length === 0} loading={preview.isPending} onClick={() => check(again)}>
          {t('imports.addAgain', { count: chosen.length, found: formatNumber(chosen.length) })}
        </Button>
        <Button loading={preview.isPending} onClick={() => check(true)}>
          {t('imports.addAllAgain')}
        </Button>
      </div>
    </Card>
  );
};
