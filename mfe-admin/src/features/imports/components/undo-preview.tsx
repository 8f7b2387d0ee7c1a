import type { ImportRun } from '@qr-attendance/contracts';
import { QueryView } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useUndoPreview } from '../api.ts';

export const UndoPreview = ({ run: { _id } }: { run: ImportRun }) => {
  const { t } = useTranslation('admin');
  const numberOf = (count: number) => ({ count, found: formatNumber(count) });
  return (
    <QueryView query={useUndoPreview(_id)} errorMessage={t('imports.undoPreviewFailed')}>
      {({ removed, restored, kept, isPartial }) => (
        <>
          <ul className="list stack gap-xs">
            <li>{t('imports.willRemove', numberOf(removed))}</li>
            <li>{t('imports.willRestore', numberOf(restored))}</li>
            <li>{t('imports.willKeep', numberOf(kept))}</li>
          </ul>
          {isPartial && <p className="flush muted">{t('imports.undoPreviewPartial')}</p>}
        </>
      )}
    </QueryView>
  );
};
