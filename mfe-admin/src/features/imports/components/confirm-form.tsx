import type { ImportRun } from '@qr-attendance/contracts';
import { Button, Card, Failure, Notice } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useConfirmImport, useDiscardImport } from '../api.ts';
import { OutdatedLines } from './outdated-lines.tsx';
import { OverriddenLines } from './overridden-lines.tsx';

export const ConfirmForm = ({ run }: { run: ImportRun }) => {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const confirm = useConfirmImport(run._id);
  const discard = useDiscardImport(run._id);
  const [isSure, setIsSure] = useState(false);
  const [keepsLocalChanges, setKeepsLocalChanges] = useState(false);
  const { changesToConfirm: changes, preview, overrides, outdated, check } = run;
  const count = preview ? preview.added + preview.changed + preview.ended : 0;
  return (
    <Card title={t('imports.confirmTitle')}>
      <div className="stack">
        {outdated && <OutdatedLines outdated={outdated} />}
        {changes !== undefined && (
          <Notice
            type="warning"
            role="status"
            title={t('imports.manyChanges', { count: changes, changes: formatNumber(changes) })}
            description={
              <label className="import-sure">
                <input
                  type="checkbox"
                  checked={isSure}
                  onChange={(event) => setIsSure(event.target.checked)}
                />
                {t('imports.sure', { count: changes, changes: formatNumber(changes) })}
              </label>
            }
          />
        )}
        {overrides && (
          <OverriddenLines overrides={overrides} keeps={keepsLocalChanges} onChange={setKeepsLocalChanges} />
        )}
        {count === 0 && <p className="flush muted">{t('imports.nothingToDo')}</p>}
        <Failure error={confirm.error ?? discard.error} text={t('imports.confirmFailed')} />
        <div className="row">
          {count > 0 && (
            <Button
              type="primary"
              disabled={changes !== undefined && !isSure}
              loading={confirm.isPending}
              onClick={() =>
                confirm.mutate({
                  ...(changes !== undefined && { changes }),
                  ...(keepsLocalChanges && { keepLocalChanges: true }),
                  ...(check !== undefined && { check }),
                })
              }
            >
              {t('imports.apply', { count, changes: formatNumber(count) })}
            </Button>
          )}
          <Button
            loading={discard.isPending}
            onClick={() => discard.mutate(undefined, { onSuccess: () => void navigate('/admin/imports') })}
          >
            {t('imports.discard')}
          </Button>
        </div>
      </div>
    </Card>
  );
};
