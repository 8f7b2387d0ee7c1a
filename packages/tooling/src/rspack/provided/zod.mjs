import * as z from './zod-parts.mjs';
export { z };
