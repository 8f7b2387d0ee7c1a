import { unknownPath } from '@qr-attendance/service-kit';
import { Router } from 'express';
import type { GatewayConfig } from '../config.ts';
import { serveFolder } from './folder.ts';

/** `/remotes/{name}/`: a file that is missing is a 404, never the shell's page, or a browser would run HTML as a script. */
export const serveRemotes = (config: GatewayConfig): Router => {
  const router = Router();
  router.use('/remotes/teacher', serveFolder(config.STATIC_TEACHER_DIR));
  router.use('/remotes/student', serveFolder(config.STATIC_STUDENT_DIR));
  router.use('/remotes/attendance', serveFolder(config.STATIC_ATTENDANCE_DIR));
  router.use('/remotes', unknownPath);
  return router;
};
