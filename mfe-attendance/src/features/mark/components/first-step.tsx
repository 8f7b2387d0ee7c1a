import { useTranslation } from 'react-i18next';
import { SessionCardPlaceholder } from './session-card.tsx';
import { MarkStep } from './mark-step.tsx';
import { MarkPageColumn } from './mark-page-column.tsx';

const ignoreUntilLoaded = () => undefined;

const SAMPLE = { name: 'Ada Lovelace', course: 'Introduction to Computer Science' };

const GreetingPlaceholder = () => {
  const { t } = useTranslation('attendance');
  return (
    <span aria-hidden className="mark-unknown">
      {t('mark.greeting', SAMPLE)}
    </span>
  );
};

/** The step on the prerendered page. Input made there is replayed if the app starts with the same step. */
export const FirstStep = ({ requiresPin }: { requiresPin: boolean }) => (
  <MarkPageColumn>
    <SessionCardPlaceholder />
    <MarkStep
      why={<GreetingPlaceholder />}
      requiresPin={requiresPin}
      refusal={undefined}
      requiresPasskey={false}
      withoutSelfie={false}
      onMark={ignoreUntilLoaded}
    />
  </MarkPageColumn>
);
