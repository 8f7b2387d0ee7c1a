import * as z from './zod-mini-parts.ts';
export { z };
