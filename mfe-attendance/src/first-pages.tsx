import { renderFirstPagesToHtml } from '@qr-attendance/page-start/first-pages';
import { FirstStep } from './features/mark/components/first-step.tsx';
import { firstSteps } from './features/mark/first-steps.ts';
import { catalog } from './texts/index.ts';

const student = { path: ':qrCode', userType: 'STUDENT' };

export const renderFirstPages = renderFirstPagesToHtml({
  basePath: '/attendance',
  catalog,
  pages: [
    { ...student, name: firstSteps.pin, page: <FirstStep requiresPin /> },
    { ...student, name: firstSteps.press, page: <FirstStep requiresPin={false} /> },
  ],
});
