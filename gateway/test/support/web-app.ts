import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const LONG_SCRIPT = `console.log(${JSON.stringify('x'.repeat(4_000))});`;

const FILES: Record<string, string> = {
  'shell/index.html':
    '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><meta name="campus-time-zone" content="__CAMPUS_TIME_ZONE__"><meta name="browser-reports-sample" content="__REPORTS_SAMPLE__"><meta name="service-worker" content="__SERVICE_WORKER__"><script type="application/json" id="institution">__INSTITUTION__</script><script type="application/json" id="sign-in-options">__SIGN_IN_OPTIONS__</script><script type="application/json" id="remotes">__REMOTES__</script><script nonce="__CSP_NONCE__" src="/main.js"></script>',
  'shell/main.0a1b2c3d.js': LONG_SCRIPT,
  'shell/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'shell/manifest.webmanifest': '{}',
  'shell/icon-192.png': 'png',
  'shell/remotes.json': '{}',
  'shell/.env': 'SECRET=1',
  'teacher/mf-manifest.json': '{"name":"teacher"}',
  'teacher/remoteEntry.js': LONG_SCRIPT,
  'teacher/js/page.89abcdef.js': LONG_SCRIPT,
  'student/mf-manifest.json': '{"name":"student"}',
  'student/assets/decoder.0a1b2c3d.wasm': 'wasm',
  'attendance/mf-manifest.json': '{"name":"attendance"}',
  'secret.txt': 'outside of every served folder',
};

export const createWebApp = async (): Promise<{ dir: string; remove: () => Promise<void> }> => {
  const dir = await mkdtemp(join(tmpdir(), 'web-app-'));
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), content);
  }
  return { dir, remove: () => rm(dir, { recursive: true }) };
};
