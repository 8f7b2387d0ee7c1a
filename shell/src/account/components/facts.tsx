import type { User } from '@qr-attendance/contracts';
import themes from 'antd/es/theme';
import { useTranslation } from 'react-i18next';
import { kindOf } from '../../identity/identity-context.ts';
import { Section } from './section.tsx';

export const Facts = ({ user }: { user: User }) => {
  const { t } = useTranslation('account');
  const { token } = themes.useToken();
  const facts = { name: user.name, email: user.email, userType: t(`userTypes.${kindOf(user) ?? 'other'}`) };
  return (
    <Section title={t('facts.title')}>
      <dl style={{ margin: 0, display: 'grid', gap: 12 }}>
        {Object.entries(facts).map(([key, value]) => (
          <div key={key}>
            <dt style={{ color: token.colorTextSecondary }}>{t(`facts.${key}`)}</dt>
            <dd dir="auto" style={{ margin: 0, fontWeight: 500, overflowWrap: 'anywhere' }}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
};
