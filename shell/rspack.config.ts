import { shellConfig } from '@qr-attendance/tooling/rspack';

export default shellConfig({ dir: import.meta.dirname });
