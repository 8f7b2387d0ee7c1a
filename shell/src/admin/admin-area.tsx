import { NotFoundPage } from '@qr-attendance/ui-kit';
import { Route, Routes } from 'react-router-dom';
import { SignedInPage } from '../identity/signed-in-page.tsx';
import './admin.css';
import { TermsPage } from './campus/pages/terms-page.tsx';
import { UnitsPage } from './campus/pages/units-page.tsx';
import { FlagRatesPage } from './pages/flag-rates-page.tsx';
import { InvitesPage } from './pages/invites-page.tsx';
import { PeoplePage } from './pages/people-page.tsx';
import { RequirementsPage } from './pages/requirements-page.tsx';

export const AdminArea = () => (
  <SignedInPage>
    <Routes>
      <Route index element={<PeoplePage />} />
      <Route path="terms" element={<TermsPage />} />
      <Route path="units" element={<UnitsPage />} />
      <Route path="invites" element={<InvitesPage />} />
      <Route path="requirements" element={<RequirementsPage />} />
      <Route path="flag-rates" element={<FlagRatesPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  </SignedInPage>
);
