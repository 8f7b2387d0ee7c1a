import { importStateSchema, knownOrOther, type ImportRun } from '@qr-attendance/contracts';
import { Badge } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

const TONES = {
  uploading: undefined,
  reading: 'info',
  uploaded: 'info',
  previewing: 'info',
  previewed: 'info',
  rechecking: 'info',
  applying: 'info',
  done: 'success',
  stopped: 'warning',
  failed: 'error',
  undoing: 'info',
  undone: undefined,
  other: undefined,
} as const;

export const RunState = ({ run: { state, progress } }: { run: ImportRun }) => {
  const { t } = useTranslation('admin');
  const known = knownOrOther(importStateSchema, state);
  return (
    <Badge tone={TONES[known]}>
      {t(`imports.states.${known}`)}
      {progress !== undefined && ` ${progress} %`}
    </Badge>
  );
};
