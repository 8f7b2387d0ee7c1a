import { Button } from '@qr-attendance/ui-kit';
import { EnvironmentOutlined } from '@ant-design/icons';
import { ApiError, formatLength, messageOf } from '@qr-attendance/web-kit';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCheckLocation } from '../location-api.ts';
import type { FlowEvent, Refusal } from '../flow.ts';
import { LocationError } from '../request-position.ts';
import { hintFor, refusalOf } from '../refusal-of.ts';
import { needsNewScan } from '../recovery-actions.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { StepCard } from './step-card.tsx';

const locationMessage = (
  error: unknown,
  t: TFunction<'attendance'>,
): { message: string; hint?: string | undefined } => {
  if (error instanceof ApiError && error.code)
    return { message: messageOf(error, t('location.checkFailed')), hint: hintFor(error.code, t) };
  if (!(error instanceof LocationError)) return { message: messageOf(error, t('location.checkFailed')) };
  const { failure } = error;
  if (!failure) return { message: t('specified:locationUnsupportedRequired') };
  return {
    message: t('specified:locationFailedRequired', { reason: t(`location.reason.${failure}`) }),
    hint: t(`location.hint.${failure}`),
  };
};

interface Props {
  ticket: string;
  refusal: Refusal | undefined;
  dispatch: (event: FlowEvent) => void;
}

export const LocationStep = ({ ticket, refusal, dispatch }: Props) => {
  const { t } = useTranslation('attendance');
  const [problem, setProblem] = useState<{ message: string; hint?: string | undefined } | undefined>(
    refusal && { message: refusal.message, hint: hintFor(refusal.code, t) },
  );
  const check = useCheckLocation(ticket);
  const verify = async () => {
    setProblem(undefined);
    try {
      const { position, check: distanceCheck } = await check.mutateAsync();
      const { accuracy = 0 } = position;
      const approximate =
        distanceCheck.radius > 0 && accuracy > distanceCheck.radius
          ? t('location.approximate', { accuracy: formatLength(accuracy) })
          : undefined;
      if (!distanceCheck.withinRadius) {
        // The specified sentence and the server's message use numbers without separators.
        const [distance, radius] = [String(distanceCheck.distance), String(distanceCheck.radius)];
        setProblem({ message: t('specified:outsideRadius', { distance, radius }), hint: approximate });
        // The server would reject a mark with this position.
      } else if (approximate) setProblem({ message: approximate });
      else dispatch({ type: 'located', position });
    } catch (error) {
      if (error instanceof ApiError && needsNewScan(error.code))
        dispatch({ type: 'refused', refusal: refusalOf(error, t) });
      else setProblem(locationMessage(error, t));
    }
  };
  return (
    <StepCard icon={<EnvironmentOutlined />} title={t('location.title')} why={t('location.why')}>
      {problem && <ProblemNotice {...problem} />}
      <Button type="primary" size="large" block loading={check.isPending} onClick={verify}>
        {check.isPending ? t('location.checking') : t('location.action')}
      </Button>
    </StepCard>
  );
};
