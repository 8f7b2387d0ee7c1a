import { Button, LinkButton, Panel, tokens } from '@qr-attendance/ui-kit';
import { CloseCircleFilled } from '@ant-design/icons';
import { useIdentity } from '@qr-attendance/web-kit';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';
import './step-card.css';

type Action = { label: string } & ({ to: string } | { onPress: () => void });

interface Props {
  message: string;
  hint?: string | undefined;
  action?: Action | undefined;
  /** 1 if the page has no other heading. */
  headingLevel?: 1 | 2;
}

export const ErrorCard = ({ message, hint, action, headingLevel = 2 }: Props) => {
  const { t } = useTranslation('attendance');
  const { userType } = useIdentity().user;
  const heading = useRef<HTMLHeadingElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const Heading = `h${headingLevel}` as const;
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Panel ref={card} className="step-card">
      <div role="alert" style={{ textAlign: 'center', paddingBlockEnd: tokens.paddingLG }}>
        <CloseCircleFilled aria-hidden style={{ fontSize: 48, color: tokens.colorError }} />
        <Heading
          ref={heading}
          tabIndex={-1}
          style={{ margin: '12px 0 4px', fontSize: 16, lineHeight: '28px', fontWeight: 600, outline: 'none' }}
        >
          {t('error.title')}
        </Heading>
        <p style={{ margin: 0, overflowWrap: 'anywhere' }}>{message}</p>
        {hint && <p style={{ margin: '4px 0 0', color: tokens.colorTextSecondary }}>{hint}</p>}
      </div>
      <div style={{ display: 'grid', gap: tokens.marginSM }}>
        {action && <FirstAction {...action} />}
        <LinkButton size="large" block to={links.dashboardOf(userType)}>
          {t('toDashboard')}
        </LinkButton>
      </div>
    </Panel>
  );
};

const FirstAction = (action: Action) => {
  const look = { type: 'primary', size: 'large', block: true } as const;
  if ('to' in action) {
    return (
      <LinkButton {...look} to={action.to}>
        {action.label}
      </LinkButton>
    );
  }
  return (
    <Button {...look} onClick={action.onPress}>
      {action.label}
    </Button>
  );
};
