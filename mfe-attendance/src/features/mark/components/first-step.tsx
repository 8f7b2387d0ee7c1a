import { useTranslation } from 'react-i18next';
import { UnknownSessionCard } from './session-card.tsx';
import { MarkStep } from './mark-step.tsx';
import { MarkPageColumn } from './mark-page-column.tsx';

const notYet = () => undefined;

/** As long as most. */
const SAMPLE = { name: 'Ada Lovelace', course: 'Introduction to Computer Science' };

/** The place of the greeting, which names both. */
const UnknownGreeting = () => {
  const { t } = useTranslation('attendance');
  return (
    <span aria-hidden className="mark-unknown">
      {t('mark.greeting', SAMPLE)}
    </span>
  );
};

/**
 * What most marks begin with, drawn before the app is there: what is typed and pressed is done once the app has come, and
 * has found the same step.
 */
export const FirstStep = ({ asksPin }: { asksPin: boolean }) => (
  <MarkPageColumn>
    <UnknownSessionCard />
    <MarkStep
      why={<UnknownGreeting />}
      asksPin={asksPin}
      refusal={undefined}
      asksPasskey={false}
      withoutSelfie={false}
      onMark={notYet}
    />
  </MarkPageColumn>
);
