// The build writes this script into the page, so it imports no packages (docs/decisions/page-start.md).
import { startPage } from '@qr-attendance/page-start/early';
import { earlyShell } from './early-shell.ts';

startPage(earlyShell);
