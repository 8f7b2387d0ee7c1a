import * as z from './zod-parts.ts';
export { z };
