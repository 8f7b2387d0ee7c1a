import { tokens } from '@qr-attendance/ui-kit';
import { CheckOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { Step } from '../steps.ts';

/** Joining the course comes before the steps of marking. */
type Shown = Step | 'join';

export const Stepper = ({ steps, current }: { steps: Shown[]; current: Shown }) => {
  const { t } = useTranslation('attendance');
  if (steps.length < 2) return null;
  const position = steps.indexOf(current);
  return (
    <ol
      aria-label={t('steps.label')}
      style={{ listStyle: 'none', display: 'flex', gap: tokens.marginXS, margin: 0, padding: 0 }}
    >
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          style={{
            flex: 1,
            minWidth: 0,
            fontSize: tokens.fontSizeSM,
            paddingBlockStart: tokens.paddingXS,
            borderBlockStart: `4px solid ${index <= position ? tokens.colorPrimary : tokens.colorBorderSecondary}`,
            color: step === current ? tokens.colorText : tokens.colorTextSecondary,
            fontWeight: step === current ? 600 : 400,
          }}
        >
          <div aria-hidden={index >= position} style={{ lineHeight: 1.4 }}>
            {index < position ? (
              <CheckOutlined aria-label={t('steps.done')} style={{ color: tokens.colorSuccess }} />
            ) : (
              index + 1
            )}
          </div>
          <div style={{ overflowWrap: 'anywhere' }}>{t(`steps.${step}`)}</div>
        </li>
      ))}
    </ol>
  );
};
