import { PageHeader, PagesView } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useImports } from '../api.ts';
import { ImportsTable } from '../components/imports-table.tsx';
import { NewImport } from '../components/new-import.tsx';
import '../../../shared/campus.css';
import '../imports.css';

export const ImportsPage = () => {
  const { t } = useTranslation('admin');
  const imports = useImports();
  return (
    <>
      <PageHeader title={t('imports.title')} help={t('imports.help')} />
      <NewImport />
      <p className="above-lg flush">
        <Link to="/admin/imports/open-lines" className="link action-link">
          {t('imports.open.link')}
        </Link>
      </p>
      <h2 className="title above-lg below-sm">{t('imports.list')}</h2>
      <PagesView pages={imports} errorMessage={t('imports.listFailed')}>
        {(runs) => <ImportsTable runs={runs} />}
      </PagesView>
    </>
  );
};
