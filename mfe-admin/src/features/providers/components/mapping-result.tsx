import { knownOrOther, providerSignInErrorSchema, type MappingPreview } from '@qr-attendance/contracts';
import { Facts, Notice } from '@qr-attendance/ui-kit';
import { useRoleName } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import '../providers.css';

const outcomes = ['known', 'meets', 'creates', 'refused'] as const;

const Outcome = ({ preview: { outcome, error, person, values } }: { preview: MappingPreview }) => {
  const { t } = useTranslation('admin');
  const roleName = useRoleName();
  const knownOutcome = knownOrOther({ options: outcomes }, outcome);
  if (knownOutcome === 'refused') {
    const code = knownOrOther(providerSignInErrorSchema, error ?? '');
    return (
      <Notice
        type="warning"
        role="status"
        title={t('providers.outcomes.refused')}
        description={t(`providers.errors.${code}`)}
      />
    );
  }
  const name = person?.values.name ?? values.name ?? t('common:unknown');
  return (
    <Notice
      type="success"
      role="status"
      title={t(`providers.outcomes.${knownOutcome}`, { name, role: roleName(values.userType) })}
    />
  );
};

export const MappingResult = ({ preview }: { preview: MappingPreview }) => {
  const { t } = useTranslation('admin');
  const roleName = useRoleName();
  const { claims, subject, values, person, statesMfa } = preview;
  const shown = (value: string | null) =>
    value === null ? (
      <span className="muted">{t('providers.notStated')}</span>
    ) : (
      <bdi className="wrap">{value}</bdi>
    );
  return (
    <div className="stack above">
      <Outcome preview={preview} />
      <Facts
        columns={2}
        facts={[
          { name: t('providers.subject'), value: shown(subject) },
          { name: t('providers.claims.institutionId'), value: shown(values.institutionId) },
          { name: t('providers.claims.name'), value: shown(values.name) },
          { name: t('providers.claims.email'), value: shown(values.email) },
          { name: t('providers.role'), value: roleName(values.userType) },
          statesMfa !== undefined && {
            name: t('providers.secondFactor'),
            value: t(statesMfa ? 'providers.mfaStated' : 'providers.notStated'),
          },
          person !== null && {
            name: t('providers.person'),
            value: (
              <bdi className="wrap">
                {[person.values.name, person.values.email, person.values.institutionId]
                  .filter(Boolean)
                  .join(' · ')}
              </bdi>
            ),
          },
        ]}
      />
      <details>
        <summary className="touch-row">{t('providers.allClaims')}</summary>
        <pre className="inset provider-claims code-text">{JSON.stringify(claims, null, 2)}</pre>
      </details>
    </div>
  );
};
