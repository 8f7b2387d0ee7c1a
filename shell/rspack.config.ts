import { shellConfig, type Mode } from '@qr-attendance/tooling/rspack';

export default (_env: unknown, { mode }: { mode?: Mode }) => shellConfig({ dir: import.meta.dirname, mode });
