import { CheckOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { Step } from '../steps.ts';

type Shown = Step | 'join';

export const Stepper = ({ steps, current }: { steps: Shown[]; current: Shown }) => {
  const { t } = useTranslation('attendance');
  if (steps.length < 2) return null;
  const position = steps.indexOf(current);
  return (
    <ol aria-label={t('steps.label')} className="list stepper">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          className={index <= position ? 'stepper-done' : undefined}
        >
          <div aria-hidden={index >= position}>
            {index < position ? (
              <CheckOutlined aria-label={t('steps.done')} className="success-text" />
            ) : (
              index + 1
            )}
          </div>
          <div className="wrap">{t(`steps.${step}`)}</div>
        </li>
      ))}
    </ol>
  );
};
