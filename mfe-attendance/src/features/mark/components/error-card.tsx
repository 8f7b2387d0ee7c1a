import { Button, LinkButton, Card } from '@qr-attendance/ui-kit';
import { CloseCircleFilled } from '@ant-design/icons';
import { useIdentity } from '@qr-attendance/web-kit';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';

type Action = { label: string } & ({ to: string } | { onPress: () => void });

interface Props {
  /** For a refusal that only needs patience, which is not shown as an error. */
  title?: string | undefined;
  message: string;
  hint?: string | undefined;
  action?: Action | undefined;
  /** 1 if the page has no other heading. */
  headingLevel?: 1 | 2;
}

export const ErrorCard = ({ title, message, hint, action, headingLevel = 2 }: Props) => {
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
    <Card ref={card} className="step-card">
      <div role="alert" className="center below-lg">
        {title === undefined && <CloseCircleFilled aria-hidden className="mark-icon error-text" />}
        <Heading ref={heading} tabIndex={-1} className="title above-sm focus-target">
          {title ?? t('error.title')}
        </Heading>
        <p className="flush wrap">{message}</p>
        {hint && <p className="flush above-xxs muted">{hint}</p>}
      </div>
      <div className="stack gap-sm">
        {action && <FirstAction {...action} />}
        <LinkButton size="large" block to={links.dashboardOf(userType)}>
          {t('toDashboard')}
        </LinkButton>
      </div>
    </Card>
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
