import { Button } from '@qr-attendance/ui-kit';
import { EnvironmentOutlined } from '@ant-design/icons';
import { ApiError } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCheckLocation } from '../api/check-location.ts';
import type { FlowEvent, Refusal } from '../flow.ts';
import { locationMessage } from '../location-message.ts';
import { hintFor } from '../refusal-of.ts';
import { needsNewScan } from '../recovery-actions.ts';
import { Problem } from './problem.tsx';
import { StepCard } from './step-card.tsx';

interface Props {
  ticket: string;
  /** Why it is asked again. */
  refusal: Refusal | undefined;
  tell: (event: FlowEvent) => void;
}

export const LocationStep = ({ ticket, refusal, tell }: Props) => {
  const { t } = useTranslation('attendance');
  const [problem, setProblem] = useState<{ message: string; hint?: string | undefined } | undefined>(
    refusal && { message: refusal.message, hint: hintFor(refusal.code, t) },
  );
  const check = useCheckLocation(ticket);
  const verify = async () => {
    setProblem(undefined);
    try {
      const { position, check: found } = await check.mutateAsync();
      if (found.withinRadius) tell({ type: 'located', position });
      else {
        // Numbers would have separators, which the specified sentence and the server's own have not.
        const [distance, radius] = [String(found.distance), String(found.radius)];
        setProblem({ message: t('specified:outsideRadius', { distance, radius }) });
      }
    } catch (error) {
      if (error instanceof ApiError && needsNewScan(error.code)) tell({ type: 'refused', refusal: error });
      else setProblem(locationMessage(error, t));
    }
  };
  return (
    <StepCard icon={<EnvironmentOutlined />} title={t('location.title')} why={t('location.why')}>
      {problem && <Problem {...problem} />}
      <Button type="primary" size="large" block loading={check.isPending} onClick={verify}>
        {check.isPending ? t('location.checking') : t('location.action')}
      </Button>
    </StepCard>
  );
};
